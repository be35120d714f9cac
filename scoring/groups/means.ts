/** Some people's scores on one scale, summed up. */
export interface Sums {
  readonly n: number
  readonly mean: number
  /** The sum of squared differences from the mean. */
  readonly squares: number
}

/** The scores of nobody. */
export const noScores: Sums = { n: 0, mean: 0, squares: 0 }

/** The scores of two groups that share nobody, as one group. */
export function together(one: Sums, other: Sums): Sums {
  const n = one.n + other.n
  if (n === 0) return noScores
  const apart = other.mean - one.mean
  return {
    n,
    mean: one.mean + (apart * other.n) / n,
    squares: one.squares + other.squares + (apart ** 2 * one.n * other.n) / n,
  }
}

/** The scores of a whole without those of a part of it. */
export function without(whole: Sums, part: Sums): Sums {
  const n = whole.n - part.n
  if (n <= 0) return noScores
  const mean = (whole.mean * whole.n - part.mean * part.n) / n
  const squares = whole.squares - part.squares - ((part.mean - mean) ** 2 * part.n * n) / whole.n
  return { n, mean, squares: Math.max(0, squares) }
}

/** The standard deviation of the scores, in their unit; null for fewer than two. */
export const deviation = ({ n, squares }: Sums): number | null =>
  n < 2 ? null : Math.sqrt(squares / (n - 1))

/** The standard error of the mean, in the unit of the scores: their deviation / √n; null for fewer than two. */
export const errorOfMean = (sums: Sums): number | null => {
  const sd = deviation(sums)
  return sd === null ? null : sd / Math.sqrt(sums.n)
}

/** The chance of a difference that is not there, over all comparisons of a page. */
const level = 0.05

/**
 * Compares the means of two groups that share nobody, by Welch's test. The spread of the scores has the error of their
 * measurement in it already.
 * @param comparisons how many are made beside each other; each must be as much surer (Bonferroni)
 * @returns the mean of the first is reliably higher or lower than that of the second; null where that can't be said
 */
export function reliableDifference(one: Sums, other: Sums, comparisons: number): 'higher' | 'lower' | null {
  if (one.n < 2 || other.n < 2) return null
  const parts = [one, other].map(({ n, squares }) => ({ error: squares / (n - 1) / n, freedom: n - 1 }))
  const error = parts.reduce((sum, part) => sum + part.error, 0)
  const apart = one.mean - other.mean
  // Equal scores everywhere: a test has no use for a spread of nothing.
  if (error <= 0) return null
  const freedom = error ** 2 / parts.reduce((sum, part) => sum + part.error ** 2 / part.freedom, 0)
  if (chanceOf(apart / Math.sqrt(error), freedom) * comparisons >= level) return null
  return apart > 0 ? 'higher' : 'lower'
}

/**
 * The chance of a value of Student's t at least this far from 0 on either side (two-sided p), by the incomplete beta
 * function. @param freedom degrees of freedom, above 0
 */
export function chanceOf(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)
}

/** The regularised incomplete beta function I(x; a, b), as a continued fraction (Abramowitz & Stegun 26.5.8). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges quickly on this side of the mean only.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front =
    Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a
  const tiny = 1e-300
  const far = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let d = 1 / far(1 - ((a + b) * x) / (a + 1))
  let c = 1
  let fraction = d
  for (let m = 1; m <= 300; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / far(1 + even * d)
    c = far(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / far(1 + odd * d)
    c = far(1 + odd / c)
    const step = d * c
    fraction *= step
    if (Math.abs(step - 1) < 1e-12) break
  }
  return front * fraction
}

const lanczos = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
  -0.5395239384953e-5,
]

/** The natural logarithm of Γ(x) for x > 0 (Lanczos' approximation, relative error below 2e-10). */
function logGamma(x: number): number {
  const base = x + 5.5
  const series = lanczos.reduce((sum, value, at) => sum + value / (x + at + 1), 1.000000000190015)
  return (x + 0.5) * Math.log(base) - base + Math.log((2.506628274631 * series) / x)
}
