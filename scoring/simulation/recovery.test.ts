import { describe, expect, test } from 'vitest'
import { readShipped, shippedVersions } from '#content/read.ts'
import { Definition } from '#scoring/definition/definition.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import type { Scores } from '#scoring/score/scores.ts'
import { trueLevel, trueScores } from '#test/support/true-scores.ts'
import { chanceFrom } from './chance.ts'
import { responseModel } from './model.ts'
import { expectedFigures } from './moments.ts'
import { simulatePerson } from './person.ts'
import { type SimulatedAttempt, simulateResponses } from './respond.ts'

// These tests score simulated people of known traits by the same library as everybody: it has to find the traits again.

const shipped = await Promise.all(
  (await shippedVersions()).map(async (folder) => Definition.parse(await readShipped(folder))),
)

interface Simulated {
  readonly put: SimulatedAttempt
  readonly got: Scores
}

/** People of the population one after the other, so that many of them need no room. */
function* simulate(definition: Definition, people: number, attention?: number): Generator<Simulated> {
  const model = responseModel(definition)
  const chance = chanceFrom(20_261_122)
  for (let i = 0; i < people; i++) {
    const put = simulateResponses(model, simulatePerson(chance, attention), chance)
    const responses = Object.fromEntries(put.answers.map(({ itemId, value }) => [itemId, value]))
    const timings = Object.fromEntries(put.answers.map(({ itemId, elapsedMs }) => [itemId, elapsedMs]))
    yield { put, got: scoreAttempt(definition, responses, { endedByTime: put.endedByTime, timings }) }
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const covariance = (x: readonly number[], y: readonly number[]) => {
  const [mx, my] = [mean(x), mean(y)]
  return mean(x.map((value, i) => (value - mx) * ((y[i] ?? 0) - my)))
}
const spread = (values: readonly number[]) => Math.sqrt(covariance(values, values))
const correlation = (x: readonly number[], y: readonly number[]) => covariance(x, y) / (spread(x) * spread(y))

describe.each(shipped.map((definition) => [definition.code, definition] as const))('%s', (_, definition) => {
  const people = 1500
  const model = responseModel(definition)
  const simulated = [...simulate(definition, people)]
  const scored = (key: string) =>
    simulated.flatMap(({ put, got }) => {
      const score = got.scales.find((scale) => scale.key === key)
      if (score === undefined || score.raw === null) return []
      const truth = trueScores(model, put.traits).get(key) ?? Number.NaN
      return [{ raw: score.raw, T: score.T, trait: put.traits.get(key) ?? Number.NaN, truth }]
    })

  test('every answer is one its item takes', () => {
    expect(simulated.flatMap(({ got }) => got.ignored)).toEqual([])
  })

  test('nearly everybody who reads gets through with high confidence', () => {
    const high = simulated.filter(({ got }) => got.validity.confidence === 'high')
    expect(high.length / people).toBeGreaterThan(0.75)
  })

  const normed = model.scales.flatMap(({ key, norm }) => (norm === undefined ? [] : [[key, norm] as const]))
  describe.runIf(normed.length > 0).each(normed)('%s', (key, norm) => {
    const { reliability = 0 } = norm
    const put = model.scales.find((scale) => scale.key === key)
    const all = scored(key)
    const raws = all.map(({ raw }) => raw)
    const truths = all.map(({ truth }) => truth)

    test('the items can give the mean, spread and reliability of the norm', () => {
      if (put === undefined) throw new Error('no such scale')
      const figures = expectedFigures(put, put.curves)
      expect(Math.abs(figures.mean - norm.mean) / norm.sd).toBeLessThan(0.02)
      expect(Math.abs(figures.sd / norm.sd - 1)).toBeLessThan(0.08)
      expect(figures.reliability).toBeGreaterThan(reliability - 0.035)
    })

    test('scores follow the true scores as closely as the reliability says', () => {
      // Some three standard errors of a correlation over so many people, more where scores are skewed.
      expect(correlation(raws, truths)).toBeGreaterThan(Math.sqrt(reliability) - 0.035)
      // The trait itself less closely where many are at one end of the scale: a straight line does not fit a bend.
      const traits = all.map(({ trait }) => trait)
      expect(correlation(raws, traits)).toBeGreaterThan(Math.sqrt(reliability) - 0.1)
    })

    test('the mean T is the one put in', () => {
      const T = (values: readonly number[]) => 50 + (10 * (mean(values) - norm.mean)) / norm.sd
      // Three and a half standard errors of the mean error of measurement.
      const slack = (35 * Math.sqrt(1 - reliability)) / Math.sqrt(people)
      expect(Math.abs(T(raws) - T(truths))).toBeLessThan(slack)
      expect(mean(all.flatMap((one) => one.T ?? []))).toBeCloseTo(T(raws), 9)
    })
  })

  test('scales of one family go together, less than perfectly', () => {
    const [first, second] = model.scales.filter(({ family }, _, [one]) => family === one?.family)
    if (first === undefined || second === undefined) throw new Error('no two scales of a family')
    const traits = (key: string) => simulated.map(({ put }) => put.traits.get(key) ?? Number.NaN)
    const stated = { ability: 0.5, language: 0.9, attitude: 0.4, distress: 0.6 }[first.family]
    expect(Math.abs(correlation(traits(first.key), traits(second.key)) - stated)).toBeLessThan(0.06)
  })

  test('people who don’t read the items are detected', () => {
    const careless = [...simulate(definition, 200, 0.4)]
    expect(careless.filter(({ got }) => got.validity.confidence === 'high')).toHaveLength(0)
  })
})

test('ENGLISH places 69 % exactly and 98 % within one level', () => {
  const definition = shipped.find(({ code }) => code === 'ENGLISH')
  if (definition?.placement === undefined) throw new Error('no placement')
  const levels = definition.placement.levels.map(({ id }) => id)
  const model = responseModel(definition)
  expect(model.items).toHaveLength(75)
  // The number of people makes chance small: over 40,000 the standard error of a share of 69 % is 0.23 %.
  const people = 40_000
  let exactly = 0
  let nearly = 0
  for (const { put, got } of simulate(definition, people)) {
    const truth = levels.indexOf(trueLevel(model, put.traits) ?? '')
    const distance = Math.abs(truth - levels.indexOf(got.placement?.level ?? ''))
    exactly += Number(distance === 0)
    nearly += Number(distance <= 1)
  }
  expect(exactly / people).toBeGreaterThanOrEqual(0.69)
  expect(nearly / people).toBeGreaterThanOrEqual(0.98)
}, 480_000)
