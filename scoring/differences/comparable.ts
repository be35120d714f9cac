import type { Definition, Section } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { itemsById, optionIds } from '#scoring/definition/lookup.ts'
import { differences } from './differences.ts'

/** Why answers given to one definition cannot be scored by another: ids of items, and of sections for `drawn`. */
export interface Incomparable {
  added: string[]
  removed: string[]
  /** Items of another type, section, or with other options or parts: an answer to one is none to the other. */
  changed: string[]
  /** Sections that draw other items for a person. */
  drawn: string[]
}

/**
 * Compares what two definitions ask. Answers to the one are answers to the other where the same items are in the same
 * sections, answered in the same way, and the same of them drawn for each person. Keys, weights, scales, norms and bands
 * may be any.
 * @returns undefined where they are
 */
export function incomparable(before: Definition, after: Definition): Incomparable | undefined {
  const [old, now] = [askedOf(before), askedOf(after)]
  const found: Incomparable = {
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: [...now].flatMap(([id, asked]) => (old.has(id) && old.get(id) !== asked ? [id] : [])),
    drawn: after.sections.flatMap((section) => {
      const had = before.sections.find(({ id }) => id === section.id)
      return had && drawOf(had) !== drawOf(section) ? [section.id] : []
    }),
  }
  return Object.values(found).some((ids) => ids.length > 0) ? found : undefined
}

/** The parts that make up an answer to each item, by its id. */
const askedOf = (definition: Definition): Map<string, string> =>
  new Map(
    definition.sections.flatMap((section) =>
      section.items.map((item) => [item.id, JSON.stringify([section.id, ...answerOf(definition, item)])]),
    ),
  )

function answerOf(definition: Definition, item: Item): unknown[] {
  const parts = 'parts' in item ? item.parts.map((part) => JSON.stringify(part)).sort() : []
  const options = item.type === 'numeric' || item.type === 'gap' || item.type === 'inline_choice'
  return [item.type, parts, options ? [] : optionIds(definition, item).toSorted()]
}

/** The draw of a section; empty where everybody gets all of it. */
const drawOf = ({ select, items }: Section): string =>
  select === undefined || select >= items.length ? '' : JSON.stringify([select, items.map(({ id }) => id)])

const shown = /^(image|optionImages|stimulus)/

/**
 * True when people were asked in other words, by other figures or within other limits: their answers might be others.
 */
export function asksOtherwise(before: Definition, after: Definition): boolean {
  const items = itemsById(after)
  return differences(before, after).some(({ kind, id, leaves }) => {
    if (kind === 'stimulus' || kind === 'optionSet' || kind === 'figure') return true
    if (kind === 'test' || kind === 'section')
      return leaves.some(({ field }) => field === 'timeLimitSeconds' || field === 'instructions')
    return (
      kind === 'item' &&
      items.has(id) &&
      leaves.some(({ field, locale }) => locale !== null || shown.test(field))
    )
  })
}
