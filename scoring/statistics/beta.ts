import { deviance, stirlingError } from './gamma.ts'

/** x^a y^b / B(a, b) with y = 1 − x, in logarithms that don't cancel (Loader 2000). */
function betaHeight(a: number, b: number, x: number, y: number): number {
  const n = a + b
  const error = stirlingError(n) - stirlingError(a) - stirlingError(b)
  return Math.sqrt((a * b) / (2 * Math.PI * n)) * Math.exp(error - deviance(a, n * x) - deviance(b, n * y))
}

/**
 * The regularised incomplete beta I_x(a, b), from 0 to 1, by Lentz's continued fraction (Numerical Recipes 6.4).
 * @param a, b above 0
 * @param x from 0 to 1
 * @param y 1 − x, for callers who know it more exactly
 */
export function betaShare(a: number, b: number, x: number, y = 1 - x): number {
  if (x <= 0 || y <= 0) return x <= 0 ? 0 : 1
  return x < (a + 1) / (a + b + 2)
    ? (betaHeight(a, b, x, y) * betaFraction(a, b, x)) / a
    : 1 - (betaHeight(b, a, y, x) * betaFraction(b, a, y)) / b
}

function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; ; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15 || Number.isNaN(d)) return fraction
  }
}

/** The x below which the share p of the beta distribution lies. @param p from 0 to 1 */
export function betaQuantile(p: number, a: number, b: number): number {
  if (p <= 0 || p >= 1) return p <= 0 ? 0 : 1
  let [low, high] = [0, 1]
  let x = a / (a + b)
  // Newton's step where it stays between the bounds, else half of what is left: about ten rounds.
  for (let round = 0; round < 200; round += 1) {
    const over = betaShare(a, b, x) - p
    if (over > 0) high = x
    else low = x
    const newton = x - (over * x * (1 - x)) / betaHeight(a, b, x, 1 - x)
    const next = newton > low && newton < high ? newton : (low + high) / 2
    if (Math.abs(next - x) <= 1e-16 * x) return next
    x = next
  }
  return x
}

/** The value below which the share p of the F distribution lies. @param above, below degrees of freedom, above 0 */
export function fQuantile(p: number, above: number, below: number): number {
  const x = betaQuantile(p, above / 2, below / 2)
  // Near 1 the other end has the digits.
  const y = x > 0.5 ? betaQuantile(1 - p, below / 2, above / 2) : 1 - x
  return (below * (1 - y)) / (above * y)
}
