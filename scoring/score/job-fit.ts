import { minGroup } from '#contract/fields.ts'
import { RELIABLE } from './rank-range.ts'

/** The values that a score should have, both ends included; an open end is null. */
export interface TargetRange {
  readonly from: number | null
  readonly to: number | null
}

/**
 * How a score lies to a target range. `near` is outside by no more than 1.645 standard errors of measurement, so that it
 * may as well be within. `unknown` where there is no score, or one outside whose error is not known.
 */
export type ScaleFit = 'within' | 'near' | 'outside' | 'unknown'

export type Unit = 'points' | 'T' | 'percent'

/** A score as screens show it: T scores and percentages as whole numbers, points with one decimal. */
export const shownScore = (value: number, unit: Unit): number =>
  unit === 'points' ? Math.round(value * 10) / 10 : Math.round(value)

/**
 * The fit of a score to a target range: `within` if the score as it is shown is in the range, `near` if it is outside by at
 * most 1.645 standard errors of measurement (95 % one-sided), else `outside`.
 * @param score unrounded value and its standard error, both in the unit; null or undefined without a score
 */
export function scaleFit(
  score: { readonly value: number; readonly se: number | null } | null | undefined,
  { from, to }: TargetRange,
  unit: Unit,
): ScaleFit {
  if (!score) return 'unknown'
  const shown = shownScore(score.value, unit)
  if ((from === null || shown >= from) && (to === null || shown <= to)) return 'within'
  if (score.se === null) return 'unknown'
  const below = from === null ? 0 : from - score.value
  const above = to === null ? 0 : score.value - to
  return Math.max(below, above) <= RELIABLE * score.se ? 'near' : 'outside'
}

export interface OverallFit {
  readonly fit: ScaleFit
  /** The number of scales of each fit. */
  readonly within: number
  readonly near: number
  readonly outside: number
  readonly unknown: number
}

/**
 * The fit to a whole profile in one word, with the scales counted: `outside` as soon as one scale is, else `near` as soon as
 * one is, else `within`; scales that are not known don't count. No scale outweighs another, because nothing is known about
 * their weight in the job.
 */
export function overallFit(fits: readonly ScaleFit[]): OverallFit {
  const count = (fit: ScaleFit) => fits.filter((one) => one === fit).length
  const [within, near, outside, unknown] = [
    count('within'),
    count('near'),
    count('outside'),
    count('unknown'),
  ]
  const fit = outside > 0 ? 'outside' : near > 0 ? 'near' : within > 0 ? 'within' : 'unknown'
  return { fit, within, near, outside, unknown }
}

export interface Scale {
  readonly min: number
  readonly max: number
  /** The smallest difference between two ends. */
  readonly step: number
}

/**
 * A target range from the scores of people: mean ± one standard deviation (n − 1), and at least ± the mean standard error, so
 * that no range is narrower than the measurement. Both ends are rounded outward to the scale's step; an end at the end of
 * the scale is open. Null from fewer than five scores, and where the range would be the whole scale.
 * @param scores unrounded, in the scale's unit
 */
export function suggestRange(
  scores: readonly { readonly value: number; readonly se: number | null }[],
  { min, max, step }: Scale,
): TargetRange | null {
  if (scores.length < minGroup) return null
  const mean = meanOf(scores.map(({ value }) => value))
  const squares = scores.map(({ value }) => (value - mean) ** 2)
  const deviation = Math.sqrt(squares.reduce(add, 0) / (scores.length - 1))
  const errors = scores.flatMap(({ se }) => se ?? [])
  const half = Math.max(deviation, errors.length === 0 ? 0 : meanOf(errors))
  const from = Math.min(Math.floor((mean - half) / step + tolerance), Math.round(max / step))
  const to = Math.max(Math.ceil((mean + half) / step - tolerance), Math.round(min / step))
  const range = { from: stepsOf(from, step), to: stepsOf(to, step) }
  const open = { from: range.from <= min ? null : range.from, to: range.to >= max ? null : range.to }
  return open.from === null && open.to === null ? null : open
}

// Quotients such as 0.3 / 0.1 miss whole numbers by their last digit.
const tolerance = 1e-9

/** So many steps, without the last digits that a product such as 3 × 0.1 adds. */
const stepsOf = (count: number, step: number) => Math.round(count * step * 1e6) / 1e6

const add = (one: number, other: number) => one + other
const meanOf = (values: readonly number[]) => values.reduce(add, 0) / values.length
