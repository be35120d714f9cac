import { useTranslation } from 'react-i18next'
import { hasEmailShape } from '#contract/emailShape.ts'

/** What is wrong with a typed address, in words. The server has the last word; this catches slips of the finger. */
export function useEmailProblem(): (email: string) => string | undefined {
  const { t } = useTranslation()
  return (email) => {
    if (email.trim() === '') return t('auth:email.required')
    return hasEmailShape(email.trim()) ? undefined : t('auth:email.invalid')
  }
}
