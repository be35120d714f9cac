import { useTranslation } from 'react-i18next'

/** What is wrong with a typed name: 2 to 100 characters, as the server has it. */
export function useNameProblem(): (name: string) => string | undefined {
  const { t } = useTranslation()
  return (name) => {
    const { length } = name.trim()
    if (length === 0) return t('account:name.required')
    if (length < 2) return t('account:name.short')
    return length > 100 ? t('account:name.long') : undefined
  }
}
