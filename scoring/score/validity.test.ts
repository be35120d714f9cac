import { describe, expect, test } from 'vitest'
import type { ValidityRule } from '#scoring/definition/scale-schema.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import type { Context, Responses } from './outcomes.ts'
import { scoreAttempt } from './score.ts'
import { longestRun } from './validity.ts'

const everything = loadFixture('everything')
// Answers on sensitive scales say nothing of the response quality.
const fixture = { ...everything, scales: everything.scales.map((scale) => ({ ...scale, sensitive: false })) }
const judge = (validity: ValidityRule[], responses: Responses, context: Context = {}) =>
  scoreAttempt({ ...fixture, validity }, responses, context).validity

test.each([
  [['1', '1', '1', '2'], 3],
  [['1', '2', '2', '1', '1', '1', '1'], 4],
  [['1', '1', undefined, '1'], 2],
  [['1', '2', '3'], 1],
  [[undefined, undefined], null],
  [[], null],
])('the longest run in %j is %s', (values, expected) => {
  expect(longestRun(values)).toBe(expected)
})

describe('limits', () => {
  const rule: ValidityRule = { id: 'r', kind: 'longest_run', medium: 3, low: 5 }
  const same = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`q${i + 1}`, '3']))
  test.each([
    [2, 'high'],
    [3, 'medium'],
    [4, 'medium'],
    [5, 'low'],
    [8, 'low'],
  ])('a run of %d gives %s confidence', (n, confidence) => {
    expect(judge([rule], same(n)).confidence).toBe(confidence)
  })

  test('the lowest outcome decides, and a rule without data does not', () => {
    const speed: ValidityRule = { id: 's', kind: 'speed', msPerItem: 1000, low: 0.1 }
    expect(judge([rule, speed], same(3)).confidence).toBe('medium')
    expect(judge([rule, speed], same(3), { timings: { q1: 999 } }).confidence).toBe('low')
    expect(judge([rule, speed], same(3), { timings: { q1: 1000 } }).confidence).toBe('medium')
  })

  test('without rules, or without anything to judge, nothing is claimed', () => {
    expect(judge([], same(3))).toEqual({ confidence: null, rules: [] })
    expect(judge([rule], {}).confidence).toBeNull()
  })
})

test('runs follow the order shown', () => {
  const rule: ValidityRule = { id: 'r', kind: 'longest_run', items: ['q1', 'q2', 'q3'], low: 9 }
  const answers = { q1: '1', q2: '2', q3: '1' }
  expect(judge([rule], answers).rules[0]?.value).toBe(1)
  expect(judge([rule], answers, { presented: ['q2', 'q1', 'q3'] }).rules[0]?.value).toBe(2)
})

test('instructed items wrong; a blank is not wrong', () => {
  const rule: ValidityRule = { id: 'i', kind: 'instructed', low: 1 }
  expect(judge([rule], { v1: '4' }).rules[0]).toMatchObject({ value: 0, outcome: 'high' })
  expect(judge([rule], { v1: '5' }).rules[0]).toMatchObject({ value: 1, outcome: 'low' })
  expect(judge([rule], {}).rules[0]).toMatchObject({ value: null, outcome: null })
})

test('infrequency counts the answers nobody attentive gives', () => {
  const rule: ValidityRule = { id: 'i', kind: 'infrequency', medium: 1 }
  expect(judge([rule], { v2: '2' }).rules[0]?.value).toBe(0)
  expect(judge([rule], { v2: '3' }).rules[0]?.value).toBe(1)
})

test('desirability is the mean after reversing', () => {
  const rule: ValidityRule = { id: 'd', kind: 'desirability', reverse: ['v4'], medium: 4 }
  expect(judge([rule], { v3: '5', v4: '2' }).rules[0]?.value).toBe(4.5)
  expect(judge([rule], { v3: '5' }).rules[0]?.value).toBe(5)
  expect(judge([rule], { v3: 'dk' }).rules[0]?.value).toBeNull()
})

