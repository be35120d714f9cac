import type { Difference } from '#contract/differences.ts'
import type { Locale } from '#contract/fields.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import type { Item, PracticeItem } from '#scoring/definition/item-schema.ts'
import { entry, optionIds } from '#scoring/definition/lookup.ts'
import type { LeafValue } from '#scoring/differences/leaves.ts'

type Option = NonNullable<NonNullable<Difference['leaves'][number]['options']>['before']>[number]

/**
 * The options that a key names, as people read them: by their words, and by their drawing where they are pictures.
 * @returns null where the value is no option's, as a number or an accepted spelling is
 */
export function keyOptions(
  definition: Definition,
  { id, field, value }: { id: string; field: string; value: LeafValue | null },
  locale: Locale,
): Option[] | null {
  const [first, part] = [field.slice(0, 3), field.slice(4)]
  const item = first === 'key' && /^key(\.|$)/.test(field) ? itemOf(definition, id) : undefined
  if (item === undefined || value === null || item.type === 'numeric' || item.type === 'gap') return null
  const options = item.type === 'inline_choice' ? partOptions(item, part) : optionIds(definition, item)
  const ids = [value].flat().filter((one) => typeof one === 'string')
  if (ids.length === 0 || !ids.every((one) => options.includes(one))) return null
  return ids.map((one) => ({
    id: one,
    words: wordsOf(definition, item, { part, id: one, locale }),
    figure: figureOf(definition, item, one),
  }))
}

const itemOf = ({ sections }: Definition, id: string): Item | PracticeItem | undefined =>
  sections.flatMap(({ items, practice = [] }) => [...practice, ...items]).find((item) => item.id === id)

const partOptions = ({ parts }: Extract<Item, { type: 'inline_choice' }>, id: string) =>
  parts.find((part) => part.id === id)?.options ?? []

function wordsOf(
  { texts, itemLocale }: Definition,
  item: Item | PracticeItem,
  { part, id, locale }: { part: string; id: string; locale: Locale },
): string | null {
  const words = texts[itemLocale ?? locale]
  const own = entry(words.items, item.id)
  const shared =
    'optionSet' in item && item.optionSet !== undefined ? entry(words.optionSets, item.optionSet) : undefined
  const inPart = item.type === 'inline_choice' ? entry(own?.parts, part)?.options : undefined
  return entry(inPart, id) ?? entry(own?.options, id) ?? entry(shared, id) ?? null
}

function figureOf({ figures }: Definition, item: Item | PracticeItem, id: string): string | null {
  const path = 'optionImages' in item ? entry(item.optionImages, id) : undefined
  return (path !== undefined && entry(figures, path)) || null
}
