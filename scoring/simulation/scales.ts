import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import {
  entry,
  itemsById,
  optionIds,
  reversedItems,
  scaleItems,
  wrongOptions,
} from '#scoring/definition/lookup.ts'
import type { Norm, Scale } from '#scoring/definition/scale-schema.ts'
import { scoreItem } from '#scoring/responses/items.ts'
import { type Pace, paces } from './pace.ts'

/** Families of traits; people who are high in one trait tend to be high in the others of its family. */
export type Family = 'ability' | 'language' | 'attitude' | 'distress'

/** A scale with items of its own, as a simulation sees it. A total over other scales has no trait of its own. */
export interface TraitScale {
  readonly key: string
  readonly family: Family
  readonly members: readonly Member[]
  /** Raw is the mean of the members' points instead of their sum. */
  readonly averaged: boolean
  readonly norm: Norm | undefined
}

/** An item of a scale. */
export interface Member {
  readonly item: Item
  readonly pace: Pace
  /** The worth of its answers, the lowest first: two values where it is right or wrong. */
  readonly worth: readonly number[]
  /** The options for the points of `worth`, for items answered on points. */
  readonly points: readonly (readonly string[])[] | undefined
  /** Chance to guess the right answer, 0 to 1; 0 for items on points. */
  readonly guess: number
}

/** The scales a person has a trait for, in the definition's order. */
export function traitScales(definition: Definition): TraitScale[] {
  const items = itemsById(definition)
  const clock = paces(definition)
  return definition.scales
    .filter((scale) => !('of' in scale) || scale.of === undefined)
    .map((scale) => ({ scale, corrected: wrongOptions(definition, scale) }))
    .map(({ scale, corrected }) => ({
      key: scale.key,
      family: familyOf(definition, scale),
      members: scaleItems(definition, scale).flatMap((id) => {
        const item = items.get(id)
        const pace = clock.get(id)
        if (item === undefined || pace === undefined) return []
        const member = memberOf(definition, item, pace, reversedItems(definition, scale).has(id))
        const others = corrected.get(id)
        const points = item.points ?? 1
        return others === undefined ? member : { ...member, worth: [-points / others, points] }
      }),
      averaged: scale.kind === 'likert_mean',
      norm: scale.norm === undefined ? undefined : entry(definition.norms, scale.norm),
    }))
}

/** An item as part of a scale, or of nothing. `reversed` turns its points round. */
export function memberOf(definition: Definition, item: Item, pace: Pace, reversed: boolean): Member {
  const points = pointsOf(definition, item)
  if (points !== undefined) {
    const ordered = reversed ? points.toReversed() : points
    // A reversed item is worth min + max − x: the same values on the options in the other order.
    return {
      item,
      pace,
      worth: points.map(([value]) => value),
      points: ordered.map(([, ids]) => ids),
      guess: 0,
    }
  }
  return { item, pace, worth: [0, item.points ?? 1], points: undefined, guess: guessOf(definition, item) }
}

/** Values of an item answered on points, rising, each with the options that have it. */
function pointsOf(definition: Definition, item: Item): [number, string[]][] | undefined {
  if (item.type !== 'likert' && item.type !== 'situational') return undefined
  if (item.type === 'situational' && item.key !== undefined) return undefined
  const valued = optionIds(definition, item).flatMap((id): [number, string][] => {
    const value = scoreItem(item, id)
    return value === null ? [] : [[value, id]]
  })
  const values = [...new Set(valued.map(([value]) => value))].toSorted((a, b) => a - b)
  return values.map((value) => [value, valued.filter(([one]) => one === value).map(([, id]) => id)])
}

function guessOf(definition: Definition, item: Item): number {
  if (item.type !== 'single' && item.type !== 'true_false' && item.type !== 'image_choice') {
    if (item.type !== 'situational') return 0
  }
  const keys = typeof item.key === 'string' ? 1 : (item.key?.length ?? 0)
  return keys / Math.max(1, optionIds(definition, item).length)
}

function familyOf(definition: Definition, scale: Scale): Family {
  if (definition.placement?.scales.includes(scale.key)) return 'language'
  if (scale.kind === 'correct') return 'ability'
  return definition.checklist === undefined ? 'attitude' : 'distress'
}
