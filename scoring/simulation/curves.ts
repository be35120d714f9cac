/**
 * Right or wrong: a two-parameter logistic curve over a floor of guessing. `a` is the slope in logits per standard
 * deviation of the trait (about 0.5 to 3), `b` the trait at which half of those who do not guess are right, `c` the
 * chance of a guess (1 / options, 0 where nothing is offered).
 */
export interface RightCurve {
  readonly a: number
  readonly b: number
  readonly c: number
}

/**
 * An answer on ordered points (the graded response model): `thresholds[j]` is the trait at which half reach point
 * j + 1 or more; rising. One more point than thresholds.
 */
export interface GradedCurve {
  readonly a: number
  readonly thresholds: readonly number[]
}

/** 1 / (1 + e^−x), from 0 to 1. */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** P(right | trait) = c + (1 − c) / (1 + e^(−a(trait − b))), from c to 1 (Birnbaum 1968). */
export function chanceOfRight({ a, b, c }: RightCurve, trait: number): number {
  return c + (1 - c) * logistic(a * (trait - b))
}

/**
 * P(point j | trait) for every point, the lowest first; they add up to 1. P(j or more) = 1 / (1 + e^(−a(trait − b_j)))
 * (Samejima 1969).
 */
export function chancesOfPoints({ a, thresholds }: GradedCurve, trait: number): number[] {
  const reached = [1, ...thresholds.map((b) => logistic(a * (trait - b))), 0]
  return reached.slice(0, -1).map((chance, j) => chance - (reached[j + 1] ?? 0))
}

/** Points of a grid over the standard normal curve, −4 to 4 in steps of 0.25, with weights that add up to 1. */
export const normalGrid: readonly { readonly trait: number; readonly weight: number }[] = (() => {
  const traits = Array.from({ length: 33 }, (_, i) => -4 + i / 4)
  const heights = traits.map((trait) => Math.exp((-trait * trait) / 2))
  const all = heights.reduce((sum, height) => sum + height, 0)
  return traits.map((trait, i) => ({ trait, weight: (heights[i] ?? 0) / all }))
})()
