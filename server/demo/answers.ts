import { chanceFrom } from '#scoring/simulation/chance.ts'
import type { ResponseModel } from '#scoring/simulation/model.ts'
import { simulatePerson } from '#scoring/simulation/person.ts'
import { type SimulatedAttempt, simulateResponses } from '#scoring/simulation/respond.ts'
import { demoPeople } from './people.ts'

/** The share of the questions that careless people read, so that the demo shows each state of response quality. */
const attention: Readonly<Record<string, number>> = {
  'Nurettin Eğilmez': 0.86,
  'Veli Şimşek': 0.45,
  'Murat Taş': 0.86,
  'Recep Uçar': 0.9,
}

export const seed = 20_261_120

/**
 * The answers of a person of the demo in one test. A person is the same in every test they take, and their answers in
 * one don't depend on which others there are: both are drawn from streams of their own.
 */
export function answersOf(place: number, model: ResponseModel): SimulatedAttempt {
  const person = simulatePerson(chanceFrom(seed + place), attention[demoPeople[place]?.[0] ?? ''])
  const test = [...model.definition.code].reduce((sum, letter) => 31 * sum + (letter.codePointAt(0) ?? 0), 0)
  return simulateResponses(model, person, chanceFrom(seed + 1000 * (place + 1) + test))
}
