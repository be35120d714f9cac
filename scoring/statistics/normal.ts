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
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
    1971.5909503065513, 133.14166789178438, 3.3871328727963665,
  ],
  [
    5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
    687.1870074920579, 42.31333070160091, 1,
  ],
] as const
const near = [
  [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
] as const
const far = [
  [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124,
    0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133,
    0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1,
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
