/** Scores differ reliably beyond this many standard errors: 95 % one-sided, the quantile of the normal distribution. */
export const RELIABLE = 1.645

/** A score with its standard error of measurement, both in the same unit. */
export interface MeasuredScore {
  readonly value: number
  readonly se: number
}

/**
 * True when the first score is higher than the second by more than the measurement's error: by more than 1.645·√(SE₁² + SE₂²),
 * the standard error of a difference of two scores with independent errors.
 */
export function isReliablyHigher(one: MeasuredScore, other: MeasuredScore): boolean {
  return one.value - other.value > RELIABLE * Math.sqrt(one.se ** 2 + other.se ** 2)
}

/**
 * The places that a score can have among others of the same version of a test: from 1 + those that are reliably higher to
 * n − those that are reliably lower.
 * @param all every score of the comparison with how many people have it, the own one included
 */
export function rankRange(
  own: MeasuredScore,
  all: readonly (MeasuredScore & { count: number })[],
): { from: number; to: number; of: number } {
  let higher = 0
  let lower = 0
  let of = 0
  for (const other of all) {
    of += other.count
    if (isReliablyHigher(other, own)) higher += other.count
    else if (isReliablyHigher(own, other)) lower += other.count
  }
  return { from: 1 + higher, to: of - lower, of }
}
