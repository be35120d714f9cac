import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Definition } from '#scoring/definition/definition.ts'
import type { ResponseStyle } from '#scoring/definition/scale-schema.ts'
import { readFixture } from '#test/fixtures/definitions/load.ts'
import { scoreAttempt } from './score.ts'

const likert = (id: string, points: number, more: object = {}) => ({
  id,
  type: 'likert',
  options: [...Array.from({ length: points }, (_, at) => String(at + 1)), 'dk'],
  ...more,
})
const items = [
  likert('a', 5),
  likert('b', 5),
  likert('c', 5),
  likert('d', 4),
  likert('e', 2),
  likert('v', 5, { role: 'instructed', key: '5' }),
]
const scale = (key: string, ids: string[], max: number, reverse: string[] = []) => ({
  key,
  kind: 'likert_mean',
  items: ids,
  reverse,
  min: 1,
  max,
})
const definition = (validity: object[]) =>
  Definition.parse({
    ...Object(readFixture('smallest')),
    sections: [{ id: 'only', navigation: 'free', items }],
    scales: [scale('five', ['a', 'b', 'c'], 5, ['b']), scale('four', ['d'], 4), scale('two', ['e'], 2)],
    validity,
  })
const rule = (kind: ResponseStyle, more: object = {}) => ({ id: kind, kind, medium: 0.5, low: 0.8, ...more })
const share = (kind: ResponseStyle, answers: Record<string, string>, more: object = {}) =>
  scoreAttempt(definition([rule(kind, more)]), answers).validity.rules[0]?.value

describe('acquiescence', () => {
  test('is the share of answers above the middle, as chosen: reversed items count like the others', () => {
    // 4 and 5 of five, 3 of four and 2 of two are above; 3 of five is the middle itself: 4 of 5.
    expect(share('acquiescence', { a: '4', b: '5', c: '3', d: '3', e: '2' })).toBe(4 / 5)
    expect(share('acquiescence', { a: '2', b: '1', c: '3', d: '2', e: '1' })).toBe(0)
  })
  test('leaves out blanks, “don’t know” and items that ask for a certain answer', () => {
    expect(share('acquiescence', { a: '4', b: '2', c: 'dk', v: '5' })).toBe(1 / 2)
    expect(share('acquiescence', { c: 'dk', v: '5' })).toBeNull()
  })
})

test('extremity is the share of the lowest and highest points, where there are more than two', () => {
  expect(share('extremity', { a: '1', b: '5', c: '4', d: '4', e: '1' })).toBe(3 / 4)
  expect(share('extremity', { e: '1' })).toBeNull()
})

test('midpoint is the share of the middle point, where there is one', () => {
  expect(share('midpoint', { a: '3', b: '3', c: '4', d: '2', e: '1' })).toBe(2 / 3)
  expect(share('midpoint', { d: '2' })).toBeNull()
})

test('a rule may name its items', () => {
  expect(share('midpoint', { a: '3', b: '3', c: '4' }, { items: ['a', 'c'] })).toBe(1 / 2)
})

test('limits lower the response quality, and nothing ever changes a score', () => {
  const rules = [rule('acquiescence'), rule('extremity'), rule('midpoint')]
  const point = (max: number) => fc.integer({ min: 1, max }).map(String)
  const answers = fc.record(
    { a: point(5), b: point(5), c: point(5), d: point(4), e: point(2) },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(answers, (responses) => {
      const { validity: _, ...without } = scoreAttempt(definition([]), responses)
      const { validity, ...judged } = scoreAttempt(definition(rules), responses)
      expect(judged).toEqual(without)
      for (const { value, outcome } of validity.rules) {
        const expected = value === null ? null : value >= 0.8 ? 'low' : value >= 0.5 ? 'medium' : 'high'
        expect(outcome).toBe(expected)
      }
      const by = (kind: string) => validity.rules.find(({ id }) => id === kind)?.value ?? 0
      // No point of five is an end and the middle at once.
      const five = responses.d === undefined && responses.e === undefined
      if (five) expect(by('extremity') + by('midpoint')).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})
