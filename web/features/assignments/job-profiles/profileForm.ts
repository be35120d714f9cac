import { formatNumber } from '#contract/format.ts'
import { isOnScale } from '#contract/job-fit.ts'
import type { JobProfile, listJobScales, TargetRange } from '#contract/job-profiles.ts'
import type { AnswerOf } from '#contract/kit.ts'

export type JobScale = AnswerOf<typeof listJobScales>['scales'][number]
type Ends = Pick<TargetRange, 'from' | 'to'>

/** The typed ends of the ranges, by the key of their scale; both are empty where there is no range. */
export type TypedRanges = Readonly<Record<string, { readonly from: string; readonly to: string }>>

export type RangeProblem = 'end' | 'order'

const typedEnd = (value: number | null, locale: string) =>
  value === null ? '' : formatNumber(value, locale, 1)

/** Ranges as the fields show them. */
export const typedRanges = (
  ranges: readonly (Ends & { readonly key: string })[],
  locale: string,
): TypedRanges =>
  Object.fromEntries(
    ranges.map(({ key, from, to }) => [key, { from: typedEnd(from, locale), to: typedEnd(to, locale) }]),
  )

/** The suggested ranges of the few scores by which the test is summed up. With all scales, nobody would be within on each. */
export const suggestedRanges = (scales: readonly JobScale[]): JobProfile['ranges'] =>
  scales.flatMap(({ key, name, main, suggested }) =>
    main && suggested !== null ? [{ key, name, ...suggested }] : [],
  )

/** A typed end: null where it is empty, NaN where it is no number. Decimals have a comma or a point. */
function endOf(text: string): number | null {
  const typed = text.trim().replace('−', '-').replace(',', '.')
  if (typed === '') return null
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN
}

/** The problem of a typed range; undefined if it is right or empty. */
export function problemOf(
  typed: TypedRanges[string] | undefined,
  scale: Pick<JobScale, 'min' | 'max' | 'step'>,
): RangeProblem | undefined {
  const [from, to] = [endOf(typed?.from ?? ''), endOf(typed?.to ?? '')]
  if ([from, to].some((end) => end !== null && !isOnScale(end, scale))) return 'end'
  return from !== null && to !== null && from > to ? 'order' : undefined
}

/** The typed ranges as the call takes them, without the empty ones. */
export const rangesOf = (typed: TypedRanges, scales: readonly JobScale[]): TargetRange[] =>
  scales.flatMap(({ key }) => {
    const [from, to] = [endOf(typed[key]?.from ?? ''), endOf(typed[key]?.to ?? '')]
    return from === null && to === null ? [] : [{ key, from, to }]
  })
