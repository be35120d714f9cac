import type { BandSet } from '#scoring/definition/scale-schema.ts'
import { bandOf } from '#scoring/norms/bands.ts'
import type { NormFigures } from '#scoring/norms/norms.ts'
import { percent, standardScores } from './scales.ts'

/** The way from a raw score of one scale to its band. */
export interface BandRule {
  readonly norm?: NormFigures | undefined
  readonly bandSet: BandSet
  /** The lowest and highest raw score. */
  readonly min: number
  readonly max: number
}

interface BandCount {
  /** Null for results without a band: not scored, or without the norm that the bands are about. */
  readonly band: string | null
  readonly before: number
  readonly after: number
}

interface BandEffect {
  readonly results: number
  /** Results whose band changes. */
  readonly changed: number
  /** Bands before and after, in the order of the new band set, then those that no longer exist. */
  readonly bands: readonly BandCount[]
  /** Changes from one band to another, the most frequent first. */
  readonly moves: readonly {
    readonly from: string | null
    readonly to: string | null
    readonly results: number
  }[]
}

/**
 * Previews the effect of another norm or other bands on stored results, by the functions that score and band a person. “Of 412
 * results 38 change band” is `changed` of `results`.
 * @param scores raw scores, one a result; null where it isn't scored
 */
export function bandEffect(
  scores: readonly (number | null)[],
  before: BandRule,
  after: BandRule,
): BandEffect {
  const counts = new Map<string | null, { before: number; after: number }>()
  const bandIds = [...after.bandSet.bands, ...before.bandSet.bands].map(({ id }) => id)
  for (const band of [...bandIds, null]) counts.set(band, { before: 0, after: 0 })
  const moves = new Map<string, { from: string | null; to: string | null; results: number }>()
  let changed = 0
  for (const raw of scores) {
    const [from, to] = [bandBy(before, raw), bandBy(after, raw)]
    const [left, entered] = [counts.get(from), counts.get(to)]
    if (left) left.before += 1
    if (entered) entered.after += 1
    if (from === to) continue
    changed += 1
    const key = JSON.stringify([from, to])
    const move = moves.get(key) ?? { from, to, results: 0 }
    moves.set(key, move)
    move.results += 1
  }
  return {
    results: scores.length,
    changed,
    bands: [...counts].map(([band, count]) => ({ band, before: count.before, after: count.after })),
    moves: [...moves.values()].sort((a, b) => b.results - a.results),
  }
}

function bandBy({ norm, bandSet, min, max }: BandRule, raw: number | null): string | null {
  const { T } = standardScores(norm, raw)
  return bandOf(bandSet, { raw, T, percentage: percent({ raw, min, max }) })
}
