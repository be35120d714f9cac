import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import expected from '#test/fixtures/norms/impact.json' with { type: 'json' }
import { adverseImpact, type Decided } from './adverse-impact.ts'

const of = (group: string, selected: number, people: number): Decided => ({ group, selected, people })
const impact = (...groups: Decided[]) => {
  const result = adverseImpact(groups)
  if (result.groups === null) throw new Error(result.reason)
  return result.groups
}
const verdicts = (...groups: Decided[]) => impact(...groups).map(({ verdict }) => verdict)

test.each(expected.ratios)('ratio, interval and exact test equal R: $counts', (wanted) => {
  const [a = 0, n = 0, b = 0, m = 0] = wanted.counts
  const [one, highest] = impact(of('one', a, n), of('highest', b, m))
  expect(one?.ratio).toBeCloseTo(wanted.ratio, 12)
  expect(one?.ratioInterval?.lower).toBeCloseTo(wanted.lower, 12)
  expect(one?.ratioInterval?.upper).toBeCloseTo(wanted.upper, 12)
  expect(one?.p).toBeCloseTo(wanted.p, 12)
  expect(highest).toMatchObject({ verdict: 'highest', ratio: 1, p: null, ratioIntervalReason: 'highest' })
})

describe('verdicts', () => {
  test.each<[string, Decided, Decided]>([
    ['adverse', of('a', 24, 60), of('b', 48, 80)],
    ['below_by_chance', of('a', 12, 40), of('b', 16, 40)],
    ['small_but_certain', of('a', 850, 1000), of('b', 950, 1000)],
    ['none', of('a', 18, 40), of('b', 20, 40)],
    // Exactly four fifths is no violation: 32 of 100 beside 40 of 100.
    ['none', of('a', 32, 100), of('b', 40, 100)],
    ['too_few_to_say', of('a', 0, 29), of('b', 20, 40)],
  ])('%s', (verdict, one, highest) => {
    expect(verdicts(one, highest)[0]).toBe(verdict)
  })

  test('fewer than 30 people show no figure, and are never the highest rate', () => {
    const [few, most, other] = impact(of('few', 10, 10), of('most', 30, 50), of('other', 15, 50))
    expect(few).toEqual({
      group: 'few',
      people: 10,
      selected: null,
      rate: null,
      rateInterval: null,
      ratio: null,
      ratioInterval: null,
      ratioIntervalReason: 'too_few_to_say',
      p: null,
      verdict: 'too_few_to_say',
    })
    expect([most?.verdict, other?.verdict]).toEqual(['highest', 'adverse'])
  })

  test('a single large group has nothing to compare with', () => {
    expect(impact(of('a', 10, 40), of('b', 3, 10))[0]).toMatchObject({
      rate: 0.25,
      ratio: null,
      verdict: 'too_few_to_say',
    })
    expect(impact()).toEqual([])
  })

  test('nobody, or everybody, was chosen', () => {
    expect(verdicts(of('a', 0, 40), of('b', 0, 50))).toEqual(['nobody_selected', 'nobody_selected'])
    expect(impact(of('a', 40, 40), of('b', 50, 50))[0]).toMatchObject({
      ratio: 1,
      ratioInterval: null,
      ratioIntervalReason: 'everybody_selected',
      verdict: 'none',
    })
    expect(impact(of('a', 0, 40), of('b', 25, 50))[0]).toMatchObject({
      ratio: 0,
      ratioInterval: null,
      ratioIntervalReason: 'nobody_selected',
      verdict: 'adverse',
    })
  })

  test('of equal rates the larger group is compared with', () => {
    expect(verdicts(of('a', 20, 40), of('b', 40, 80))).toEqual(['none', 'highest'])
  })
})

test.each([
  [of('a', 5, 4)],
  [of('a', -1, 4)],
  [of('a', 1.5, 40)],
  [of('a', Number.NaN, 40)],
  [of('a', 1, 1e15)],
  [of('a', 1, 40), of('a', 2, 40)],
])('refuses impossible counts: %j', (...groups) => {
  expect(adverseImpact(groups)).toEqual({ groups: null, reason: 'bad_counts' })
})

test('every figure is a finite number or null, and ratios are at most 1', () => {
  const group = fc
    .nat(200)
    .chain((people) => fc.record({ people: fc.constant(people), selected: fc.nat(people) }))
  fc.assert(
    fc.property(fc.array(group, { maxLength: 6 }), (groups) => {
      const found = impact(...groups.map((one, i) => ({ ...one, group: `g${i}` })))
      for (const { rate, ratio, p, ratioInterval, rateInterval } of found) {
        const figures = [rate, ratio, p].flatMap((value) => value ?? [])
        expect(figures.every((value) => value >= 0 && value <= 1)).toBe(true)
        for (const interval of [ratioInterval, rateInterval])
          if (interval) expect(interval.lower <= interval.upper && Number.isFinite(interval.upper)).toBe(true)
      }
      expect(found.filter(({ verdict }) => verdict === 'highest').length).toBeLessThanOrEqual(1)
    }),
  )
})
