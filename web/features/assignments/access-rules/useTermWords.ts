import { useTranslation } from 'react-i18next'
import { formatDay } from '#contract/format.ts'
import { pauseOf, type Terms } from './terms.ts'

/** The choices in a few words each; empty if there are none. */
export function useTermWords(): (value: Terms, tests: number) => string[] {
  const { t, i18n } = useTranslation()
  return ({ day, time, inOrder, pause }, tests) => {
    const minutes = pauseOf(pause) ?? 0
    return [
      ...(day === null
        ? []
        : [t('access:mark.opens', { time: `${formatDay(day, i18n.language)} ${time || '00:00'}` })]),
      ...(inOrder && tests > 1 ? [t('access:mark.inOrder')] : []),
      ...(inOrder && tests > 1 && minutes > 0 ? [t('access:mark.pause', { count: minutes })] : []),
    ]
  }
}
