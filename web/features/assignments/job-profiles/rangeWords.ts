import type { TFunction } from 'i18next'
import type { TargetRange } from '#contract/job-profiles.ts'

/** A range in words, such as “45–60” or “45 or more”. */
export function rangeWords(
  t: TFunction,
  { from, to }: Pick<TargetRange, 'from' | 'to'>,
  number: (value: number) => string,
): string {
  if (from !== null && to !== null) return `${number(from)}–${number(to)}`
  return from !== null
    ? t('job-profiles:range.from', { from: number(from) })
    : t('job-profiles:range.to', { to: number(to ?? 0) })
}
