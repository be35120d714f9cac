import { betaShare } from './beta.ts'
import { logGamma } from './gamma.ts'
import { normalQuantile } from './normal.ts'

/** Both ends of an interval. */
export interface Interval {
  readonly lower: number
  readonly upper: number
}

/** The half width of an interval of 95 % in standard errors, and the distance of a bound of 95 % on one side. */
const two = normalQuantile(0.975)
const one = normalQuantile(0.95)

/** Wilson's interval of a proportion, 95 %, from 0 to 1 (Wilson 1927). @param n above 0 */
export function wilson(count: number, n: number): Interval {
  const p = count / n
  const square = (two * two) / n
  const centre = (p + square / 2) / (1 + square)
  const half = Math.sqrt(p * (1 - p) * square + (square * square) / 4) / (1 + square)
  return { lower: Math.max(0, centre - half), upper: Math.min(1, centre + half) }
}

/** Fisher's interval of a correlation, 95 %: tanh(atanh r ± z / √(n − 3)). @param n above 3 */
export const fisherInterval = (r: number, n: number): Interval => around(r, two / Math.sqrt(n - 3))

/** The bounds of which each is passed by 5 % of samples, for a question of one direction. @param n above 3 */
export const fisherBounds = (r: number, n: number): Interval => around(r, one / Math.sqrt(n - 3))

const around = (r: number, half: number): Interval => ({
  lower: Math.tanh(Math.atanh(r) - half),
  upper: Math.tanh(Math.atanh(r) + half),
})

const logChoose = (n: number, k: number) => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)

/**
 * Fisher's exact test of a table of two by two counts, [[a, b], [c, d]]: the chance of a table that is as unlikely or
 * more so when rows and columns have nothing to do with each other, 0 to 1, two-sided as R's `fisher.test`.
 */
export function fisherExact(a: number, b: number, c: number, d: number): number {
  const [row, other, column] = [a + b, c + d, a + c]
  const all = logChoose(row + other, column)
  const chance = (x: number) => Math.exp(logChoose(row, x) + logChoose(other, column - x) - all)
  const found = chance(a)
  let sum = 0
  for (let x = Math.max(0, column - other); x <= Math.min(row, column); x += 1) {
    const one = chance(x)
    if (one <= found * (1 + 1e-7)) sum += one
  }
  return Math.min(1, sum)
}

/** P(at least `count` of n), each with the chance p: the upper tail of the binomial distribution. */
export const atLeast = (count: number, n: number, p: number): number =>
  count <= 0 ? 1 : betaShare(count, n - count + 1, p, 1 - p)
