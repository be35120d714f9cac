import { useTranslation } from 'react-i18next'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import { timeKey } from './times.ts'

/** What is different from usual, in a few words each; nothing where nothing is. */
export function useAccommodationWords(): (value: Accommodations) => string[] {
  const { t } = useTranslation()
  return ({ timePercent, textSize, readAloud }) => [
    ...(timePercent === 100 ? [] : [t(`accommodations:mark.${timeKey(timePercent)}`)]),
    ...(textSize === 0 ? [] : [t('accommodations:mark.text', { size: textSize === 1 ? 'A+' : 'A++' })]),
    ...(readAloud ? [] : [t('accommodations:mark.noReadAloud')]),
  ]
}
