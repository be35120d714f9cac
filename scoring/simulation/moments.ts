import { normalShare } from '#scoring/statistics/normal.ts'
import { chanceOfRight, chancesOfPoints, type GradedCurve, normalGrid, type RightCurve } from './curves.ts'
import { speedEffect, timeSpread } from './pace.ts'
import type { Member, TraitScale } from './scales.ts'

/** The curve on which an item is answered at a trait: of right and wrong, or of points. */
export type Curve = RightCurve | GradedCurve

/** Mean and variance of a scale's raw score, in raw points. */
export interface Moments {
  readonly mean: number
  readonly variance: number
}

/**
 * The chance that an item under a clock of its own is seen at all, 0 to 1. In a race people's pace follows the trait
 * that is raced for: its time is median · e^(−trait · effect + spread · noise), and j such times add up nearly normally
 * in logarithms, with √((e^(spread²) − 1) / j) around their mean.
 */
export function chanceOfReaching(member: Member, trait: number): number {
  const { race, millis } = member.pace
  if (race === undefined) return 1
  const before = Math.max(1, race.until / millis)
  const mean = race.until * Math.exp((timeSpread * timeSpread) / 2)
  const around = Math.sqrt((Math.exp(timeSpread * timeSpread) - 1) / before)
  return normalShare((Math.log(race.limit / mean) + speedEffect * trait) / around)
}

/**
 * Mean and variance of what a person of a trait scores on a scale over endless repetitions (the true score is the mean),
 * in raw points. Items are independent given the trait; the number reached in a race is not, so its part of the variance
 * is added: Var = E[Var | reached] + Var(E | reached).
 */
export function momentsAt(
  { members, averaged }: TraitScale,
  curves: readonly Curve[],
  trait: number,
): Moments {
  let mean = 0
  let variance = 0
  let racedSum = 0
  let racedMean = 0
  let racedSquare = 0
  for (const [i, member] of members.entries()) {
    const curve = curves[i]
    if (curve === undefined) continue
    const one = momentsOfItem(member, curve, trait)
    if (member.pace.race === undefined) {
      mean += one.mean
      variance += one.variance
      continue
    }
    const reached = chanceOfReaching(member, trait)
    mean += reached * one.mean
    variance += reached * one.variance
    // E[S²] over the number reached, S being the sum of the means so far: S_j² − S_(j−1)² where j is reached.
    racedSquare += reached * (one.mean * (2 * racedSum + one.mean))
    racedMean += reached * one.mean
    racedSum += one.mean
  }
  variance += racedSquare - racedMean * racedMean
  const k = averaged ? members.length : 1
  return { mean: mean / k, variance: variance / (k * k) }
}

function momentsOfItem({ worth }: Member, curve: Curve, trait: number): Moments {
  if ('b' in curve) {
    const right = chanceOfRight(curve, trait)
    const [wrong, points] = [worth[0] ?? 0, worth.at(-1) ?? 1]
    const apart = points - wrong
    return { mean: wrong + apart * right, variance: apart * apart * right * (1 - right) }
  }
  let mean = 0
  let square = 0
  for (const [j, chance] of chancesOfPoints(curve, trait).entries()) {
    const value = worth[j] ?? 0
    mean += chance * value
    square += chance * value * value
  }
  return { mean, variance: square - mean * mean }
}

/**
 * The figures of a scale's raw scores over people whose trait is standard normal: mean and standard deviation in raw
 * points, and the reliability Var(true score) / Var(raw), 0 to 1.
 */
export function expectedFigures(scale: TraitScale, curves: readonly Curve[]) {
  let mean = 0
  let square = 0
  let error = 0
  for (const { trait, weight } of normalGrid) {
    const at = momentsAt(scale, curves, trait)
    mean += weight * at.mean
    square += weight * at.mean * at.mean
    error += weight * at.variance
  }
  const truth = square - mean * mean
  return { mean, sd: Math.sqrt(truth + error), reliability: truth / (truth + error) }
}
