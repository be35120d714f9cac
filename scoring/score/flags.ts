import type { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import type { ScaleScore } from './scores.ts'

/** True when a score is in the band that its scale names as `flagFrom`, or beyond it; false when it was not scored. */
export function isFlagged(
  { scales, bandSets }: Definition,
  { key, band }: Pick<ScaleScore, 'key' | 'band'>,
): boolean {
  const { flagFrom, bandSet } = scales.find((scale) => scale.key === key) ?? {}
  if (flagFrom === undefined || bandSet === undefined || band === null) return false
  const ids = (entry(bandSets, bandSet)?.bands ?? []).map(({ id }) => id)
  return ids.includes(flagFrom) && ids.indexOf(band) >= ids.indexOf(flagFrom)
}
