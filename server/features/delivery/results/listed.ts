import { type Locale, totalKeys } from '#contract/fields.ts'
import type { ReportScale } from '#contract/reports.ts'
import type { ListedKey, RowScore } from '#contract/scores.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { type ListedKey as Key, listedKeys } from '#scoring/score/listed.ts'
import type { Version } from '#server/features/inventories/versions.ts'
import { translate } from '#server/locales.ts'

type ReportBand = NonNullable<ReportScale['band']>

/** A band with its words. */
export function bandOf(
  definition: Definition,
  setId: string | undefined,
  bandId: string | null,
  locale: Locale,
): ReportBand | null {
  const band =
    setId && bandId ? definition.bandSets?.[setId]?.bands.find((one) => one.id === bandId) : undefined
  if (band === undefined || setId === undefined) return null
  const words = definition.texts[locale].bands?.[setId]?.[band.id]
  return { id: band.id, name: words?.name ?? band.id, text: words?.text ?? '', tone: band.tone ?? 'expected' }
}

/** The id of the bands of a listed score; those of a placement are its levels. */
function bandSetOf({ scales, categories, composites }: Definition, { key, kind }: Key): string | undefined {
  if (kind === 'category') return categories?.find((one) => one.key === key)?.bandSet
  if (kind === 'composite') return composites?.find((one) => one.key === key)?.bandSet
  return scales.find((one) => one.key === key)?.bandSet
}

function shownBand(definition: Definition, key: Key, band: string | null, locale: Locale) {
  if (key.kind === 'placement') {
    if (band === null) return null
    return {
      id: band,
      name: definition.texts[locale].levels?.[band]?.name ?? band,
      tone: 'expected' as const,
    }
  }
  const found = bandOf(definition, bandSetOf(definition, key), band, locale)
  return found && { id: found.id, name: found.name, tone: found.tone }
}

/** The scores that lists show of a version, in words. */
export function listedKeysOf({ definition }: Version, locale: Locale): ListedKey[] {
  const texts = definition.texts[locale]
  return listedKeys(definition).map((listed) => {
    const { key, kind, unit, min, max, step, main } = listed
    const words =
      kind === 'category' ? texts.categories : kind === 'composite' ? texts.composites : texts.scales
    const name =
      key === totalKeys.placement && kind === 'placement'
        ? translate(locale, 'report:total.total')
        : (words?.[key]?.name ?? key)
    const short = kind === 'scale' ? (texts.scales?.[key]?.short ?? name) : name
    const ids =
      kind === 'placement'
        ? (definition.placement?.levels ?? [])
        : (definition.bandSets?.[bandSetOf(definition, listed) ?? '']?.bands ?? [])
    const bands = ids.flatMap(({ id }) => shownBand(definition, listed, id, locale) ?? [])
    return { key, name, short, unit, min, max, step, main, bands }
  })
}

/** Scores as they are stored, in words; those that the version does not list are left out. */
export function listedScoresOf(
  { definition }: Version,
  scores: readonly { key: string; value: number; se: number | null; band: string | null }[],
  locale: Locale,
): Record<string, RowScore> {
  const found = new Map(scores.map((score) => [score.key, score]))
  return Object.fromEntries(
    listedKeys(definition).flatMap((listed) => {
      const score = found.get(listed.key)
      if (score === undefined) return []
      const { value, se, band } = score
      return [
        [listed.key, { value, unit: listed.unit, se, band: shownBand(definition, listed, band, locale) }],
      ]
    }),
  )
}
