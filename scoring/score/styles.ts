import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { optionIds } from '#scoring/definition/lookup.ts'
import type { ResponseStyle } from '#scoring/definition/scale-schema.ts'
import { likertValue } from '#scoring/responses/items.ts'
import type { Outcome } from './outcomes.ts'

/**
 * Says of one answer whether it shows a response style (Van Vaerenbergh & Thomas 2013, Response styles in survey research),
 * as 1 or 0. Points are as chosen, never reversed. acquiescence: above the middle of the item's points. extremity: the
 * lowest or the highest of more than two points. midpoint: the middle one of an odd number. Null for an answer that can't
 * show it: a blank, "don't know", other points.
 */
export function styleShown(
  style: ResponseStyle,
  { item, score }: Pick<Outcome, 'item' | 'score'>,
  definition: Pick<Definition, 'optionSets'>,
): 0 | 1 | null {
  if (item.type !== 'likert' || score === null) return null
  const points = pointsOf(definition, item)
  if (!canShow(style, points.length)) return null
  const [low = score, high = score] = [points[0], points.at(-1)]
  if (style === 'extremity') return score === low || score === high ? 1 : 0
  const beyond = 2 * score - (low + high)
  return (style === 'midpoint' ? beyond === 0 : beyond > 0) ? 1 : 0
}

/** True when answers on so many points can show the style. */
export function canShow(style: ResponseStyle, points: number): boolean {
  if (style === 'midpoint') return points % 2 === 1
  return points > (style === 'extremity' ? 2 : 1)
}

/** True for Likert items that people answer in their own way: one with a key asks for a certain answer. */
export const showsStyle = (item: Item): boolean => item.type === 'likert' && item.key === undefined

/** The points of a Likert item, the lowest first. */
export function pointsOf(
  definition: Pick<Definition, 'optionSets'>,
  item: Extract<Item, { type: 'likert' }>,
): number[] {
  return optionIds(definition, item)
    .flatMap((id) => likertValue(id) ?? [])
    .sort((a, b) => a - b)
}
