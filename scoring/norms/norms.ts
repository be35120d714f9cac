import type { Norm } from '#scoring/definition/scale-schema.ts'
import { normalQuantile } from '#scoring/statistics/normal.ts'

/** The numbers of a norm. `normalised`: z, T and sten are read from the frequency table in place of mean and sd. */
export type NormFigures = Omit<Norm, 'source' | 'invented' | 'n'> & { readonly normalised?: boolean }

/** Standard score: (raw − mean) / sd with the norm's published figures. */
export function zScore(norm: Pick<Norm, 'mean' | 'sd'>, raw: number): number {
  return (raw - norm.mean) / norm.sd
}

/** T = 50 + 10 z, not clamped. */
export function tScore(z: number): number {
  return 50 + 10 * z
}

/**
 * Mid-rank percentile, 0 to 100: 100 (below + ½ at) / N in the norm's frequency table; null without a table.
 * Scores are divided, not multiplied: a mean and its place in the table are then the same double.
 * A prorated raw score that is no whole number has nobody at it.
 */
export function percentileRank(
  norm: Pick<Norm, 'freq' | 'freqFrom' | 'freqPer'>,
  raw: number,
): number | null {
  const { freq, freqFrom = 0, freqPer = 1 } = norm
  if (!freq) return null
  const all = sum(freq)
  const below = sum(freq.filter((_, i) => (freqFrom + i) / freqPer < raw))
  const at = sum(freq.filter((_, i) => (freqFrom + i) / freqPer === raw))
  return all === 0 ? null : (100 * (below + at / 2)) / all
}

/**
 * Normalised z: Φ⁻¹ of the mid-rank share in the norm's frequency table (McCall 1922). A score beyond everybody there gets the
 * z of the nearest score that somebody has, so it is always finite; null without a table or with an empty one.
 */
export function normalisedZ(norm: Pick<Norm, 'freq' | 'freqFrom' | 'freqPer'>, raw: number): number | null {
  const { freq, freqFrom = 0, freqPer = 1 } = norm
  if (!freq) return null
  const lowest = freq.findIndex((count) => count > 0)
  if (lowest === -1) return null
  const highest = freq.findLastIndex((count) => count > 0)
  const score = Math.min((freqFrom + highest) / freqPer, Math.max((freqFrom + lowest) / freqPer, raw))
  const at = (i: number) => (freqFrom + i) / freqPer
  const half = sum(freq.filter((_, i) => at(i) === score)) / 2
  const below = sum(freq.filter((_, i) => at(i) < score)) + half
  const above = sum(freq.filter((_, i) => at(i) > score)) + half
  // The smaller share has the digits: in a smoothed table the other may be 1 but for its last one.
  return below <= above ? normalQuantile(below / (below + above)) : -normalQuantile(above / (below + above))
}

/** Standard ten, 1 to 10: floor(5.5 + 2z + 0.5), clamped. */
export function sten(z: number): number {
  return Math.min(10, Math.max(1, Math.floor(5.5 + 2 * z + 0.5)))
}

/** Cumulative percentages of the normal curve at which the next stanine starts. */
const STANINE_CUTS = [4, 11, 23, 40, 60, 77, 89, 96]

/** Standard nine, 1 to 9: 1 + how many of the cuts lie strictly below the percentile. */
export function stanine(percentile: number): number {
  return 1 + STANINE_CUTS.filter((cut) => cut < percentile).length
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
