import { useTranslation } from 'react-i18next'
import { hasEmailShape } from '#contract/emailShape.ts'

/** Returns the error message for a typed address. The server decides; this catches slips of the finger. */
export function useEmailProblem(): (email: string) => string | undefined {
  const { t } = useTranslation()
  return (email) => {
    if (email.trim() === '') return t('auth:email.required')
    return hasEmailShape(email.trim()) ? undefined : t('auth:email.invalid')
  }
}
