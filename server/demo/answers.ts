import type { Definition, Section } from '#scoring/definition.ts'
import type { Item } from '#scoring/definition-items.ts'
import { optionIds, reversedItems, scaleItems } from '#scoring/lookup.ts'

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
 * model whose difficulty rises through each section, on statements a point around their standing on the scale, on symptom
 * items mostly the low options. In a profile every scale has a standing of its own, related to the trait.
 * @param trait mean 0, standard deviation 1
 */
export function simulateAnswers(definition: Definition, trait: number, next: () => number) {
  const standing = standings(definition, trait, next)
  // What everybody can do at work is asked more easily than a language.
  const easiest = definition.report.layout === 'profile' ? -2.6 : -1.6
  return definition.sections.flatMap((section) =>
    section.items.map((item, index) => ({
      itemId: item.id,
      value: answerTo(item, definition, {
        ...(standing.get(item.id) ?? { trait, reversed: false }),
        difficulty: easiest + (3.2 * index) / section.items.length,
        next,
      }),
      elapsedMs: Math.round(slowest(section) * (0.3 + 0.7 * next())),
    })),
  )
}

/** How often somebody does not read what every reader answers alike. */
const slips = 0.03

interface Standing {
  readonly trait: number
  readonly reversed: boolean
}
interface Situation extends Standing {
  readonly difficulty: number
  readonly next: () => number
}

function standings(definition: Definition, trait: number, next: () => number): Map<string, Standing> {
  const found = new Map<string, Standing>()
  if (definition.report.layout !== 'profile') return found
  for (const scale of definition.scales.filter((one) => !('of' in one) || one.of === undefined)) {
    const own = 0.7 * trait + 0.7 * normal(next)
    const reverse = reversedItems(definition, scale)
    for (const id of scaleItems(definition, scale)) found.set(id, { trait: own, reversed: reverse.has(id) })
  }
  return found
}

/** Milliseconds for the slowest answer of a section, so that all of them fit into its time. */
const slowest = ({ timeLimitSeconds, items }: Section) =>
  timeLimitSeconds === undefined ? 13_000 : Math.min(13_000, (timeLimitSeconds * 1000) / items.length)

function answerTo(item: Item, definition: Definition, at: Situation): string | number {
  if (item.type === 'numeric') return (item.key ?? 0) + (isRight(at) ? 0 : 1)
  const options = 'options' in item || 'optionSet' in item ? optionIds(definition, item) : []
  if (item.role === 'instructed' || item.role === 'infrequency')
    return oneOf(at.next() < slips ? options : keysOf(item), at.next)
  if (item.type === 'likert') return options[pointOf(definition, item, options.length, at)] ?? ''
  if (item.type === 'situational' && item.weights) {
    const { weights } = item
    const best = options.toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))
    return best[Math.floor(best.length * at.next() ** (2 + Math.max(-1, at.trait)))] ?? ''
  }
  const keys = keysOf(item)
  if (keys.length === 0) throw new Error(`the demo cannot answer ${item.type} items yet`)
  const wrong = options.filter((option) => !keys.includes(option))
  return isRight(at) ? oneOf(keys, at.next) : oneOf(wrong, at.next)
}

function pointOf(definition: Definition, item: Item, count: number, { trait, reversed, next }: Situation) {
  const symptom = definition.checklist !== undefined
  const middle = symptom ? 0.9 : item.role === 'desirability' ? 1.7 : 2.9
  const point = Math.round(middle + (symptom ? 0.55 : 0.45) * trait + 0.8 * normal(next))
  const within = Math.min(count - 1, Math.max(0, point))
  return reversed ? count - 1 - within : within
}

/** The options that are right, of the items answered by one pick. */
function keysOf(item: Item): readonly string[] {
  const pick = ['single', 'true_false', 'image_choice', 'likert', 'situational'].includes(item.type)
  if (!pick || !('key' in item)) return []
  if (typeof item.key === 'string') return [item.key]
  return Array.isArray(item.key) ? item.key : []
}

const isRight = ({ trait, difficulty, next }: Situation) =>
  next() < 0.2 + 0.8 / (1 + Math.exp(-1.4 * (trait - difficulty)))

const oneOf = (options: readonly string[], next: () => number) =>
  options[Math.floor(next() * options.length)] ?? options[0] ?? ''
