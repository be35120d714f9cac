import { isReliablyHigher, type MeasuredScore, RELIABLE } from './rank-range.ts'

/**
 * Half the length of the bar that shows a score's error beside others: 1.645·SE/√2. Two bars of one length part exactly where
 * the difference of their scores is reliable; bars of one standard error would part too early to say so. In the unit of `se`.
 */
export const comparisonMargin = (se: number): number => (RELIABLE * se) / Math.SQRT2

/**
 * The reliable differences among the scores of one version: for each score that has any, those that it is higher than.
 * @param scores with the ids of their results; one whose error is unknown is higher than none and lower than none
 */
export function reliableDifferences(
  scores: readonly { id: string; value: number; se: number | null }[],
): { id: string; than: string[] }[] {
  const measured = scores.flatMap(({ id, value, se }) => (se === null ? [] : [{ id, value, se }]))
  const lowerThan = (one: MeasuredScore) =>
    measured.flatMap((other) => (isReliablyHigher(one, other) ? [other.id] : []))
  return measured.map((one) => ({ id: one.id, than: lowerThan(one) })).filter(({ than }) => than.length > 0)
}

/** A change is reliable from this many standard errors of the difference on: 95 % two-sided. */
const RELIABLE_CHANGE = 1.96

/**
 * The reliable change index of a person's two results of the same version (Jacobson & Truax 1991): their difference over the
 * standard error of a difference of two scores with the same error, SE·√2. From |1.96| on the change is reliable: chance
 * alone would bring it about in one of twenty people who haven't changed.
 * @param se standard error of measurement, in the unit of the scores; null where it is not known
 * @returns null where the error is unknown or 0
 */
export function reliableChange(
  before: number,
  after: number,
  se: number | null,
): { index: number; reliable: boolean } | null {
  if (se === null || !(se > 0)) return null
  const index = (after - before) / (se * Math.SQRT2)
  return { index, reliable: Math.abs(index) >= RELIABLE_CHANGE }
}
