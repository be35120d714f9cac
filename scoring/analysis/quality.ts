import { cholesky, type Square, solveLower } from '#scoring/statistics/linear.ts'
import { correlation, covarianceOf } from './covariance.ts'
import { type Figure, type Figures, settle } from './figures.ts'
import { type CodeMatrix, codesEach, type Points } from './matrix.ts'
import { spearmanBrown } from './reliability.ts'

export type PersonQuality = {
  /** The longest run of equal answers, 0 for who answered nothing. A blank ends a run. */
  readonly longstring: number
} & Figures<'irv' | 'evenOddConsistency' | 'mahalanobisD2' | 'rte'>

interface Wanted {
  /** Answers as they were given, not reversed; NaN for a blank. */
  readonly raw: Points
  /** Answers after reversing. */
  readonly points: Points
  /** The items of each scale by their places in the matrix. */
  readonly scales: readonly (readonly number[])[]
  /**
   * The time on each item in seconds, people × items in the order of the matrix; NaN where none is known. Undefined where
   * times aren't.
   */
  readonly times?: Float64Array | undefined
}

/**
 * Signs of careless answers, a person (Curran 2016; Wise and Kong 2005). Longest run of equal answers; standard deviation of a
 * person's answers (n − 1); correlation over the scales of the means of odd and even positions, by Spearman-Brown, at least
 * −1; squared Mahalanobis distance from the mean of all with the covariance (n − 1) of those who answered everything; share
 * of items with a time of at least 10 seconds or 10 % of the item's mean time. They describe answers and accuse nobody.
 */
export function responseQuality(matrix: CodeMatrix, { raw, points, scales, times }: Wanted): PersonQuality[] {
  const places = matrix.items.map((_, item) => item)
  const { n, means, covariance } = covarianceOf(matrix, raw, places)
  const distance = n > 1 ? distanceFrom(means, covariance) : undefined
  const floors = times && enoughTimes(matrix, times)
  const values = new Float64Array(matrix.items.length)
  return Array.from({ length: matrix.people }, (_, person) => {
    const from = person * places.length
    for (const item of places)
      values[item] = raw[item * codesEach + (matrix.codes[from + item] ?? 0)] ?? Number.NaN
    return {
      longstring: longestRun(values),
      ...settle({
        irv: spreadOf(values),
        evenOddConsistency: evenOdd(
          scales,
          (item) => points[item * codesEach + (matrix.codes[from + item] ?? 0)] ?? Number.NaN,
        ),
        mahalanobisD2: distance === undefined ? 'singular' : distance(values),
        rte: times && floors ? effort(times.subarray(from, from + places.length), floors) : 'missing_answers',
      }),
    }
  })
}

function longestRun(values: Float64Array): number {
  let [longest, run, before] = [0, 0, Number.NaN]
  for (const value of values) {
    run = Number.isNaN(value) ? 0 : value === before ? run + 1 : 1
    longest = Math.max(longest, run)
    before = value
  }
  return longest
}

function spreadOf(values: Float64Array): Figure {
  const answered = values.filter((value) => !Number.isNaN(value))
  if (answered.length < 2) return 'missing_answers'
  const mean = answered.reduce((sum, value) => sum + value, 0) / answered.length
  return Math.sqrt(answered.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (answered.length - 1))
}

function evenOdd(scales: readonly (readonly number[])[], pointsOf: (item: number) => number): Figure {
  const halves = scales.flatMap((items) => {
    const half = (parity: number) => meanOf(items.filter((_, i) => i % 2 === parity).map(pointsOf))
    const [odd, even] = [half(0), half(1)]
    return Number.isNaN(odd + even) ? [] : [{ odd, even }]
  })
  if (halves.length < 2) return 'missing_answers'
  const [odd, even] = [meanOf(halves.map((one) => one.odd)), meanOf(halves.map((one) => one.even))]
  let [together, odds, evens] = [0, 0, 0]
  for (const half of halves) {
    together += (half.odd - odd) * (half.even - even)
    odds += (half.odd - odd) ** 2
    evens += (half.even - even) ** 2
  }
  const r = correlation(together, odds, evens)
  return r === undefined ? 'constant' : Math.max(-1, r > -1 ? spearmanBrown(r) : -1)
}

/** The mean of the numbers that there are; NaN for none. */
function meanOf(values: readonly number[]): number {
  const there = values.filter((value) => !Number.isNaN(value))
  return there.reduce((sum, value) => sum + value, 0) / there.length
}

/** Squared distances by Cholesky's triangle: |L⁻¹(x − mean)|². Undefined for a singular covariance. */
function distanceFrom(
  means: Float64Array,
  covariance: Square,
): ((values: Float64Array) => Figure) | undefined {
  const lower = cholesky(covariance)
  if (lower === undefined) return undefined
  return (values) => {
    const apart = values.map((value, i) => value - (means[i] ?? 0))
    if (apart.some(Number.isNaN)) return 'missing_answers'
    return solveLower(lower, apart).reduce((sum, one) => sum + one * one, 0)
  }
}

/** The time from which an item counts as answered with effort: 10 seconds or 10 % of its mean time, in seconds. */
function enoughTimes({ people, items }: CodeMatrix, times: Float64Array): number[] {
  return items.map((_, item) => {
    let [sum, count] = [0, 0]
    for (let at = item; at < people * items.length; at += items.length) {
      const time = times[at] ?? Number.NaN
      if (Number.isNaN(time)) continue
      sum += time
      count += 1
    }
    return Math.min(10, (0.1 * sum) / count)
  })
}

function effort(times: Float64Array, floors: readonly number[]): Figure {
  let [enough, known] = [0, 0]
  for (const [item, time] of times.entries()) {
    if (Number.isNaN(time)) continue
    known += 1
    if (time >= (floors[item] ?? 0)) enough += 1
  }
  return known === 0 ? 'missing_answers' : enough / known
}
