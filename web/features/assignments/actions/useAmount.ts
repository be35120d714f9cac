import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'

/** Words of an action with their figure; nothing for none. */
export function useAmount(action: 'remind' | 'extend' | 'cancel') {
  const { t, i18n } = useTranslation()
  return (key: string, count: number | undefined): string[] =>
    count
      ? [t(`assignments:actions.${action}.${key}`, { count, number: formatNumber(count, i18n.language) })]
      : []
}
