import type { VersionContent } from '#contract/definitions.ts'
import type { Locale } from '#contract/fields.ts'
import { bandWarnings } from '#scoring/check/check-bands.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { entry, scaleItems } from '#scoring/definition/lookup.ts'
import { readingEase } from '#scoring/quality/quality.ts'
import { textsByPart } from '#scoring/quality/quality-texts.ts'
import type { Executor } from '#server/db/database.ts'
import { isIntact } from '#server/features/inventories/integrity.ts'
import { translatedProblems } from './problems.ts'
import type { Held } from './versions.ts'

/** The content of a version, in the reader's language, and whether it still is as it was published. */
export async function contentOf(
  db: Executor,
  { entry: version, definition, versionId }: Held,
  locale: Locale,
): Promise<VersionContent> {
  const { code, sensitive, participantReport, itemLocale, timeLimitSeconds, report } = definition
  const texts = definition.texts[locale]
  return {
    ...version,
    code,
    sensitive,
    participantReport,
    intact: versionId === null ? null : await isIntact(db, versionId),
    name: texts.name,
    description: texts.description,
    layout: report.layout,
    simulated: report.simulated,
    languages: itemLocale === undefined ? ['tr', 'en'] : [itemLocale],
    timeLimitSeconds: timeLimitSeconds ?? null,
    figureCount: Object.keys(definition.figures ?? {}).length,
    notices: definition.notices.map(({ id, kind }) => ({
      id,
      kind,
      title: entry(texts.notices, id)?.title ?? id,
    })),
    sections: sectionsOf(definition, locale),
    scales: definition.scales.map((scale) => {
      const { key, kind, norm: normId, bandSet } = scale
      const norm = normId === undefined ? undefined : entry(definition.norms, normId)
      return {
        key,
        kind,
        name: entry(texts.scales, key)?.name ?? key,
        itemCount: scaleItems(definition, scale).length,
        sensitive: scale.sensitive ?? false,
        bandCount: bandSet === undefined ? 0 : (entry(definition.bandSets, bandSet)?.bands.length ?? 0),
        norm: norm ? { n: norm.n, source: norm.source, invented: norm.invented } : null,
      }
    }),
    categories: (definition.categories ?? []).map(({ key, scales }) => ({
      key,
      name: entry(texts.categories, key)?.name ?? key,
      scales: scales.map((scale) => entry(texts.scales, scale)?.name ?? scale),
    })),
    validity: (definition.validity ?? []).map(({ id, kind, medium, low }) => ({
      id,
      kind,
      medium: medium ?? null,
      low: low ?? null,
    })),
    warnings: translatedProblems(definition, bandWarnings(definition), locale).problems,
  }
}

function sectionsOf(definition: Definition, locale: Locale): VersionContent['sections'] {
  const turkish = textsByPart(definition, 'tr')
  return definition.sections.map((section) => {
    const { id, items, navigation, select, practice, timeLimitSeconds } = section
    const types = Map.groupBy(items, ({ type }) => type)
    // Words that test a language are as hard as they are meant to be.
    const read = definition.itemLocale === undefined ? (turkish.get(id) ?? []) : []
    return {
      id,
      title: entry(definition.texts[locale].sections, id)?.title ?? id,
      itemCount: items.length,
      select: select ?? null,
      practiceCount: practice?.length ?? 0,
      linear: navigation === 'linear',
      timeLimitSeconds: timeLimitSeconds ?? null,
      types: [...types].map(([type, { length }]) => ({ type, count: length })),
      ease: readingEase(read, 'tr'),
    }
  })
}
