import { readShipped } from '#content/read.ts'
import { Definition } from '#scoring/definition/definition.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import { chanceFrom } from '#scoring/simulation/chance.ts'
import { responseModel } from '#scoring/simulation/model.ts'
import { simulatePerson } from '#scoring/simulation/person.ts'
import { simulateResponses } from '#scoring/simulation/respond.ts'
import { type Figure, spread } from './measure.ts'

/** The scoring of one attempt at MYT (173 items, validity rules and all), of 500 simulated people one after the other. */
export async function* measureScoring(): AsyncGenerator<Figure> {
  const definition = Definition.parse(await readShipped('MYT/6'))
  const model = responseModel(definition)
  const chance = chanceFrom(7)
  const times: number[] = []
  for (let person = 0; person < 600; person += 1) {
    const { answers, endedByTime } = simulateResponses(model, simulatePerson(chance), chance)
    const responses = Object.fromEntries(answers.map(({ itemId, value }) => [itemId, value]))
    const timings = Object.fromEntries(answers.map(({ itemId, elapsedMs }) => [itemId, elapsedMs]))
    const start = performance.now()
    const scores = scoreAttempt(definition, responses, { endedByTime, timings })
    const took = performance.now() - start
    if (scores.scales.length < 17) throw new Error('MYT was not scored')
    // The first hundred are compiled on the way.
    if (person >= 100) times.push(took)
  }
  yield spread('score_myt', 'ms', times)
}
