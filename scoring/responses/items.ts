import type { Locale } from '#scoring/definition/definition.ts'
import type { GapKey, Item } from '#scoring/definition/item-schema.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { isBlank, mostLeast, stringList, stringRecord } from './responses.ts'
import { parseNumber, sameText } from './text-answers.ts'

/**
 * The score of one answer, or null when there is nothing to score: a blank, "don't know", a value of the wrong
 * shape, an item without key. What a null is worth (0 in an ability test, missing in a Likert scale) the scale decides.
 *
 * Likert: the point itself, not reversed. Situational with weights: the experts' weight. All others: 0 to `points`
 * (default 1), times the credit: `all` right or nothing; `each`: share of parts right (multiple: of options rightly
 * taken or left; ordering: of places; forced choice: of its two picks); `net`: (right − wrong picks) / keys, not below 0;
 * `pairs`: share of all pairs in order; `adjacent`: share of the key's n − 1 neighbours that follow each other directly.
 * Situational with experts: their share that chose the option. Forced choices without a key are scored by their scale
 * (scales.ts) and give null here.
 *
 * @param lang language a typed answer is judged in; without it every language of the key counts
 */
export function scoreItem(item: Item, value: unknown, lang?: Locale): number | null {
  if (isBlank(value)) return null
  if (item.type === 'likert') return typeof value === 'string' ? likertValue(value) : null
  if (item.type === 'situational' && item.weights) {
    return typeof value === 'string' ? (entry(item.weights, value) ?? null) : null
  }
  const share = credit(item, value, lang)
  return share === null ? null : share * (item.points ?? 1)
}

/** The points of a Likert item's option; null for "don't know". */
export function likertValue(optionId: string): number | null {
  return /^\d+$/.test(optionId) ? Number(optionId) : null
}

/** Lowest and highest score of an item in an ability scale, where a blank is 0; null when it has none there. */
export function itemRange(item: Item): { min: number; max: number } | null {
  if (item.type === 'likert') return null
  if (item.type === 'situational' && item.weights) {
    const weights = Object.values(item.weights)
    return {
      min: weights.reduce((least, one) => Math.min(least, one), 0),
      max: weights.reduce((most, one) => Math.max(most, one), 0),
    }
  }
  if (item.type === 'situational' && item.experts) {
    const shares = Object.keys(item.experts).map((option) => expertShare(item.experts, option) ?? 0)
    return { min: 0, max: shares.reduce((most, one) => Math.max(most, one), 0) * (item.points ?? 1) }
  }
  return item.key === undefined ? null : { min: 0, max: item.points ?? 1 }
}

function credit(item: Item, value: unknown, lang: Locale | undefined): number | null {
  switch (item.type) {
    case 'single':
    case 'true_false':
    case 'image_choice':
    case 'situational':
      if (item.type === 'situational' && item.experts)
        return typeof value === 'string' ? expertShare(item.experts, value) : null
      if (item.key === undefined || typeof value !== 'string') return null
      return isKey(item.key, value) ? 1 : 0
    case 'numeric':
      if (item.key === undefined || typeof value !== 'number') return null
      return within(value, item.key, item) ? 1 : 0
    case 'multiple':
      return item.key ? multipleCredit(item.key, item.options, stringList(value), item.credit) : null
    case 'ordering':
      return item.key ? orderCredit(item.key, stringList(value), item.credit) : null
    case 'gap':
      return partsCredit(item, value, (key, text) => acceptsText(key, text, lang))
    case 'inline_choice':
    case 'matching':
      return partsCredit(item, value, (key, chosen) => key === chosen)
    case 'forced_choice':
      return item.key && mostLeast(value) ? partsCredit(item, value, (key, chosen) => key === chosen) : null
    case 'likert':
      return null
  }
}

/** Consensus scoring: the share of the experts who chose the option; null for an unknown option, or without experts. */
function expertShare(experts: Readonly<Record<string, number>> | undefined, option: string): number | null {
  const chose = entry(experts, option)
  const all = Object.values(experts ?? {}).reduce((sum, count) => sum + count, 0)
  return chose === undefined || all === 0 ? null : chose / all
}

/** True when an option is (one of) the keyed one(s). */
export function isKey(key: string | readonly string[], option: string): boolean {
  return typeof key === 'string' ? key === option : key.includes(option)
}

function multipleCredit(
  key: readonly string[],
  options: readonly string[],
  picked: readonly string[] | null,
  rule: 'all' | 'each' | 'net' = 'all',
): number | null {
  if (picked === null) return null
  const hits = picked.filter((id) => key.includes(id)).length
  const misses = picked.length - hits
  if (rule === 'net') return Math.max(0, hits - misses) / key.length
  const rightlyLeft = options.length - key.length - misses
  return rule === 'each' ? (hits + rightlyLeft) / options.length : whole(hits === key.length && misses === 0)
}

function orderCredit(
  key: readonly string[],
  order: readonly string[] | null,
  rule: 'all' | 'each' | 'pairs' | 'adjacent' = 'all',
): number | null {
  if (order === null) return null
  if (rule === 'adjacent') {
    const following = key.slice(1).filter((id, i) => order[order.indexOf(id) - 1] === key[i])
    return following.length / (key.length - 1)
  }
  if (rule !== 'pairs') return share(key.filter((id, place) => order[place] === id).length, key.length, rule)
  const pairs = key.flatMap((first, i) => key.slice(i + 1).map((second) => [first, second] as const))
  const kept = pairs.filter(([first, second]) => order.indexOf(first) < order.indexOf(second))
  return kept.length / pairs.length
}

function partsCredit<K>(
  item: { key?: Record<string, K> | undefined; credit?: 'all' | 'each' | undefined },
  value: unknown,
  right: (key: K, given: string) => boolean,
): number | null {
  const given = stringRecord(value)
  if (given === null || item.key === undefined) return null
  const keys = Object.entries(item.key)
  const hits = keys.filter(([part, key]) => {
    const answer = entry(given, part)
    return answer !== undefined && right(key, answer)
  })
  return share(hits.length, keys.length, item.credit ?? 'all')
}

function acceptsText(key: GapKey, text: string, lang: Locale | undefined): boolean {
  const langs: readonly Locale[] = lang ? [lang] : ['tr', 'en']
  if ('number' in key) {
    return langs.some((each) => {
      const number = parseNumber(text, each)
      return number !== null && within(number, key.number, key)
    })
  }
  return langs.some((each) => key[each]?.some((accepted) => sameText(accepted, text, each)))
}

/**
 * |value − key| ≤ tolerance, or ≤ relativeTolerance · |key|. Tolerance is inclusive; the allowance of a few ulps keeps 0.3
 * within 0.1 of 0.2 in binary arithmetic.
 */
function within(
  value: number,
  key: number,
  allowed: { tolerance?: number | undefined; relativeTolerance?: number | undefined },
): boolean {
  const tolerance = allowed.tolerance ?? (allowed.relativeTolerance ?? 0) * Math.abs(key)
  const slack = tolerance === 0 ? 0 : 4 * Number.EPSILON * Math.max(Math.abs(value), Math.abs(key))
  return Math.abs(value - key) <= tolerance + slack
}

function share(right: number, all: number, rule: 'all' | 'each'): number {
  return rule === 'each' ? right / all : whole(right === all)
}

function whole(right: boolean): number {
  return right ? 1 : 0
}
