import type { Placement } from '#scoring/definition/scale-schema.ts'
import type { PlacementScore, ScaleScore } from './scores.ts'

/**
 * Level by the total of the named scales: the highest cut reached (a total equal to the cut gets it), then the caps of
 * weak sections, the lowest winning. A cap applies when the section's score is below `belowPercent` of its maximum.
 * Borderline: the nearest cut no further than one SEM from the total. Null when a scale was not scored.
 */
export function place(
  placement: Placement,
  scales: readonly Pick<ScaleScore, 'key' | 'raw' | 'max'>[],
): PlacementScore | null {
  const parts = placement.scales.map((key) => scales.find((scale) => scale.key === key))
  let total = 0
  let max = 0
  for (const part of parts) {
    if (part === undefined || part.raw === null) return null
    total += part.raw
    max += part.max
  }
  const { levels } = placement
  const reached = levels.findLastIndex(({ from }) => total >= from)
  const caps = bindingCaps(placement, scales)
  const levelByTotal = levels[reached]?.id
  const level = levels[caps.reduce((least, { rank }) => Math.min(least, rank), reached)]?.id
  if (level === undefined || levelByTotal === undefined) return null
  return {
    total,
    max,
    percentage: max === 0 ? 0 : (100 * total) / max,
    level,
    levelByTotal,
    caps: caps.map(({ scale, percentage, atMost }) => ({ scale, percentage, atMost })),
    borderline: nearestCut(placement, total),
  }
}

function bindingCaps(placement: Placement, scales: readonly Pick<ScaleScore, 'key' | 'raw' | 'max'>[]) {
  return (placement.caps ?? [])
    .flatMap(({ scale, belowPercent, atMost }) => {
      const score = scales.find(({ key }) => key === scale)
      if (score === undefined || score.raw === null || score.max === 0) return []
      const percentage = (100 * score.raw) / score.max
      const rank = placement.levels.findIndex(({ id }) => id === atMost)
      return percentage < belowPercent ? [{ scale, percentage, atMost, rank }] : []
    })
    .sort((a, b) => a.rank - b.rank)
}

function nearestCut({ levels, sem }: Placement, total: number): PlacementScore['borderline'] {
  if (sem === 0) return null
  let nearest: PlacementScore['borderline'] = null
  for (const [i, { id, from }] of levels.entries()) {
    const below = levels[i - 1]
    const distance = Math.abs(total - from)
    // The lowest level has no cut: nobody can fall below it.
    if (below === undefined || distance > sem) continue
    if (nearest === null || distance < Math.abs(total - nearest.cut))
      nearest = { cut: from, below: below.id, above: id }
  }
  return nearest
}
