import type { Definition, Section } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { optionIds } from '#scoring/definition/lookup.ts'
import { shuffled } from './random.ts'

/** One section's items: n of m drawn, then shuffled, items that share a stimulus staying together in their order. */
export function sectionItems(section: Section, seed: string): Item[] {
  const drawn = new Set(shuffled(section.items, `${seed}/${section.id}/select`).slice(0, section.select))
  const items = section.items.filter((item) => section.select === undefined || drawn.has(item))
  return section.shuffleItems ? shuffled(blocks(items), `${seed}/${section.id}/items`).flat() : items
}

type Part = Extract<Item, { type: 'inline_choice' }>['parts'][number]

/** True when people meet an item's options in different orders. That of a rating scale, and of a shared set, is part of its meaning. */
export function shufflesOptions({ shuffleOptions }: Section, item: Item): boolean {
  if (!shuffleOptions || item.type === 'numeric' || item.type === 'gap') return false
  const isShared = 'optionSet' in item && !item.options && item.optionSet !== undefined
  return !isShared && item.type !== 'likert' && item.type !== 'true_false'
}

/** An item's options in the order in which the person with this seed meets them. */
export function itemOptions(
  definition: Pick<Definition, 'optionSets'>,
  section: Section,
  item: Parameters<typeof optionIds>[1],
  seed: string,
): readonly string[] {
  const ids = optionIds(definition, item)
  return shufflesOptions(section, item)
    ? optionOrder(ids, item.pinned ?? [], `${seed}/${section.id}/${item.id}`)
    : ids
}

/** The same of one part of an item. */
export const partOptions = (section: Section, item: Item, part: Part, seed: string): readonly string[] =>
  shufflesOptions(section, item)
    ? optionOrder(part.options, [], `${seed}/${section.id}/${item.id}/${part.id}`)
    : part.options

/** Options in a seeded order, the pinned ones in their place. Every item has an order of its own. */
export function optionOrder(
  options: readonly string[],
  pinned: readonly string[],
  seed: string,
): readonly string[] {
  const free = shuffled(
    options.filter((id) => !pinned.includes(id)),
    seed,
  )
  return options.map((id) => (pinned.includes(id) ? id : (free.shift() ?? id)))
}

function blocks(items: readonly Item[]): Item[][] {
  const result: Item[][] = []
  for (const item of items) {
    const last = result.at(-1)
    if (last && item.stimulus !== undefined && last[0]?.stimulus === item.stimulus) last.push(item)
    else result.push([item])
  }
  return result
}
