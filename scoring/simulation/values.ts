import type { Definition, Locale } from '#scoring/definition/definition.ts'
import type { GapKey, Item } from '#scoring/definition/item-schema.ts'
import { entry, optionIds } from '#scoring/definition/lookup.ts'
import { type Chance, oneOf } from './chance.ts'

/** An answer in the shape its item takes (scoring/responses/responses.ts). */
export type SimulatedValue = string | number | string[] | Record<string, string>

/** A right answer, in full; of an item without a key any. Words are in the language of the items, or Turkish. */
export function rightAnswer(definition: Definition, item: Item, chance: Chance): SimulatedValue {
  const locale = definition.itemLocale ?? 'tr'
  switch (item.type) {
    case 'numeric':
      return item.key ?? 1
    case 'multiple':
    case 'ordering':
      return [...(item.key ?? item.options)]
    case 'gap':
      return partsOf(item.parts, ({ id }) => textOf(entry(item.key, id), locale))
    case 'inline_choice':
      return partsOf(item.parts, ({ id, options }) => entry(item.key, id) ?? oneOf(options, chance))
    case 'matching':
      return partsOf(item.parts, ({ id }) => entry(item.key, id) ?? oneOf(item.options, chance))
    case 'forced_choice':
      return item.key ? { ...item.key } : mostAndLeast(item.options, () => chance())
    default: {
      const keys = keysOf(item.key)
      return oneOf(keys.length > 0 ? keys : optionIds(definition, item), chance)
    }
  }
}

/** An answer that is wrong by one thing; where nothing can be wrong, any. */
export function wrongAnswer(definition: Definition, item: Item, chance: Chance): SimulatedValue {
  switch (item.type) {
    case 'numeric':
      return (item.key ?? 1) + (item.tolerance ?? (item.relativeTolerance ?? 0) * Math.abs(item.key ?? 1)) + 1
    case 'multiple': {
      const key = item.key ?? []
      const other = oneOf(
        item.options.filter((option) => !key.includes(option)).concat(key.length > 1 ? key : []),
        chance,
      )
      return key.includes(other) ? key.filter((option) => option !== other) : [...key, other]
    }
    case 'ordering': {
      const order = [...(item.key ?? item.options)]
      const place = Math.floor(chance() * (order.length - 1))
      return [
        ...order.slice(0, place),
        ...order.slice(place, place + 2).toReversed(),
        ...order.slice(place + 2),
      ]
    }
    case 'gap':
      return partsOf(item.parts, () => '?')
    case 'inline_choice':
      return partsOf(item.parts, ({ id, options }) => oneOf(without(options, entry(item.key, id)), chance))
    case 'matching':
      return partsOf(item.parts, ({ id }) => oneOf(without(item.options, entry(item.key, id)), chance))
    case 'forced_choice':
      return item.key ? { most: item.key.least, least: item.key.most } : rightAnswer(definition, item, chance)
    default: {
      const keys = keysOf(item.key)
      const options = optionIds(definition, item)
      const wrong = options.filter((option) => !keys.includes(option))
      return oneOf(wrong.length > 0 ? wrong : options, chance)
    }
  }
}

/** An answer given without reading: with chance `repeats` the option in the same place as last time, else any. */
export function carelessAnswer(
  definition: Definition,
  item: Item,
  before: { value: SimulatedValue | undefined; repeats: number },
  chance: Chance,
): SimulatedValue {
  if (!isPick(item)) return wrongAnswer(definition, item, chance)
  const options = optionIds(definition, item)
  const again = options.find((option) => option === before.value)
  return again !== undefined && chance() < before.repeats ? again : oneOf(options, chance)
}

/** True when an item is answered by taking one option. */
function isPick(item: Item): item is Extract<Item, { type: (typeof picks)[number] }> {
  return picks.some((type) => type === item.type)
}
const picks = ['single', 'true_false', 'image_choice', 'likert', 'situational'] as const

/** The most and the least fitting of some statements, by a number for each. */
export function mostAndLeast(
  options: readonly string[],
  pull: (option: string) => number,
): { most: string; least: string } {
  const ordered = options
    .map((option) => ({ option, by: pull(option) }))
    .toSorted((a, b) => b.by - a.by)
    .map(({ option }) => option)
  return { most: ordered[0] ?? '', least: ordered.at(-1) ?? '' }
}

const keysOf = (key: string | readonly string[] | undefined): readonly string[] =>
  key === undefined ? [] : typeof key === 'string' ? [key] : key

const without = (options: readonly string[], key: string | undefined) =>
  options.length > 1 ? options.filter((option) => option !== key) : options

function partsOf<P extends { id: string }>(parts: readonly P[], answer: (part: P) => string) {
  return Object.fromEntries(parts.map((part) => [part.id, answer(part)]))
}

function textOf(key: GapKey | undefined, locale: Locale): string {
  if (key === undefined) return '?'
  if ('number' in key) return locale === 'tr' ? String(key.number).replace('.', ',') : String(key.number)
  return (key[locale] ?? key.tr ?? key.en)?.[0] ?? '?'
}
