import type { Definition } from '#scoring/definition.ts'
import type { Item } from '#scoring/definition-items.ts'
import { optionIds } from '#scoring/lookup.ts'

/** A repeatable stream of numbers from 0 to 1 (mulberry32): the demo looks the same after each fresh start. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A normally distributed number, mean 0 and standard deviation 1 (Box and Muller). */
export const normal = (next: () => number) =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

/**
 * What a person of a given latent trait answers: on keyed items right with the probability of a three-parameter logistic
 * model whose difficulty rises through the form, on symptom items mostly the low options.
 * @param trait mean 0, standard deviation 1
 */
export function simulateAnswers(definition: Definition, trait: number, next: () => number) {
  const items = definition.sections.flatMap((section) => section.items)
  return items.map((item, index) => ({
    itemId: item.id,
    value: answerTo(item, definition, trait, -1.6 + (3.2 * index) / items.length, next),
    elapsedMs: Math.round(4000 + 9000 * next()),
  }))
}

function answerTo(
  item: Item,
  definition: Definition,
  trait: number,
  difficulty: number,
  next: () => number,
): string {
  const options = 'options' in item || 'optionSet' in item ? optionIds(definition, item) : []
  if (item.type === 'likert') {
    const severity = 0.9 + 0.55 * trait + 0.8 * normal(next)
    return options[Math.min(options.length - 1, Math.max(0, Math.round(severity)))] ?? ''
  }
  const key = 'key' in item && typeof item.key === 'string' ? item.key : undefined
  if (item.type !== 'single' || key === undefined)
    throw new Error(`the demo cannot answer ${item.type} items yet`)
  const right = 0.2 + 0.8 / (1 + Math.exp(-1.4 * (trait - difficulty)))
  if (next() < right) return key
  const wrong = options.filter((option) => option !== key)
  return wrong[Math.floor(next() * wrong.length)] ?? key
}
