import type { Definition, Section } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { itemsById, optionIds, scaleItems, wrongOptions } from '#scoring/definition/lookup.ts'
import type { Scale } from '#scoring/definition/scale-schema.ts'
import { likertValue } from '#scoring/responses/items.ts'

/** Facts that the checks need for every rule, scale and item: found once and passed on. */
export interface CheckIndex {
  readonly items: ReadonlyMap<string, Item>
  /** The items each scale is made of. */
  readonly members: ReadonlyMap<Scale, readonly string[]>
  /** The first scale of each key. */
  readonly scales: ReadonlyMap<string, Scale>
  /** The scales that name each item as their own. */
  readonly owners: ReadonlyMap<string, readonly string[]>
  /** The points of every Likert item. */
  readonly points: ReadonlyMap<string, readonly number[]>
  /** The number of wrong options of the items that a scale corrects for guessing. */
  readonly wrongOptions: ReadonlyMap<Scale, ReadonlyMap<string, number>>
  /** The draw of each item that not everybody gets; the items of a section share one. */
  readonly draws: ReadonlyMap<string, Draw>
}

/** Each person gets `select` of a section's `of` items. */
export interface Draw {
  readonly select: number
  readonly of: number
}

export function checkIndex(definition: Definition): CheckIndex {
  const items = itemsById(definition)
  const { scales, sections } = definition
  const owners = new Map<string, string[]>()
  for (const scale of scales) {
    for (const id of (scale.kind !== 'forced_choice' && scale.items) || []) {
      const owning = owners.get(id)
      if (owning) owning.push(scale.key)
      else owners.set(id, [scale.key])
    }
  }
  return {
    items,
    members: new Map(scales.map((scale) => [scale, scaleItems(definition, scale)])),
    scales: new Map(scales.toReversed().map((scale) => [scale.key, scale])),
    owners,
    points: new Map(
      [...items].flatMap(([id, item]) =>
        item.type === 'likert'
          ? [[id, optionIds(definition, item).flatMap((option) => likertValue(option) ?? [])]]
          : [],
      ),
    ),
    wrongOptions: new Map(scales.map((scale) => [scale, wrongOptions(definition, scale)])),
    draws: new Map(sections.flatMap(drawsOf)),
  }
}

function drawsOf({ select, items }: Section): [string, Draw][] {
  if (select === undefined || select >= items.length) return []
  const draw = { select, of: items.length }
  return items.map(({ id }) => [id, draw])
}
