import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { entry, optionIds } from '#scoring/definition/lookup.ts'

/** Longest text a gap takes, in UTF-16 units. */
const GAP_LENGTH = 200
/** Largest size of a typed number. */
const NUMBER_LIMIT = 1e12

/**
 * True when a value has the shape and the ids the item asks for. Never throws. An empty list, object or string is a
 * value ("nothing chosen", see isBlank); null and undefined are not.
 */
export function checkValue(item: Item, value: unknown, definition: Pick<Definition, 'optionSets'>): boolean {
  switch (item.type) {
    case 'likert':
    case 'situational':
      // An answer about oneself may be taken back.
      return value === '' || isOption(item, value, definition)
    case 'single':
    case 'true_false':
    case 'image_choice':
      return isOption(item, value, definition)
    case 'multiple':
      return isPick(value, item.options)
    case 'ordering':
      // An order is complete or not given at all: half an order has no meaning.
      return isPick(value, item.options) && (value.length === 0 || value.length === item.options.length)
    case 'numeric':
      // An answer that was typed and deleted again is no number.
      if (value === '') return true
      return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= NUMBER_LIMIT
    case 'gap':
      return everyPart(item, value, (text) => text.length <= GAP_LENGTH)
    case 'inline_choice':
      return everyPart(item, value, (chosen, id) =>
        item.parts.some((part) => part.id === id && part.options.includes(chosen)),
      )
    case 'matching':
      return everyPart(item, value, (target) => item.options.includes(target))
    case 'forced_choice': {
      // One pick alone means nothing, but a pair that was broken up again is taken back by an empty one.
      const picks = stringRecord(value)
      if (picks !== null && Object.keys(picks).length === 0) return true
      const pair = mostLeast(value)
      return pair !== null && item.options.includes(pair.most) && item.options.includes(pair.least)
    }
  }
}

/** Nothing answered: no value, or an empty one, such as what was typed and deleted again. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return isBlankText(value)
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every(isBlankText)
}

function isBlankText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

/** The two picks of a forced choice, or null when the value is anything else. */
export function mostLeast(value: unknown): { most: string; least: string } | null {
  const picks = stringRecord(value)
  if (picks === null || Object.keys(picks).length !== 2) return null
  const most = entry(picks, 'most')
  const least = entry(picks, 'least')
  return most !== undefined && least !== undefined && most !== least ? { most, least } : null
}

/** The value as an object of strings, or null. */
export function stringRecord(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : null
}

/** The value as a list of strings, or null. */
export function stringList(value: unknown): string[] | null {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null
}

function isOption(
  item: Parameters<typeof optionIds>[1],
  value: unknown,
  definition: Pick<Definition, 'optionSets'>,
): boolean {
  return typeof value === 'string' && optionIds(definition, item).includes(value)
}

function isPick(value: unknown, options: readonly string[]): value is string[] {
  const picked = stringList(value)
  return picked?.every((id) => options.includes(id)) === true && new Set(picked).size === picked.length
}

function everyPart(
  item: { parts: readonly { id: string }[] },
  value: unknown,
  allowed: (text: string, part: string) => boolean,
): boolean {
  const given = stringRecord(value)
  if (given === null) return false
  return Object.entries(given).every(
    ([id, text]) => item.parts.some((part) => part.id === id) && allowed(text, id),
  )
}
