import type { Norm } from '#scoring/definition/scale-schema.ts'

/** Standard error of measurement in raw points: sd √(1 − reliability). */
export function standardError(sd: number, reliability: number): number {
  return sd * Math.sqrt(1 - reliability)
}

/** Kelley's estimate of the true score: the raw score drawn towards the norm's mean by the unreliability. */
export function trueScore(norm: Pick<Norm, 'mean'>, reliability: number, raw: number): number {
  return norm.mean + reliability * (raw - norm.mean)
}

/** Standard error of that estimate (SEE) in raw points: sd √(reliability (1 − reliability)). */
export function trueScoreError(sd: number, reliability: number): number {
  return sd * Math.sqrt(reliability * (1 - reliability))
}
