import type { AnalysisFigure } from '#contract/analyses.ts'
import { formatNumber, formatPercent } from '#contract/format.ts'
import type { Words } from './view.ts'
import { noScore } from './words.ts'

/** A share of 0 to 1 in percent. */
export const percentOf = (share: number | null, { locale }: Words) =>
  share === null ? noScore : formatPercent(100 * share, locale)

/** A correlation or reliability: two decimals. */
export const coefficient = (value: number, { locale }: Words) => formatNumber(value, locale, 2, 2)

/** Points: one decimal. */
export const pointsOf = (value: number, { locale }: Words) => formatNumber(value, locale, 1)

/** “0.84 (0.81 to 0.87)”; null where there is no figure. */
export function withInterval(
  { value, interval }: AnalysisFigure,
  write: (value: number) => string,
  { t }: Words,
): string | null {
  if (value === null) return null
  if (interval === null) return write(value)
  return t('analysis:interval', {
    value: write(value),
    lower: write(interval.lower),
    upper: write(interval.upper),
  })
}

/** The reason why there is no figure, in a sentence. */
export const reasonOf = ({ reason }: AnalysisFigure, { t }: Words): string | null =>
  reason === null ? null : t(`analysis:reason.${reason}`)

const longest = 60

/** The words of an option or question within a sentence: shortened, without a full stop of their own. */
export const quoted = (label: string) =>
  `“${label.length > longest ? `${label.slice(0, longest - 1).trimEnd()}…` : label.replace(/\.$/, '')}”`
