import { shuffled } from '#scoring/form/random.ts'
import { type OptionId, optionIds } from './puzzles.ts'

/**
 * The place of the right option of each item. Letters are dealt like cards: each place about equally often, in a random
 * order with a fixed seed. People who set keys by hand avoid repeating a letter, and that can be used.
 */
export function dealKeys(ids: readonly string[], seed: string): (readonly [string, OptionId])[] {
  const order = shuffled(optionIds, `${seed}/places`)
  const dealt = shuffled(
    ids.map((_, i) => order[i % order.length] ?? 'a'),
    `${seed}/keys`,
  )
  return ids.map((id, i) => [id, dealt[i] ?? 'a'] as const)
}
