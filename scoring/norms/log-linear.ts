import { logGamma } from '#scoring/statistics/gamma.ts'
import { climb, type Hill } from '#scoring/statistics/linear.ts'

/** A smooth curve through counts by score: ln of the expected count is a polynomial of the score. */
export interface LogLinear {
  readonly degree: number
  /** Expected people by score, at the places of the counts; 0 for less than a trillionth. */
  readonly fitted: number[]
  /** Akaike's criterion, as R's `AIC(glm(…, family = poisson))`: the lowest is the best. */
  readonly aic: number
  /** Twice the log of how much likelier the counts themselves are than the curve; 0 for a curve through all of them. */
  readonly deviance: number
}

export const highestDegree = 6

/**
 * Log-linear curves through counts (Holland and Thayer 1987, 2000), by the maximum of the Poisson likelihood. The fitted counts
 * have the sum of the counts and their moments up to the degree, so from degree 2 their mean and variance.
 *
 * A curve of a degree exists for certain where more different scores than that have people; no others are returned, nor any
 * whose maximum isn't found.
 * @param freq people by score, each a whole number from 0, at steps of equal width
 * @returns the curves of degree 1 to `highest`, the lowest degree first
 */
export function logLinear(freq: readonly number[], highest = highestDegree): LogLinear[] {
  const observed = freq.filter((count) => count > 0).length
  const all = freq.reduce((sum, count) => sum + count, 0)
  const basis = polynomials(freq, Math.min(highest, observed - 1))
  const found: LogLinear[] = []
  let start = Float64Array.of(Math.log(all / freq.length))
  for (let degree = 1; degree < basis.length; degree += 1) {
    const top = climb(
      (point) => likelihood(freq, basis, point),
      Float64Array.from({ length: degree + 1 }, (_, i) => start[i] ?? 0),
    )
    if (top === undefined) continue
    start = Float64Array.from(top.point)
    found.push(curveOf(freq, basis, start))
  }
  return found
}

/**
 * Polynomials of degree 0, 1, … at the places of the counts, each uncorrelated with the lower ones among the people counted: in
 * powers of the score the equations would have no digits left at degree 6.
 */
function polynomials(freq: readonly number[], highest: number): number[][] {
  const all = freq.reduce((sum, count) => sum + count, 0)
  const product = (a: readonly number[], b: readonly number[]) =>
    freq.reduce((sum, count, i) => sum + count * (a[i] ?? 0) * (b[i] ?? 0), 0) / all
  const found = [freq.map(() => 1)]
  const places = freq.map((_, i) => (2 * i) / (freq.length - 1) - 1)
  while (found.length <= highest) {
    let next = (found.at(-1) ?? []).map((value, i) => value * (places[i] ?? 0))
    // Once more for what rounding left of the lower ones.
    for (let round = 0; round < 2; round += 1)
      for (const lower of found) {
        const shared = product(next, lower)
        next = next.map((value, i) => value - shared * (lower[i] ?? 0))
      }
    const size = Math.sqrt(product(next, next))
    found.push(next.map((value) => value / size))
  }
  return found
}

/** ln of the expected count at each place. */
const logsOf = (basis: readonly (readonly number[])[], point: Float64Array, places: number): number[] =>
  Array.from({ length: places }, (_, i) =>
    point.reduce((sum, weight, k) => sum + weight * (basis[k]?.[i] ?? 0), 0),
  )

function likelihood(
  freq: readonly number[],
  basis: readonly (readonly number[])[],
  point: Float64Array,
): Hill {
  const size = point.length
  const slopes = new Float64Array(size)
  const values = new Float64Array(size * size)
  let value = 0
  for (const [i, log] of logsOf(basis, point, freq.length).entries()) {
    const count = freq[i] ?? 0
    const mean = Math.exp(log)
    value += count * log - mean
    for (let row = 0; row < size; row += 1) {
      const at = basis[row]?.[i] ?? 0
      slopes[row] = (slopes[row] ?? 0) + (count - mean) * at
      for (let column = 0; column < size; column += 1)
        values[row * size + column] =
          (values[row * size + column] ?? 0) + mean * at * (basis[column]?.[i] ?? 0)
    }
  }
  return { value, slopes, curvature: { size, values } }
}

function curveOf(
  freq: readonly number[],
  basis: readonly (readonly number[])[],
  point: Float64Array,
): LogLinear {
  const logs = logsOf(basis, point, freq.length)
  let [logLikelihood, deviance] = [0, 0]
  for (const [i, log] of logs.entries()) {
    const count = freq[i] ?? 0
    const mean = Math.exp(log)
    logLikelihood += count * log - mean - logGamma(count + 1)
    deviance += 2 * ((count === 0 ? 0 : count * (Math.log(count) - log)) - (count - mean))
  }
  const fitted = logs.map((log) => (Math.exp(log) < 1e-12 ? 0 : Math.exp(log)))
  return { degree: point.length - 1, fitted, aic: 2 * point.length - 2 * logLikelihood, deviance }
}
