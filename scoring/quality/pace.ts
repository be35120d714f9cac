import type { Definition, Locale } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { sectionItems } from '#scoring/form/form-order.ts'
import { wordsOf } from './readability.ts'

/** Ten words a second: more than twice as fast as people read silently (about 240 words a minute). */
const msPerWord = 100

/**
 * Neighbours are looked at together: on a page, a person may read all statements first and answer them in a second each.
 */
const together = 10
const fewest = 5

/**
 * Counts the answers that came faster than the words of their questions can be read, of all that have times. Options and
 * stimuli are not counted as words. Sections with a time limit of their own are left out: they ask for speed.
 * @param timings milliseconds by item
 */
export function fasterThanReading(
  definition: Definition,
  { locale, seed, timings }: { locale: Locale; seed: string; timings: Readonly<Record<string, number>> },
): { count: number; of: number } {
  const { items: texts } = definition.texts[definition.itemLocale ?? locale]
  const groups = definition.sections
    .filter(({ timeLimitSeconds }) => timeLimitSeconds === undefined)
    .flatMap((section) => inGroups(sectionItems(section, seed)))
    .map((items) =>
      items.flatMap(({ id }) => {
        const ms = entry(timings, id)
        return ms === undefined ? [] : [{ ms, words: wordsOf(entry(texts, id)?.prompt ?? '').length }]
      }),
    )
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const hurried = groups.filter(
    (group) =>
      group.length >= fewest &&
      sum(group.map(({ ms }) => ms)) < msPerWord * sum(group.map(({ words }) => words)),
  )
  return { count: hurried.flat().length, of: groups.flat().length }
}

const inGroups = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / together) }, (_, index) =>
    items.slice(index * together, (index + 1) * together),
  )
