import type { Section } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { shuffled } from './random.ts'

/** One section's items: n of m drawn, then shuffled, items that share a stimulus staying together in their order. */
export function sectionItems(section: Section, seed: string): Item[] {
  const drawn = new Set(shuffled(section.items, `${seed}/${section.id}/select`).slice(0, section.select))
  const items = section.items.filter((item) => section.select === undefined || drawn.has(item))
  return section.shuffleItems ? shuffled(blocks(items), `${seed}/${section.id}/items`).flat() : items
}

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
