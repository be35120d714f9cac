import { useTranslation } from 'react-i18next'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import { formatNumber } from '#contract/format.ts'
import { timeKey } from './times.ts'

/** The deviations from the usual, in a few words each; empty if there are none. */
export function useAccommodationWords(): (value: Accommodations) => string[] {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return ({ timePercent, textSize, readAloud, breaks, breakMinutes }) => [
    ...(timePercent === 100 ? [] : [t(`accommodations:mark.${timeKey(timePercent)}`)]),
    ...(textSize === 0 ? [] : [t('accommodations:mark.text', { size: textSize === 1 ? 'A+' : 'A++' })]),
    ...(readAloud ? [] : [t('accommodations:mark.noReadAloud')]),
    ...(breaks === 0
      ? []
      : [
          t('accommodations:mark.breaks', {
            count: breaks,
            number: number(breaks),
            minutes: number(breakMinutes),
          }),
        ]),
  ]
}
