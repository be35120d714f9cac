/** Lanczos's coefficients for g = 7 (Godfrey 2001), right to about 15 digits. */
const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
] as const

const halfLogTwoPi = Math.log(2 * Math.PI) / 2

/** ln Γ(x), by Lanczos's series and for x from 15 by Stirling's. @param x above 0 */
export function logGamma(x: number): number {
  if (x >= 15) return (x - 0.5) * Math.log(x) - x + halfLogTwoPi + stirlingError(x)
  // The series is worst near 1 and 2, where ln Γ is 0: Γ(x) = Γ(x + 1) / x leads away from there.
  if (x < 0.5) return logGamma(x + 1) - Math.log(x)
  const z = x - 1
  const sum = lanczos.reduce((all, coefficient, i) => all + coefficient / (z + i + 1), 0.9999999999998099)
  return halfLogTwoPi + (z + 0.5) * Math.log(z + 7.5) - (z + 7.5) + Math.log(sum)
}

/**
 * ln Γ(x) less Stirling's (x − ½) ln x − x + ½ ln 2π: what that formula lacks. Without it, ln Γ of large numbers would
 * be subtracted from each other and lose their digits (Loader 2000). @param x above 0
 */
export function stirlingError(x: number): number {
  if (x < 15) return logGamma(x) - ((x - 0.5) * Math.log(x) - x + halfLogTwoPi)
  const square = x * x
  const inner = 1 / 1680 - (1 / 1188 - 691 / 360_360 / square) / square
  return (1 / 12 - (1 / 360 - (1 / 1260 - inner / square) / square) / square) / x
}

/** x ln(x / mean) + mean − x, exact where both are nearly equal (Loader 2000). @param x, mean above 0 */
export function deviance(x: number, mean: number): number {
  const difference = x - mean
  if (Math.abs(difference) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x
  const v = difference / (x + mean)
  let sum = difference * v
  let term = 2 * x * v
  for (let j = 3; ; j += 2) {
    term *= v * v
    const next = sum + term / j
    if (next === sum) return sum
    sum = next
  }
}

/** x^a e^−x / Γ(a), in logarithms that don't cancel. */
const gammaHeight = (a: number, x: number): number =>
  Math.sqrt(a / (2 * Math.PI)) * Math.exp(-stirlingError(a) - deviance(a, x))

/**
 * The regularised lower incomplete gamma P(a, x), from 0 to 1: by its series below a + 1, else by Lentz's continued
 * fraction of the rest (Numerical Recipes 6.2).
 * @param a above 0
 * @param x from 0
 */
export function lowerGamma(a: number, x: number): number {
  if (x <= 0) return 0
  return x < a + 1 ? gammaSeries(a, x) : 1 - gammaFraction(a, x)
}

/** 1 − P(a, x), as exact where it is tiny. */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  return x < a + 1 ? 1 - gammaSeries(a, x) : gammaFraction(a, x)
}

/** P(χ² above x) with `df` degrees of freedom. @param x from 0 */
export const upperChiSquare = (x: number, df: number): number => upperGamma(df / 2, x / 2)

function gammaSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = a + 1; ; n += 1) {
    term *= x / n
    if (sum + term === sum) return sum * gammaHeight(a, x)
    sum += term
  }
}

function gammaFraction(a: number, x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 0
  let b = x + 1 - a
  let c = Number.POSITIVE_INFINITY
  let d = 1 / b
  let fraction = d
  for (let i = 1; ; i += 1) {
    const numerator = -i * (i - a)
    b += 2
    d = 1 / (numerator * d + b)
    c = b + numerator / c
    const step = d * c
    fraction *= step
    if (Math.abs(step - 1) < 1e-15 || Number.isNaN(step)) return fraction * gammaHeight(a, x)
  }
}
