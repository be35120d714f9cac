import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { itemsLeftOut } from '#scoring/form/left-out.ts'
import { likertValue, scoreItem } from '#scoring/responses/items.ts'
import { checkValue, isBlank } from '#scoring/responses/responses.ts'
import type { Counts } from './scores.ts'

/** Item id → value in the shapes of responses.ts. */
export type Responses = Readonly<Record<string, unknown>>

/** Facts about the attempt besides its answers. */
export type Context = {
  /** Item ids in the order shown (presentedItems of form.ts); default: every item in the definition's order. */
  presented?: readonly string[]
  /** Sections whose time, or the attempt's, ran out: blanks after the last answer in them are timed out. */
  endedByTime?: readonly string[]
  /** Closed without being submitted: blanks after the last answer of all were not reached. */
  unfinished?: boolean
  /** Item id → why it is blank, where that is known; an answer to the item comes first. */
  blanks?: Readonly<Record<string, BlankKind>>
  /** Item id → milliseconds spent. */
  timings?: Readonly<Record<string, number>>
  /** Scales without consent: their items count as not presented, they and their totals are not scored. */
  leftOut?: readonly string[]
}

/** Why a presented item has no answer. */
export type BlankKind = 'omitted' | 'notReached' | 'timedOut'

/** `dontKnow` is an answer without a value; the kinds of blank are kept apart because they mean different things. */
export type Status = 'answered' | 'dontKnow' | 'omitted' | 'notReached' | 'timedOut' | 'notPresented'

/** One item of one attempt. `score` is null when there is nothing to score. */
export type Outcome = { item: Item; section: string; status: Status; value: unknown; score: number | null }

/**
 * Every item of the definition with its outcome, in the order shown (those not presented last), and the ids of
 * responses left out because the item or the value is unknown.
 */
export function readOutcomes(
  definition: Definition,
  responses: Responses,
  context: Context,
): { outcomes: Outcome[]; ignored: string[] } {
  const without = itemsLeftOut(definition, context.leftOut ?? [])
  const asked = context.presented && new Set(context.presented)
  const isShown = (id: string) => !without.has(id) && (asked === undefined || asked.has(id))
  const items = definition.sections.flatMap((section) =>
    section.items.map((item) => ({ item, section: section.id })),
  )
  const usable = new Set(
    items
      .filter(({ item }) => checkValue(item, entry(responses, item.id), definition))
      .map(({ item }) => item.id),
  )
  const outcomes = items.map(({ item, section }): Outcome => {
    if (!isShown(item.id)) {
      return { item, section, status: 'notPresented', value: undefined, score: null }
    }
    const value = usable.has(item.id) ? entry(responses, item.id) : undefined
    if (isBlank(value)) return { item, section, status: 'omitted', value: undefined, score: null }
    // Every language of a key counts: an attempt may go on in another one than a gap was filled in.
    const score = scoreItem(item, value, definition.itemLocale)
    return { item, section, status: isDontKnow(item, value) ? 'dontKnow' : 'answered', value, score }
  })
  const ordered = asked ? inOrder(outcomes, [...asked]) : outcomes
  const known = new Set(items.map(({ item }) => item.id))
  return {
    outcomes: refineBlanks(ordered, context),
    ignored: Object.keys(responses)
      .filter((id) => !usable.has(id) || (known.has(id) && !isShown(id)))
      .sort(),
  }
}

/** Counts the items by outcome; `presented` is all but the not presented. */
export function count(outcomes: readonly Outcome[]): Counts {
  const of = (status: Status) => outcomes.filter((outcome) => outcome.status === status).length
  const notPresented = of('notPresented')
  return {
    presented: outcomes.length - notPresented,
    answered: of('answered'),
    dontKnow: of('dontKnow'),
    omitted: of('omitted'),
    notReached: of('notReached'),
    timedOut: of('timedOut'),
    notPresented,
  }
}

function isDontKnow(item: Item, value: unknown): boolean {
  return item.type === 'likert' && typeof value === 'string' && likertValue(value) === null
}

function inOrder(outcomes: readonly Outcome[], presented: readonly string[]): Outcome[] {
  const place = new Map(presented.map((id, i) => [id, i]))
  const rank = (outcome: Outcome) => place.get(outcome.item.id) ?? presented.length
  return [...outcomes].sort((a, b) => rank(a) - rank(b))
}

/** A blank is an omission unless time ran out, the attempt was never finished, or something else is known. */
function refineBlanks(outcomes: readonly Outcome[], context: Context): Outcome[] {
  const lastOfAll = outcomes.findLastIndex(isAnswered)
  return outcomes.map((outcome, i): Outcome => {
    if (outcome.status !== 'omitted') return outcome
    const known = entry(context.blanks, outcome.item.id)
    if (known) return { ...outcome, status: known }
    if (context.endedByTime?.includes(outcome.section)) {
      const later = outcomes.slice(i + 1).some((each) => each.section === outcome.section && isAnswered(each))
      return later ? outcome : { ...outcome, status: 'timedOut' }
    }
    return context.unfinished && i > lastOfAll ? { ...outcome, status: 'notReached' } : outcome
  })
}

function isAnswered(outcome: Outcome): boolean {
  return outcome.status === 'answered' || outcome.status === 'dontKnow'
}
