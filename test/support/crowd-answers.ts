import type { Definition } from '#scoring/definition/definition.ts'
import { itemsById, optionIds } from '#scoring/definition/lookup.ts'
import { chanceFrom, normal } from '#scoring/simulation/chance.ts'
import { logistic } from '#scoring/simulation/curves.ts'

/**
 * Answers of people to the items of a test that have one right option: right more often the more somebody knows, else any other
 * option. Of the planted items another option is taken as if it were right, as by a wrong key.
 */
export function crowdAnswers(
  definition: Definition,
  { people, seed = 7, planted = {} }: { people: number; seed?: number; planted?: Record<string, string> },
): Record<string, string>[] {
  const chance = chanceFrom(seed)
  const items = [...itemsById(definition).values()].flatMap((item, i) => {
    if (item.type !== 'single' || typeof item.key !== 'string') return []
    return [{ id: item.id, right: planted[item.id] ?? item.key, options: optionIds(definition, item), level: (i % 15) / 5 - 1.5 }]
  })
  return Array.from({ length: people }, () => {
    const trait = normal(chance)
    return Object.fromEntries(
      items.map(({ id, right, options, level }) => {
        const others = options.filter((option) => option !== right)
        const isRight = chance() < 0.25 + 0.75 * logistic(1.5 * (trait - level))
        return [id, isRight ? right : (others[Math.floor(chance() * others.length)] ?? right)]
      }),
    )
  })
}
