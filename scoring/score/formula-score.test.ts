import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Definition } from '#scoring/definition/definition.ts'
import { readFixture } from '#test/fixtures/definitions/load.ts'
import { scoreAttempt } from './score.ts'

const options = ['a', 'b', 'c', 'd']
/** Ten questions with four options, two with two, all with the key a; the last one is worth two points. */
const items = [
  ...Array.from({ length: 10 }, (_, at) => ({ id: `q${at}`, type: 'single', options, key: 'a' })),
  { id: 't0', type: 'true_false', options: ['a', 'b'], key: 'a' },
  { id: 't1', type: 'true_false', options: ['a', 'b'], key: ['a'], points: 2 },
]
const ids = items.map(({ id }) => id)

const definition = (formulaScore?: boolean) => {
  const four = ids.slice(0, 10)
  return Definition.parse({
    ...Object(readFixture('smallest')),
    sections: [{ id: 'only', navigation: 'free', items }],
    scales: [
      { key: 'four', kind: 'correct', items: four, formulaScore },
      { key: 'two', kind: 'correct', items: ids.slice(10), formulaScore },
      { key: 'all', kind: 'correct', of: ['four', 'two'] },
    ],
  })
}
const rawScores = (answers: Record<string, string | undefined>, formulaScore?: boolean) =>
  scoreAttempt(definition(formulaScore), answers).scales.map(({ raw }) => raw)
const given = (letters: string) => Object.fromEntries([...letters].map((letter, at) => [`q${at}`, letter]))

test('is right − wrong / (k − 1); blanks are 0', () => {
  // Six right, three wrong of four options, one blank: 6 − 3/3 = 5.
  expect(rawScores(given('aaaaaabcd'), true)).toEqual([5, 0, 5])
  expect(rawScores(given('aaaaaabcd'))).toEqual([6, 0, 6])
  // One right, one wrong: 1 − 1/3.
  expect(rawScores(given('ab'), true)[0]).toBeCloseTo(2 / 3, 12)
  // Of two options a wrong answer costs as much as a right one gives; the second is worth two points.
  expect(rawScores({ t0: 'a', t1: 'b' }, true)).toEqual([0, -1, -1])
  expect(rawScores({}, true)).toEqual([0, 0, 0])
})

test('goes from everything wrong to everything right', () => {
  const [four, two, all] = scoreAttempt(definition(true), {}).scales
  expect([four?.min, four?.max]).toEqual([-10 / 3, 10])
  expect([two?.min, two?.max]).toEqual([-3, 3])
  expect([all?.min, all?.max]).toEqual([-3 - 10 / 3, 13])
})

test('is never above the number right, equal to it without a wrong answer, and the same in any order', () => {
  const answers = fc.record(
    Object.fromEntries(items.map((item) => [item.id, fc.constantFrom(...item.options)])),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(answers, fc.shuffledSubarray(ids, { minLength: ids.length }), (responses, presented) => {
      const plain = rawScores(responses)
      const corrected = rawScores(responses, true)
      const wrong = Object.values(responses).some((answer) => answer !== 'a')
      for (const [at, raw] of corrected.entries()) expect(raw).toBeLessThanOrEqual(plain[at] ?? 0)
      expect(corrected[2] === plain[2]).toBe(!wrong)
      const shuffled = scoreAttempt(definition(true), responses, { presented })
      expect(shuffled.scales.map(({ raw }) => raw)).toEqual(corrected)
    }),
  )
})

test('gains nothing by picking blindly: each option once is 0', () => {
  // Four questions, each option picked once, so one of them is right: 1 − 3/3.
  expect(rawScores(given('abcd'), true)[0]).toBe(0)
})
