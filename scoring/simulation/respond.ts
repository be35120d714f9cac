import type { Definition } from '../definition.ts'
import { entry } from '../lookup.ts'
import { type Chance, normal, oneOf } from './chance.ts'
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
  /** In the order of the form; items left blank are not there. */
  readonly answers: readonly SimulatedAnswer[]
  /** Sections whose clock, or the whole test's, ran out. */
  readonly endedByTime: readonly string[]
}

/** Median time of an answer without reading, milliseconds, and the chance that it repeats the place of the last one. */
const clickMillis = 900
const repeats = 0.6

/** Chance that somebody who reads an item follows its instruction, or denies what cannot be. */
const followed = 0.99

/**
 * What a person answers. Each answer follows the curve of its item at the trait of its scale, independent of the others
 * given the trait; its time is log-normal: median · e^(−effect · speed + spread · noise), in a race with the trait in the
 * place of the speed. Who is out of time leaves the rest blank. An item that is not read is answered within a second,
 * often like the one before.
 */
export function simulateResponses(model: ResponseModel, person: Person, chance: Chance): SimulatedAttempt {
  const traits = simulateTraits(model.scales, person, chance)
  const { definition } = model
  const limits = new Map(definition.sections.map((section) => [section.id, section.timeLimitSeconds]))
  const limit = (definition.timeLimitSeconds ?? Number.POSITIVE_INFINITY) * 1000
  const answers: SimulatedAnswer[] = []
  const ended = new Set<string>()
  let all = 0
  let inSection = 0
  let section: string | undefined
  let last: SimulatedValue | undefined
  for (const item of model.items) {
    if (item.section !== section) inSection = 0
    section = item.section
    if (ended.has(section)) continue
    const trait = item.scale === undefined ? person.desirability : (traits.get(item.scale) ?? 0)
    const read = person.attention >= 1 || chance() < person.attention
    const millis = read
      ? readingTime(item, person, trait, chance)
      : clickMillis * Math.exp(0.3 * normal(chance))
    if (
      all + millis > limit ||
      inSection + millis > (limits.get(section) ?? Number.POSITIVE_INFINITY) * 1000
    ) {
      if (all + millis > limit) for (const each of definition.sections) ended.add(each.id)
      ended.add(section)
      inSection = 0
      continue
    }
    all += millis
    inSection += millis
    last = read
      ? answerOf(definition, item, { trait, traits }, chance)
      : carelessAnswer(definition, item.member.item, { value: last, repeats }, chance)
    answers.push({ itemId: item.member.item.id, value: last, elapsedMs: Math.round(millis) })
  }
  return { traits, answers, endedByTime: [...ended] }
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
  if (item.type === 'forced_choice') {
    const pull = (option: string) => traits.get(entry(item.loads, option) ?? '') ?? 0
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
