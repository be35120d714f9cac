import type { Definition } from './definition.ts'
import type { Item, OptionItem } from './item-schema.ts'
import type { Scale } from './scale-schema.ts'

/** Own entries only: an id such as `constructor` must not find what every object inherits. */
export function entry<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}

/** All items by id, practice left out, in the definition's order. */
export function itemsById(definition: Definition): Map<string, Item> {
  return new Map(definition.sections.flatMap((section) => section.items.map((item) => [item.id, item])))
}

/** The option ids of an item, its own or those of the set it names; none where the set does not exist. */
export function optionIds(definition: Pick<Definition, 'optionSets'>, item: OptionItem): readonly string[] {
  if (item.options) return item.options
  return 'optionSet' in item && item.optionSet ? (entry(definition.optionSets, item.optionSet) ?? []) : []
}

/** Items of a scale: its own, those of the scales it is made of, or the forced choices loading on it. */
export function scaleItems(definition: Definition, scale: Scale): string[] {
  if (scale.kind === 'forced_choice') {
    return definition.sections.flatMap(({ items }) =>
      items.flatMap((item) =>
        item.type === 'forced_choice' && Object.values(item.loads ?? {}).includes(scale.key) ? [item.id] : [],
      ),
    )
  }
  const parts = partScales(definition, scale).flatMap((part) => ownItems(part))
  return [...new Set([...ownItems(scale), ...parts])]
}

/** The items of a Likert scale that are scored in reverse, those of its parts included. */
export function reversedItems(definition: Definition, scale: Scale): Set<string> {
  const scales = [scale, ...partScales(definition, scale)]
  return new Set(scales.flatMap((each) => ('reverse' in each ? (each.reverse ?? []) : [])))
}

/**
 * The number of wrong options, k − 1, of each item that a scale corrects for guessing. A total takes them from its parts.
 */
export function wrongOptions(definition: Definition, scale: Scale): Map<string, number> {
  const corrected = [scale, ...partScales(definition, scale)].filter(
    (each) => each.kind === 'correct' && each.formulaScore,
  )
  if (corrected.length === 0) return new Map()
  const items = itemsById(definition)
  return new Map(
    corrected.flatMap(ownItems).flatMap((id): [string, number][] => {
      const item = items.get(id)
      return item && hasOneRightPick(item) ? [[id, optionIds(definition, item).length - 1]] : []
    }),
  )
}

/** True when an item is answered by one pick and exactly one option is right. */
export function hasOneRightPick(item: Item): item is Extract<Item, { type: OnePick }> {
  if (!onePick.some((type) => type === item.type) || !('key' in item)) return false
  return typeof item.key === 'string' || (Array.isArray(item.key) && item.key.length === 1)
}
const onePick = ['single', 'true_false', 'image_choice', 'situational'] as const
type OnePick = (typeof onePick)[number]

/** The scales named by `of`. */
export function partScales(definition: Definition, scale: Scale): Scale[] {
  const keys = scale.kind === 'forced_choice' ? [] : (scale.of ?? [])
  return definition.scales.filter((each) => keys.includes(each.key))
}

function ownItems(scale: Scale): readonly string[] {
  return scale.kind === 'forced_choice' ? [] : (scale.items ?? [])
}
