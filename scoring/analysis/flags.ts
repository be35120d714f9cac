import { fisherBounds, wilson } from '#scoring/statistics/counts.ts'
import type { Dif, ItemDif } from './dif.ts'
import { fewestPeople } from './figures.ts'
import type { LikertItem } from './likert.ts'
import type { ScoredItem } from './scored.ts'

export type FlagCode = 'key' | 'weak' | 'easy' | 'hard' | 'idle_option' | 'unreached' | 'dif' | 'guessable'

/** Something about an item that someone should look at. The words for it are the reader's. */
export interface Flag {
  readonly code: FlagCode
  /** The option that `key` and `idle_option` mean. */
  readonly option?: string
  /** For `key` and `dif`: false where more people are needed to be sure. */
  readonly certain?: boolean
}

/** An item with a lower correlation says little about the rest of its test. */
const lowest = 0.15
/** Fewer people say nothing about options that few choose. */
const fewestForOptions = 100
/** Smallest groups: with fewer people DIF isn't looked at, or is uncertain. */
const fewestForDif = 100
const enoughForDif = 200
/** A larger gain in R² is large (Jodoin and Gierl 2001). */
const largeGain = 0.07

/**
 * The flags of an item of right and wrong. Each is raised only where a whole interval is beyond its rule, so that few people
 * flag little. Bounds of correlations are of 95 % on one side (Fisher z), as the questions have one direction; intervals of
 * shares are of 95 % (Wilson).
 *
 * - `key`: people with a high rest score get it right less often, or choose another option more than the key. It is
 *   `certain` where the bound of that option is above the key's upper one.
 * - `weak`: its correlation with the rest is below .15.
 * - `easy`: more than 95 % are right. `hard`: at most 5 % more than by guessing.
 * - `idle_option`: fewer than 5 % choose it, of at least 100 people.
 * - `unreached`: more than 20 % didn't come to it.
 * @param n people of the analysis
 * @param offered options that the item offers; 0 where it offers none
 */
export function itemFlags(item: ScoredItem, n: number, offered = item.options.length): Flag[] {
  const flags = correlationFlags(item, n)
  if (item.pInterval !== null) {
    const guessed = offered > 1 ? 1 / offered : 0
    if (item.pInterval.lower > 0.95) flags.push({ code: 'easy' })
    if (item.pInterval.upper < guessed + 0.05) flags.push({ code: 'hard' })
  }
  if (n >= fewestForOptions) {
    for (const { option, count, isKey } of item.options)
      if (!isKey && wilson(count, n).upper < 0.05) flags.push({ code: 'idle_option', option })
  }
  if (n > 0 && wilson(item.notReached, n).lower > 0.2) flags.push({ code: 'unreached' })
  return flags
}

function correlationFlags({ pointBiserialRest: r, options }: ScoredItem, n: number): Flag[] {
  if (r === null || n <= fewestPeople) return []
  const { upper } = fisherBounds(r, n)
  const others = options.flatMap(({ option, isKey, pointBiserialRest }) =>
    isKey || pointBiserialRest === null ? [] : [{ option, lower: fisherBounds(pointBiserialRest, n).lower }],
  )
  const [best] = others.sort((a, b) => b.lower - a.lower)
  if (best !== undefined && best.lower > r)
    return [{ code: 'key', option: best.option, certain: best.lower > upper }]
  if (upper < 0) return [{ code: 'key', certain: true }]
  return upper < lowest ? [{ code: 'weak' }] : []
}

/**
 * The flags of a Likert item: `key` where it goes against the rest of its scale, as an item does that should be reversed, and
 * `weak` where it says little about it.
 */
export function likertFlags({ itemRestR: r, n }: LikertItem): Flag[] {
  if (r === null || n <= fewestPeople) return []
  const { upper } = fisherBounds(r, n)
  if (upper < 0) return [{ code: 'key', certain: true }]
  return upper < lowest ? [{ code: 'weak' }] : []
}

/** The flag of an item that works differently in two groups: class C, of at least 100 people a group. */
export function difFlags(
  { etsClass }: ItemDif,
  { reference, focal }: Pick<Dif, 'reference' | 'focal'>,
): Flag[] {
  return etsClass === 'C' ? difFlag(reference, focal) : []
}

/** The same of a Likert item, by its gain in R². */
export function ordinalDifFlags(
  deltaR2: number | null,
  { reference, focal }: Pick<Dif, 'reference' | 'focal'>,
): Flag[] {
  return deltaR2 !== null && deltaR2 > largeGain ? difFlag(reference, focal) : []
}

function difFlag(reference: number, focal: number): Flag[] {
  const fewer = Math.min(reference, focal)
  return fewer < fewestForDif ? [] : [{ code: 'dif', certain: fewer >= enoughForDif }]
}

/** The key of an item among its options. */
export interface KeyPlace {
  /** Options that are offered, at least 2. */
  readonly offered: number
  /** The key's place among them, from 0. */
  readonly place: number
  /** True where the key is longer than each other option. */
  readonly longest: boolean
}

/**
 * Finds out if somebody who knows nothing gets more right than by chance: by always taking the longest option, or always the same
 * place, over all keys. The chance that so many keys are there is the upper tail of a sum of coins with 1/options each; of
 * the places the best is taken, and its chance multiplied by their number (Bonferroni).
 * @returns `guessable` where the chance is below .01
 */
export function guessableFlags(keys: readonly KeyPlace[]): Flag[] {
  const chances = keys.map(({ offered }) => 1 / offered)
  const byLength = tailOf(chances, keys.filter(({ longest }) => longest).length)
  const places = keys.reduce((most, { offered }) => Math.max(most, offered), 0)
  const byPlace = Array.from({ length: places }, (_, place) => {
    const found = keys.filter((key) => key.place === place).length
    const there = keys.map(({ offered }) => (offered > place ? 1 / offered : 0))
    return places * tailOf(there, found)
  })
  return byLength < 0.01 || byPlace.some((chance) => chance < 0.01) ? [{ code: 'guessable' }] : []
}

/** P(at least `count` heads) of coins with these chances. */
function tailOf(chances: readonly number[], count: number): number {
  let heads = [1]
  for (const p of chances)
    heads = [...heads, 0].map((chance, i) => chance * (1 - p) + (heads[i - 1] ?? 0) * p)
  return heads.slice(count).reduce((sum, chance) => sum + chance, 0)
}
