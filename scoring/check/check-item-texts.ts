import type { Definition, Locale } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { entry } from '#scoring/definition/lookup.ts'
import type { ItemTexts } from '#scoring/definition/text-schema.ts'
import { type ReportProblem, reportDifference, say } from './problems.ts'

/**
 * Words of items. With an itemLocale the other language contains nothing of them but the feedback of practice items,
 * which it may give in the reader's own language.
 */
export function checkItemTexts(definition: Definition, locale: Locale, report: ReportProblem): void {
  const texts = definition.texts[locale].items
  const at = `texts.${locale}.items`
  const practice = definition.sections.flatMap((section) => section.practice ?? [])
  const items: Item[] = definition.sections.flatMap((section) => section.items)
  if (definition.itemLocale !== undefined && definition.itemLocale !== locale) {
    const practised = new Set(practice.map(({ id }) => id))
    for (const [id, words] of Object.entries(texts ?? {})) {
      const isFeedback = practised.has(id) && String(Object.keys(words)) === 'feedback'
      if (!isFeedback) report(`${at}.${id}`, say`items exist in ${definition.itemLocale} only`)
    }
    return
  }
  const all = [...practice, ...items].map(({ id }) => id)
  reportDifference(all, texts, at, report)
  for (const item of practice) {
    const words = entry(texts, item.id)
    if (words) checkWords(item, words, `${at}.${item.id}`, report)
    if (words && !words.feedback) report(`${at}.${item.id}.feedback`, say`missing: practice needs feedback`)
  }
  for (const item of items) {
    const words = entry(texts, item.id)
    if (words) checkWords(item, words, `${at}.${item.id}`, report)
    if (words?.feedback) report(`${at}.${item.id}.feedback`, say`only practice items give feedback`)
  }
}

function checkWords(item: Item, words: ItemTexts, at: string, report: ReportProblem): void {
  const options = 'options' in item ? (item.options ?? []) : []
  const parts: readonly { id: string; options?: readonly string[] }[] = 'parts' in item ? item.parts : []
  reportDifference(options, words.options, `${at}.options`, report)
  reportDifference(
    parts.map(({ id }) => id),
    words.parts,
    `${at}.parts`,
    report,
  )
  for (const part of parts) {
    const partWords = entry(words.parts, part.id)
    if (partWords)
      reportDifference(part.options ?? [], partWords.options, `${at}.parts.${part.id}.options`, report)
  }
  if (words.prompt === undefined) report(`${at}.prompt`, say`missing translation`)
  for (const [, id = ''] of words.prompt?.matchAll(/\[\[([^[\]]+)\]\]/g) ?? []) {
    if (!parts.some((part) => part.id === id)) report(`${at}.prompt`, say`[[${id}]] is no part of the item`)
  }
  if (item.image !== undefined && words.alt === undefined)
    report(`${at}.alt`, say`missing: the image needs words`)
  if (item.image === undefined && words.alt !== undefined) report(`${at}.alt`, say`there is no image`)
}
