import type { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { type Chance, normal, oneOf } from './chance.ts'
import { AttemptClock } from './clock.ts'
import { chanceOfRight, chancesOfPoints } from './curves.ts'
import type { ItemModel, ResponseModel } from './model.ts'
import { speedEffect, timeSpread } from './pace.ts'
import { type Person, simulateTraits } from './person.ts'
import { carelessAnswer, mostAndLeast, rightAnswer, type SimulatedValue, wrongAnswer } from './values.ts'

export interface SimulatedAnswer {
  readonly itemId: string
  readonly value: SimulatedValue
  /** Milliseconds spent on the item. */
  readonly elapsedMs: number
}

/** One attempt: what was put in, and what came out. */
export interface SimulatedAttempt {
  /** The person's trait on each scale that has one, standard normal over people. */
  readonly traits: ReadonlyMap<string, number>
  /** The answers in the order of the form; items left blank are not there. */
  readonly answers: readonly SimulatedAnswer[]
  /** Sections whose clock, or the whole test's, ran out. */
  readonly endedByTime: readonly string[]
  /** Milliseconds from the first item to the last answer, or to the end of the clock. */
  readonly elapsedMs: number
}

/** Median time of an answer without reading, milliseconds, and the chance that it repeats the place of the last one. */
const clickMillis = 900
const repeats = 0.6

/** Chance that somebody who reads an item follows its instruction, or denies what cannot be. */
const followed = 0.99

/**
 * The answers of a person. Each answer follows the curve of its item at the trait of its scale, independent of the
 * others given the trait; its time is log-normal: median · e^(−effect · speed + spread · noise), in a race with the
 * trait in the place of the speed. Somebody who is out of time leaves the rest blank. An item that is not read is
 * answered within a second, often like the one before.
 */
export function simulateResponses(
  { definition, scales, items }: ResponseModel,
  person: Person,
  chance: Chance,
): SimulatedAttempt {
  const traits = simulateTraits(scales, person, chance)
  const clock = new AttemptClock(definition)
  const answers: SimulatedAnswer[] = []
  let last: SimulatedValue | undefined
  for (const model of items) {
    const { item } = model.member
    const trait = model.scale === undefined ? person.desirability : (traits.get(model.scale) ?? 0)
    const read = person.attention >= 1 || chance() < person.attention
    const millis = read
      ? readingTime(model, person, trait, chance)
      : clickMillis * Math.exp(0.3 * normal(chance))
    if (!clock.spend(model.section, millis)) continue
    last = read
      ? answerOf(definition, model, { trait, traits }, chance)
      : carelessAnswer(definition, item, { value: last, repeats }, chance)
    answers.push({ itemId: item.id, value: last, elapsedMs: Math.round(millis) })
  }
  return { traits, answers, endedByTime: clock.ended, elapsedMs: Math.round(clock.spent) }
}

function readingTime({ member: { pace } }: ItemModel, person: Person, trait: number, chance: Chance): number {
  const speed = pace.race === undefined ? person.speed : trait
  return pace.millis * Math.exp(-speedEffect * speed + timeSpread * normal(chance))
}

function answerOf(
  definition: Definition,
  { member, curve }: ItemModel,
  { trait, traits }: { trait: number; traits: ReadonlyMap<string, number> },
  chance: Chance,
): SimulatedValue {
  const { item } = member
  if (item.type === 'forced_choice' && item.loads) {
    const { loads } = item
    const pull = (option: string) => traits.get(entry(loads, option) ?? '') ?? 0
    return mostAndLeast(item.options, (option) => pull(option) + normal(chance))
  }
  const asked = item.role === 'instructed' || item.role === 'infrequency'
  if (asked || 'b' in curve) {
    const right = 'b' in curve && !asked ? chanceOfRight(curve, trait) : followed
    return chance() < right ? rightAnswer(definition, item, chance) : wrongAnswer(definition, item, chance)
  }
  const drawn = chance()
  let below = 0
  const point = chancesOfPoints(curve, trait).findIndex((each) => {
    below += each
    return drawn < below
  })
  return oneOf(member.points?.at(point) ?? [], chance)
}
