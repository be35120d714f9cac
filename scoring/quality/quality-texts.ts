import type { Definition, Locale } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import type { ItemTexts, Texts } from '#scoring/definition/text-schema.ts'

/** A text that somebody reads, and its path in the definition: `texts.tr.items.q1.prompt`. */
export type PlacedText = { at: string; text: string }

/**
 * Every word of one language, in the order in which it is read: first what comes before the sections, then by section
 * its instructions, practice, what its items ask about and the items, last what only the report says.
 */
export function textsByPart(definition: Definition, locale: Locale): ReadonlyMap<string, PlacedText[]> {
  const texts = definition.texts[locale]
  const at = `texts.${locale}`
  const parts = new Map<string, PlacedText[]>()
  parts.set('before', [
    ...strings(texts.description, `${at}.description`),
    ...strings(texts.notices, `${at}.notices`),
    ...strings(texts.preTest, `${at}.preTest`),
  ])
  for (const section of definition.sections) {
    const items = [...(section.practice ?? []), ...section.items]
    const stimuli = new Set(items.flatMap(({ stimulus }) => stimulus ?? []))
    const sets = new Set(items.flatMap((item) => ('optionSet' in item && item.optionSet) || []))
    parts.set(section.id, [
      ...strings(
        entry(texts.sections, section.id)?.instructions,
        `${at}.sections.${section.id}.instructions`,
      ),
      ...[...stimuli].flatMap((id) => strings(entry(texts.stimuli, id), `${at}.stimuli.${id}`)),
      ...[...sets].flatMap((id) => strings(entry(texts.optionSets, id), `${at}.optionSets.${id}`)),
      ...items.flatMap(({ id }) => strings(entry(texts.items, id), `${at}.items.${id}`)),
    ])
  }
  const { scales, composites, categories, checklist, bands, levels, report } = texts
  parts.set('report', strings({ scales, composites, categories, checklist, bands, levels, report }, at))
  return parts
}

type Words = Texts['notices'] | Texts['bands'] | ItemTexts | object | string | undefined
function strings(words: Words, at: string): PlacedText[] {
  if (words === undefined) return []
  if (typeof words === 'string') return [{ at, text: words }]
  return Object.entries(words).flatMap(([key, inner]) => strings(inner, `${at}.${key}`))
}
