import type { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { bandOf } from '#scoring/norms/bands.ts'
import type { ScaleScore, Scores } from './scores.ts'

type Standardised = Pick<ScaleScore, 'key' | 'T'>

/** Σ wT / Σ|w| over the parts; null when any part is null or the weights are all 0. */
export function compositeT(
  parts: readonly { scale: string; weight: number }[],
  scales: readonly Standardised[],
): number | null {
  let weighted = 0
  let weights = 0
  for (const { scale, weight } of parts) {
    const T = scales.find(({ key }) => key === scale)?.T ?? null
    if (T === null) return null
    weighted += weight * T
    weights += Math.abs(weight)
  }
  return weights === 0 ? null : weighted / weights
}

/** The composites that hold nothing of a sensitive scale; of a sensitive inventory none. */
export function openComposites(
  definition: Pick<Definition, 'sensitive' | 'scales' | 'composites'>,
): NonNullable<Definition['composites']> {
  if (definition.sensitive) return []
  const kept = new Set(definition.scales.flatMap((scale) => (scale.sensitive ? [scale.key] : [])))
  return (definition.composites ?? []).filter(({ parts }) => !parts.some(({ scale }) => kept.has(scale)))
}

/** Composites of the definition with their bands (always on T). */
export function scoreComposites(definition: Definition, scales: readonly ScaleScore[]): Scores['composites'] {
  return (definition.composites ?? []).map(({ key, parts, bandSet }) => {
    const T = compositeT(parts, scales)
    return {
      key,
      T,
      band: bandOf(bandSet === undefined ? undefined : entry(definition.bandSets, bandSet), { T }),
    }
  })
}

/** Mean T of the category's scored scales when at least `minScored` are; a category without it is only a heading. */
export function scoreCategories(definition: Definition, scales: readonly ScaleScore[]): Scores['categories'] {
  return (definition.categories ?? []).map((category) => {
    const members = scales.filter(({ key }) => category.scales.includes(key))
    const values = members.flatMap(({ T }) => T ?? [])
    const enough = category.minScored !== undefined && values.length >= category.minScored
    const T = enough ? values.reduce((sum, value) => sum + value, 0) / values.length : null
    const bandSet = category.bandSet === undefined ? undefined : entry(definition.bandSets, category.bandSet)
    return {
      key: category.key,
      T,
      scored: members.filter(({ raw }) => raw !== null).length,
      of: category.scales.length,
      band: bandOf(bandSet, { T }),
    }
  })
}
