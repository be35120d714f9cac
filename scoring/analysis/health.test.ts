import { expect, test } from 'vitest'
import type { Definition } from '#scoring/definition/definition.ts'
import { presentedItems } from '#scoring/form/form.ts'
import { readOutcomes } from '#scoring/score/outcomes.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import { chanceFrom } from '#scoring/simulation/chance.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { crowdAnswers } from '#test/support/crowd-answers.ts'
import { analyseTest, type TestHealth } from './health.ts'
import { planOf } from './plan.ts'
import { SheetBuilder } from './sheet.ts'

const everything = loadFixture('everything')
const go = async () => undefined

interface Person {
  readonly responses: Readonly<Record<string, unknown>>
  readonly locale?: 'tr' | 'en'
  readonly unfinished?: boolean
}

async function analysed(definition: Definition, people: readonly Person[]): Promise<TestHealth> {
  const plan = planOf(definition)
  const sheet = new SheetBuilder(plan, people.length)
  for (const [i, { responses, locale = 'tr', unfinished = false }] of people.entries()) {
    const presented = presentedItems(definition, `person-${i}`, [])
    const { outcomes } = readOutcomes(definition, responses, { presented, unfinished })
    sheet.add(outcomes, { timings: {}, locale })
  }
  return analyseTest(plan, sheet.build(), go)
}

/** A test of right and wrong answers; `select` draws so many of its items. */
function keyed(items: number, select?: number): Definition {
  const ids = Array.from({ length: items }, (_, i) => `k${i}`)
  return {
    ...everything,
    sensitive: false,
    sections: [
      {
        id: 'only',
        navigation: 'free',
        ...(select !== undefined && { select }),
        items: ids.map((id, i) => ({ id, type: 'single', options: ['a', 'b', 'c', 'd'], key: 'abcd'.charAt(i % 4) })),
      },
    ],
    scales: [{ key: 'all', kind: 'correct', items: ids }],
  }
}

test('gives the mean of the stored scores, and finds a planted wrong key', async () => {
  const definition = keyed(30)
  const answers = crowdAnswers(definition, { people: 120, planted: { k7: 'b' } })
  const health = await analysed(
    definition,
    answers.map((responses) => ({ responses })),
  )
  const raws = answers.map((responses) => scoreAttempt(definition, responses).scales[0]?.raw ?? 0)
  expect(health.parts).toMatchObject([{ key: 'all', whole: false, n: 120, k: 30, lowest: 0, highest: 30 }])
  expect(health.parts[0]?.mean.value).toBeCloseTo(raws.reduce((sum, raw) => sum + raw, 0) / 120, 10)
  expect(health.items[0]?.id).toBe('k7')
  expect(health.items[0]?.flags[0]).toMatchObject({ code: 'key', option: 'b' })
  expect(health.dif.reason).toBe('too_few_people')
})

test('people who got different items are compared by the items that each got', async () => {
  const definition = keyed(30, 20)
  const answers = crowdAnswers(definition, { people: 400, planted: { k7: 'b' } })
  const health = await analysed(
    definition,
    answers.map((responses) => ({ responses })),
  )
  expect(health.parts[0]).toMatchObject({ n: 400, reliability: { value: null, reason: 'drawn_items' } })
  expect(health.items[0]?.id).toBe('k7')
  expect(health.items[0]?.flags[0]).toMatchObject({ code: 'key', option: 'b' })
  for (const { n, curve, options, p } of health.items) {
    expect(n).toBeGreaterThan(220)
    expect(n).toBeLessThan(310)
    expect(curve.reduce((sum, fifth) => sum + fifth.n, 0)).toBe(n)
    expect(options.reduce((sum, { count }) => sum + count, 0)).toBe(n)
    expect(p?.value).toBeGreaterThan(0)
  }
  const flagged = health.items.filter(({ flags }) => flags.some(({ code }) => code === 'weak' || code === 'key'))
  expect(flagged.length).toBeLessThan(5)
})

test('every type of item is analysed, also where everybody answers alike or nobody does', async () => {
  const golden = everything.goldenCases?.[0]?.answers ?? {}
  for (const responses of [golden, {}]) {
    const people = Array.from({ length: 40 }, () => ({ responses, unfinished: true }))
    const health = await analysed({ ...everything, sensitive: false }, people)
    expect(JSON.stringify(health)).not.toContain('NaN')
    for (const { reliability } of health.parts) expect([reliability.value, reliability.reason]).not.toEqual([null, null])
  }
})

test('sensitive scales and their items are not analysed', () => {
  const [first, ...others] = keyed(10).scales
  if (first === undefined || !('items' in first)) throw new Error('not as expected')
  const split = { ...first, items: ['k0', 'k1', 'k2', 'k3', 'k4', 'k5'] }
  const sensitive = { ...first, key: 'closed', sensitive: true, items: ['k6', 'k7', 'k8', 'k9'] }
  const total = { key: 'both', kind: 'correct' as const, of: ['all', 'closed'] }
  const plan = planOf({ ...keyed(10), scales: [split, sensitive, total, ...others] })
  expect(plan.parts.map(({ key }) => key)).toEqual(['all'])
  expect(plan.leftOut).toBe(4)
  expect(plan.items).toHaveLength(6)
})

test('items that nobody reached, times of few and languages of one are said', async () => {
  const chance = chanceFrom(3)
  const definition = keyed(10)
  const people = crowdAnswers(definition, { people: 240 }).map((all, i) => {
    const responses = Object.fromEntries(Object.entries(all).filter(([id]) => id !== 'k9' || chance() < 0.5))
    return { responses, unfinished: true, locale: i % 2 === 0 ? ('tr' as const) : ('en' as const) }
  })
  const health = await analysed(definition, people)
  const last = health.items.find(({ id }) => id === 'k9')
  expect(last?.flags).toContainEqual({ code: 'unreached' })
  expect(last?.blanks.notReached).toBeGreaterThan(0.4)
  expect(last?.time).toBeNull()
  expect(health.dif).toMatchObject({ reference: { n: 120 }, other: { n: 120 }, reason: null })
  expect(health.items.every(({ dif }) => dif !== null)).toBe(true)
})
