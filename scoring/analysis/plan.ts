import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { optionIds, reversedItems, scaleItems } from '#scoring/definition/lookup.ts'
import { itemsLeftOut, sensitiveScales, withTotals } from '#scoring/form/left-out.ts'
import { itemRange } from '#scoring/responses/items.ts'

/** An item as it is analysed. */
export interface PlannedItem {
  readonly item: Item
  readonly section: string
  /** `other`: it gives no points, or none that its scale counts. */
  readonly kind: 'scored' | 'likert' | 'other'
  /** The part with whose other items it is compared. */
  readonly part: PlannedPart | undefined
  /** The options of which one is picked; none for all other types. */
  readonly picks: readonly string[]
  /** Its lowest and highest points. */
  readonly min: number
  readonly max: number
}

/** A scale, or the whole of a placement test. */
export interface PlannedPart {
  readonly key: string
  /** Made of other parts. */
  readonly whole: boolean
  readonly kind: 'scored' | 'likert'
  /** Ids of its items. */
  readonly items: readonly string[]
  /** Some of its items are drawn, so that people got different ones. */
  readonly drawn: boolean
  readonly reverse: ReadonlySet<string>
  /** The range of an answer of a Likert part. */
  readonly min: number
  readonly max: number
}

export interface Plan {
  readonly definition: Definition
  readonly items: readonly PlannedItem[]
  /** The whole test first. */
  readonly parts: readonly PlannedPart[]
  /** Items of sensitive scales alone, which are not analysed. */
  readonly leftOut: number
}

/** The key of a placement test's total, which no scale has. */
export const totalPart = 'total'
/** The covariance of more Likert items would take seconds at once. */
const mostLikert = 300

/** Decides which items of a definition are compared with which. Sensitive scales and everything made of them stay away. */
export function planOf(definition: Definition): Plan {
  const sensitive = sensitiveScales(definition)
  const without = itemsLeftOut(definition, sensitive)
  const closed = new Set(withTotals(definition, sensitive))
  const all = definition.sections.flatMap((section) => section.items.map((item) => ({ item, section })))
  const open = all.filter(({ item }) => !without.has(item.id))
  const byId = new Map(open.map(({ item }) => [item.id, item]))
  const drawn = new Set(
    open.flatMap(({ item, section: { select, items } }) =>
      select !== undefined && select < items.length ? [item.id] : [],
    ),
  )
  const scored = (ids: readonly string[]) =>
    ids.filter((id) => {
      const item = byId.get(id)
      return item !== undefined && (itemRange(item)?.max ?? 0) > 0
    })
  const parts = definition.scales.flatMap((scale): PlannedPart[] => {
    if (closed.has(scale.key) || scale.kind === 'forced_choice') return []
    const isLikert = scale.kind !== 'correct'
    const members = scaleItems(definition, scale)
    const items = isLikert ? members.filter((id) => byId.has(id)) : scored(members)
    if (items.length === 0 || (isLikert && items.length > mostLikert)) return []
    return [
      {
        key: scale.key,
        whole: scale.of !== undefined,
        kind: isLikert ? 'likert' : 'scored',
        items,
        drawn: items.some((id) => drawn.has(id)),
        reverse: reversedItems(definition, scale),
        min: isLikert ? scale.min : 0,
        max: isLikert ? scale.max : 0,
      },
    ]
  })
  const placed = parts.filter(({ key }) => definition.placement?.scales.includes(key) === true)
  const total = definition.placement !== undefined && placed.length > 1 ? [totalOf(placed)] : []
  const ordered = [...total, ...parts].sort((a, b) => Number(b.whole) - Number(a.whole))
  return {
    definition,
    items: open.map(({ item, section }) => plannedItem(definition, item, section.id, ordered)),
    parts: ordered,
    leftOut: all.length - open.length,
  }
}

const totalOf = (parts: readonly PlannedPart[]): PlannedPart => ({
  key: totalPart,
  whole: true,
  kind: 'scored',
  items: [...new Set(parts.flatMap(({ items }) => items))],
  drawn: parts.some(({ drawn }) => drawn),
  reverse: new Set(),
  min: 0,
  max: 0,
})

function plannedItem(
  definition: Definition,
  item: Item,
  section: string,
  parts: readonly PlannedPart[],
): PlannedItem {
  const having = parts.filter(({ items }) => items.includes(item.id))
  const part = having.find(({ whole }) => !whole) ?? having[0]
  const range = part?.kind === 'likert' ? part : itemRange(item)
  return {
    item,
    section,
    kind: part?.kind ?? (range !== null && range.max > 0 ? 'scored' : 'other'),
    part,
    picks: picksOf(definition, item),
    min: range?.min ?? 0,
    max: range?.max ?? 0,
  }
}

function picksOf(definition: Definition, item: Item): readonly string[] {
  switch (item.type) {
    case 'single':
    case 'true_false':
    case 'image_choice':
    case 'situational':
    case 'likert':
      return optionIds(definition, item)
    default:
      return []
  }
}
