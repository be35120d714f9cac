import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Scale } from '#scoring/definition/scale-schema.ts'
import type { Outcome, Status } from './outcomes.ts'
import { likertRaw, rawScore, reversed, standardScores } from './scales.ts'

const point = (
  id: string,
  score: number | null,
  status: Status = score === null ? 'omitted' : 'answered',
): Outcome => ({
  item: { id, type: 'likert', options: ['1', '2', '3', '4', '5', '6'] },
  section: 's',
  status,
  value: score === null ? undefined : String(score),
  score,
})
const right = (id: string, score: number | null): Outcome => ({
  item: { id, type: 'single', options: ['a', 'b'], key: 'a' },
  section: 's',
  status: score === null ? 'timedOut' : 'answered',
  value: score === null ? undefined : 'a',
  score,
})
const sum = (maxMissing: number): Scale => ({
  key: 'A',
  kind: 'likert_sum',
  items: ['x'],
  min: 1,
  max: 6,
  maxMissing,
})
const mean = (maxMissingShare: number): Scale => ({
  key: 'A',
  kind: 'likert_mean',
  items: ['x'],
  min: 1,
  max: 6,
  maxMissingShare,
})

test('reversing twice changes nothing', () => {
  expect(reversed(2, 1, 6)).toBe(5)
  expect(reversed(0, 0, 4)).toBe(4)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), (x) => {
      expect(reversed(reversed(x, 1, 6), 1, 6)).toBe(x)
    }),
  )
})

describe('a Likert sum', () => {
  // Five items of 1 to 6, the first reversed: (7−2) + 4 + 3 + 4 + 4 = 20.
  const answers = [point('a', 2), point('b', 4), point('c', 3), point('d', 4), point('e', 4)]
  test('reverses, then adds', () => {
    expect(rawScore(sum(1), answers, { reverse: new Set(['a']) })).toEqual({
      raw: 20,
      min: 5,
      max: 30,
      missing: 0,
      prorated: false,
    })
  })

  test('fills what is missing with the mean of the answered, to the limit and no further', () => {
    const one = [...answers.slice(1), point('e', null)]
    expect(rawScore(sum(1), one)).toMatchObject({ raw: (15 / 4) * 5, missing: 1, prorated: true })
    expect(rawScore(sum(0), one)).toMatchObject({ raw: null, missing: 1, prorated: false })
  })

  test('a prorated score that comes out whole is whole exactly', () => {
    // 7 of 10 items of 3 each: 3 × 10 = 30, where (21 / 7) × 10 could miss it in other cases.
    for (let k = 2; k <= 60; k++) {
      const shown = Array.from({ length: k }, (_, i) => point(`i${i}`, i === 0 ? null : 3))
      expect(rawScore(sum(1), shown).raw).toBe(3 * k)
    }
  })

  test('counts the items presented, not those left out by the draw', () => {
    const shown = [point('a', 4), point('b', 4), point('c', null, 'notPresented')]
    expect(rawScore(sum(0), shown)).toMatchObject({ raw: 8, max: 12, missing: 0 })
  })
})

describe('a Likert mean', () => {
  test('allows exactly the stated share to be missing', () => {
    const shown = (answered: number, k: number) =>
      Array.from({ length: k }, (_, i) => point(`i${i}`, i < answered ? 2 : null))
    expect(rawScore(mean(0.4), shown(6, 10)).raw).toBe(2)
    expect(rawScore(mean(0.4), shown(5, 10)).raw).toBeNull()
    expect(rawScore(mean(0.4), shown(3, 5)).raw).toBe(2)
    expect(rawScore(mean(0.4), shown(8, 13)).raw).toBe(2)
    expect(rawScore(mean(0.4), shown(7, 13)).raw).toBeNull()
  })

  test('is null when nothing is answered, even when all may be missing', () => {
    expect(rawScore(mean(1), [point('a', null)]).raw).toBeNull()
    expect(rawScore(mean(1), []).raw).toBeNull()
  })
})

test('every kind of blank is 0 in an ability scale', () => {
  expect(
    rawScore({ key: 'A', kind: 'correct', items: ['x'] }, [right('a', 1), right('b', 0), right('c', null)]),
  ).toEqual({
    raw: 1,
    min: 0,
    max: 3,
    missing: 1,
    prorated: false,
  })
  expect(rawScore({ key: 'A', kind: 'correct', items: ['x'] }, [right('a', null)]).raw).toBe(0)
})

test('any order of the items gives the same score', () => {
  const answers = fc.array(fc.option(fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(answers, fc.infiniteStream(fc.nat()), (points, keys) => {
      const items = points.map((score, i) => point(`i${i}`, score))
      const mixed = items
        .map((item) => ({ item, rank: keys.next().value }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item)
      const reverse = new Set(['i0', 'i3'])
      expect(rawScore(sum(3), mixed, { reverse })).toEqual(rawScore(sum(3), items, { reverse }))
    }),
  )
})

test('the steps work separately, for values that come from a file', () => {
  expect(likertRaw({ kind: 'likert_sum', maxMissing: 1 }, [5, 4, 4, null])).toBe(52 / 3)
  expect(likertRaw({ kind: 'likert_sum' }, [5, 4, 4, null])).toBeNull()
  expect(likertRaw({ kind: 'likert_mean', maxMissing: 1 }, [5, 4, null])).toBe(4.5)
  expect(standardScores({ mean: 20, sd: 4, freq: [3, 5, 2], freqFrom: 21 }, 22)).toEqual({
    z: 0.5,
    T: 55,
    percentile: 55,
    sten: 7,
    stanine: 5,
    sem: null,
    semT: null,
    trueScore: null,
    see: null,
  })
  expect(standardScores({ mean: 20, sd: 4, reliability: 0.75 }, null)).toMatchObject({
    z: null,
    sem: 2,
    semT: 5,
  })
  expect(standardScores(undefined, 22)).toMatchObject({ z: null, T: null, percentile: null, sem: null })
})