test('consistency looks at pairs answered in full', () => {
  const pairs = [
    { a: 'q1', b: 'q2' },
    { a: 'q3', b: 'q4', opposite: true },
  ]
  const rule: ValidityRule = { id: 'c', kind: 'consistency_pairs', pairs, medium: 2 }
  expect(judge([rule], { q1: '1', q2: '4', q3: '1', q4: '5' }).rules[0]?.value).toBe(1.5)
  expect(judge([rule], { q1: '1', q2: '4', q3: '1' }).rules[0]?.value).toBe(3)
  expect(judge([rule], { q1: '1' }).rules[0]?.value).toBeNull()
})

const untimed = {
  ...fixture,
  sections: fixture.sections.map(({ timeLimitSeconds: _, ...section }) => section),
}

test('unanswered counts every kind of blank that no clock made among the items shown', () => {
  const rule: ValidityRule = { id: 'u', kind: 'unanswered', medium: 0.5 }
  const presented = ['s1', 'tf1', 'nu1', 'q1', 'q2', 'q3', 'd1', 'd2']
  const context: Context = {
    presented,
    endedByTime: ['ability'],
    blanks: { d1: 'notReached', d2: 'notReached' },
  }
  // tf1 and nu1 timed out and are out of the count; q2 omitted, d1 and d2 not reached: 3 of 6.
  const { validity } = scoreAttempt({ ...untimed, validity: [rule] }, { s1: 'a', q1: '1', q3: 'dk' }, context)
  expect(validity.rules[0]).toMatchObject({ value: 0.5 })
})

test('what the clock of a timed section cut off is no blank: not to get to its end is no carelessness', () => {
  const rule: ValidityRule = { id: 'u', kind: 'unanswered', medium: 0.5 }
  const presented = ['s1', 'tf1', 'nu1', 'q1', 'q2', 'q3']
  const share = (responses: Responses, endedByTime: string[]) =>
    judge([rule], responses, { presented, endedByTime }).rules[0]?.value
  // tf1 and nu1 are out of the count, q2 is one of the four others.
  expect(share({ s1: 'a', q1: '1', q3: '2' }, ['ability'])).toBe(0.25)
  // Passed over on the way to a later one, a blank counts as everywhere.
  expect(share({ tf1: 'true', q1: '1', q2: '1', q3: '2' }, ['ability'])).toBeCloseTo(1 / 5, 9)
  expect(share({ s1: 'a', q1: '1', q3: '2' }, [])).toBe(0.5)
})

test('nor does it say anything that the clock of the whole test ended it', () => {
  const rule: ValidityRule = { id: 'u', kind: 'unanswered', medium: 0.1, low: 0.25 }
  const presented = ['s1', 'tf1', 'nu1', 'q1', 'q2', 'q3', 'd1', 'd2']
  const judged = (context: Context) =>
    scoreAttempt(
      { ...untimed, validity: [rule] },
      { s1: 'a', nu1: 3, q1: '1', q2: '2' },
      { presented, ...context },
    ).validity
  const endedByTime = untimed.sections.map(({ id }) => id)
  // tf1 was passed over; q3, d1 and d2 are the clock's.
  expect(judged({ endedByTime, unfinished: true, blanks: { d2: 'notReached' } }).rules[0]?.value).toBeCloseTo(
    1 / 5,
    9,
  )
  // The half that is left unfinished counts as left out where no clock ended the test.
  expect(judged({ unfinished: true })).toMatchObject({ confidence: 'low', rules: [{ value: 0.5 }] })
})

test('validity never changes a score', () => {
  const answers = { q1: '5', q2: '5', q3: '5', q4: '5', v1: '1', v2: '5' }
  const { validity: _, ...without } = scoreAttempt({ ...fixture, validity: [] }, answers)
  const { validity, ...judged } = scoreAttempt(fixture, answers)
  expect(validity.confidence).toBe('low')
  expect(judged).toEqual(without)
})
