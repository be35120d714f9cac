import type { Square } from '#scoring/statistics/linear.ts'
import { type CodeMatrix, codesEach, type Points } from './matrix.ts'

/** Means and covariances of chosen items over the people who have points in all of them. */
export interface Covariance {
  readonly n: number
  readonly means: Float64Array
  /** With n − 1. */
  readonly covariance: Square
  /** Counts of people by their sum of points. */
  readonly sums: ReadonlyMap<number, number>
}

/**
 * @param items their places in the matrix
 * @returns covariances of NaN for fewer than two people
 */
export function covarianceOf(
  { codes, people, items: all }: CodeMatrix,
  points: Points,
  items: readonly number[],
): Covariance {
  const k = items.length
  const places = Int32Array.from(items)
  const values = new Float64Array(k)
  const total = new Float64Array(k)
  const products = new Float64Array(k * k)
  const sums = new Map<number, number>()
  let n = 0
  for (let person = 0, from = 0; person < people; person += 1, from += all.length) {
    let sum = 0
    for (let i = 0; i < k; i += 1) {
      const place = places[i] ?? 0
      const value = points[place * codesEach + (codes[from + place] ?? 0)] ?? 0
      values[i] = value
      sum += value
    }
    if (Number.isNaN(sum)) continue
    n += 1
    sums.set(sum, (sums.get(sum) ?? 0) + 1)
    for (let i = 0, at = 0; i < k; i += 1, at += k) {
      const value = values[i] ?? 0
      total[i] = (total[i] ?? 0) + value
      for (let j = 0; j <= i; j += 1) products[at + j] = (products[at + j] ?? 0) + value * (values[j] ?? 0)
    }
  }
  const means = total.map((sum) => sum / n)
  for (let i = 0; i < k; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      const product = (products[i * k + j] ?? 0) - (total[i] ?? 0) * (means[j] ?? 0)
      products[i * k + j] = product / (n - 1)
      products[j * k + i] = product / (n - 1)
    }
  }
  return { n, means, covariance: { size: k, values: products }, sums }
}

/** Variances below this are rounding, measured in squared points. */
const rounding = 1e-10

/** r from a covariance and two variances; undefined where one of them is nothing but rounding. */
export function correlation(covariance: number, one: number, other: number): number | undefined {
  if (!(one > rounding && other > rounding)) return undefined
  return Math.max(-1, Math.min(1, covariance / Math.sqrt(one * other)))
}

/** The correlations of a covariance matrix; undefined where a variance is 0. */
export function correlations({ size, values }: Square): Square | undefined {
  const found = new Float64Array(size * size)
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) {
      const r = correlation(values[i * size + j] ?? 0, values[i * size + i] ?? 0, values[j * size + j] ?? 0)
      if (r === undefined) return undefined
      found[i * size + j] = i === j ? 1 : r
    }
  }
  return { size, values: found }
}
