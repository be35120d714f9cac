import { lowerGamma, upperGamma } from './gamma.ts'

/** Φ(x), the share of the standard normal curve below x, from 0 to 1: half the upper incomplete gamma of ½ at x²/2. */
export function normalShare(x: number): number {
  const tail = upperGamma(0.5, (x * x) / 2) / 2
  return x < 0 ? tail : 0.5 + lowerGamma(0.5, (x * x) / 2) / 2
}

/** 1 − Φ(x), the share above x; as exact for large x as for small ones. */
export const upperNormalShare = (x: number): number => normalShare(-x)

/** φ(x), the height of the standard normal curve. */
export const normalDensity = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)

/** Coefficients of AS 241 (PPND16), from the highest power to the constant: numerator, then denominator. */
const centre = [
  [
    2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
    13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608,
  ],
  [
    5226.495278852545925, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
    5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1,
  ],
] as const
const near = [
  [
    7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
    3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734,
  ],
  [
    1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
    0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1,
  ],
] as const
const far = [
  [
    2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093,
    0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772,
  ],
  [
    2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
    0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1,
  ],
] as const

/**
 * Φ⁻¹(p), the point below which the share p of the standard normal curve lies (Wichura 1988, AS 241); −∞ for 0, ∞ for 1.
 * @param p from 0 to 1
 */
export function normalQuantile(p: number): number {
  const fromMiddle = p - 0.5
  if (Math.abs(fromMiddle) <= 0.425) return fromMiddle * ratio(centre, 0.180625 - fromMiddle * fromMiddle)
  const share = Math.min(p, 1 - p)
  if (share <= 0) return p < 0.5 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const depth = Math.sqrt(-Math.log(share))
  const size = depth <= 5 ? ratio(near, depth - 1.6) : ratio(far, depth - 5)
  return fromMiddle < 0 ? -size : size
}

const ratio = ([above, below]: readonly [readonly number[], readonly number[]], x: number): number =>
  polynomial(above, x) / polynomial(below, x)

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
