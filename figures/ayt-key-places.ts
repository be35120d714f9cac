import { shuffled } from '#scoring/random.ts'
import { type OptionId, optionIds } from './puzzles.ts'

/** Items with options, in the order of the test. */
const numbered = (section: string, numbers: readonly number[]) =>
  numbers.map((number) => `${section}${String(number).padStart(2, '0')}`)
const fifteen = Array.from({ length: 15 }, (_, i) => i + 1)
const sections = {
  vb: numbered('vb', fifteen),
  nm: numbered('nm', [1, 2, 3, 5, 6, 7, 9, 10, 12, 13, 15]),
  fg: numbered('fg', fifteen),
  mc: numbered('mc', fifteen),
}
const practice: readonly (readonly [string, OptionId])[] = [
  ['vb00', 'b'],
  ['nm00', 'c'],
  ['fg00', 'b'],
  ['mc00', 'c'],
]

/**
 * The place of each right option. Letters are dealt like cards: each place about equally often, in a random order with
 * a fixed seed. People who set keys by hand avoid repeating a letter, and that can be used.
 */
export const keyPlaces: ReadonlyMap<string, OptionId> = new Map([
  ...practice,
  ...Object.entries(sections).flatMap(([section, ids]) => {
    const order = shuffled(optionIds, `AYT version 2/${section}/places`)
    const dealt = shuffled(
      ids.map((_, i) => order[i % order.length] ?? 'a'),
      `AYT version 2/${section}/keys`,
    )
    return ids.map((id, i) => [id, dealt[i] ?? 'a'] as const)
  }),
])
