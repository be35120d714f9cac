import type { Definition, Section } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'

/** Standard deviation of the logarithm of one person's times over items of one kind (van der Linden 2006: 0.3 to 0.5). */
export const timeSpread = 0.35
/** The gain in pace, in logarithms, that one standard deviation of speed gives a person. */
export const speedEffect = 0.22
/** The share of its time a middling person needs where the clock should press nobody, and where it should press. */
const unhurried = 0.62
const pressed = 0.9

/** The clock one item is answered under. */
export interface Pace {
  /** Median time of a middling person, milliseconds. */
  readonly millis: number
  /**
   * The milliseconds of a section's own clock, and the median time up to and with this item; undefined without a clock.
   */
  readonly race: { readonly limit: number; readonly until: number } | undefined
}

/**
 * The time that each item takes a middling person, by its id. A section with a clock of its own is a race: about a third
 * of the people do not see its last item. The other items share most of the time that is left, a keyed one four times,
 * with a text or figure six times as much as a statement.
 */
export function paces(definition: Definition): Map<string, Pace> {
  const raced = definition.sections.filter(({ timeLimitSeconds }) => timeLimitSeconds !== undefined)
  const free = definition.sections.filter(({ timeLimitSeconds }) => timeLimitSeconds === undefined)
  const all = (definition.timeLimitSeconds ?? 60 * definition.minutes) * 1000
  const left = all - raced.reduce((sum, section) => sum + millisOf(section), 0)
  const burden = free.flatMap(({ items }) => items).reduce((sum, item) => sum + effort(item), 0)
  const inRaces = raced.flatMap((section) =>
    pacesOf(section.items, (pressed * millisOf(section)) / total(section.items), millisOf(section)),
  )
  const others = free.flatMap(({ items }) => pacesOf(items, (unhurried * Math.max(0, left)) / burden))
  return new Map([...inRaces, ...others])
}

function pacesOf(items: readonly Item[], perEffort: number, limit?: number): [string, Pace][] {
  let until = 0
  return items.map((item) => {
    const millis = perEffort * effort(item)
    until += millis
    return [item.id, { millis, race: limit === undefined ? undefined : { limit, until } }]
  })
}

const millisOf = ({ timeLimitSeconds = 0 }: Section) => timeLimitSeconds * 1000
const total = (items: readonly Item[]) => items.reduce((sum, item) => sum + effort(item), 0)

function effort(item: Item): number {
  if (item.type === 'likert') return 1
  if (item.type === 'situational') return 4
  return item.stimulus === undefined && item.image === undefined ? 4 : 6
}
