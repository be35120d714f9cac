import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import expected from '#test/fixtures/norms/norms.json' with { type: 'json' }
import { buildNorm, type NormChoices } from './build.ts'
import { compareShares } from './expected-shares.ts'
import { highestDegree, logLinear } from './log-linear.ts'
import { countScores } from './score-counts.ts'

/** 1e-6 of the value, or 1e-6 near 0. */
const close = (found: number | undefined, of: number, place: string) =>
  expect(Math.abs((found ?? Number.NaN) - of), `${place}: ${found} for ${of}`).toBeLessThan(
    1e-6 * Math.max(1, Math.abs(of)),
  )
const counts = (freq: number[], freqFrom = 0, freqPer = 1) => ({ freq, freqFrom, freqPer })
const built = (freq: number[], choices: NormChoices) => {
  const result = buildNorm(counts(freq), choices)
  if (result.built === null) throw new Error(result.reason)
  return result.built
}

describe.each(Object.entries(expected))('%s equals R:', (_, sample) => {
  test('every curve that R finds', () => {
    const curves = logLinear(sample.freq)
    expect(curves.map(({ degree }) => degree)).toEqual([1, 2, 3, 4, 5, 6])
    for (const of of sample.curves) {
      const found = curves[of.degree - 1]
      const place = `degree ${of.degree}`
      close(found?.aic, of.aic, `${place} AIC`)
      close(found?.deviance, of.deviance, `${place} deviance`)
      for (const [i, value] of of.fitted.entries()) close(found?.fitted[i], value, `${place} at ${i}`)
    }
  })

  test('the smoothed norm of the best degree', () => {
    const { norm, degree, rows, n } = built(sample.freq, { table: 'smoothed', transform: 'normalised' })
    expect(degree).toBe(sample.best)
    expect(n).toBe(sample.freq.reduce((sum, count) => sum + count, 0))
    close(norm.mean, sample.moments.mean, 'mean')
    close(norm.sd, sample.moments.sd, 'sd')
    const { percentile, error, lower, upper, T } = sample.smoothed
    for (const [i, row] of rows.entries()) {
      close(row.percentile, percentile[i] ?? Number.NaN, `percentile ${i}`)
      // The error of a share near 1 is the root of a difference that R rounds too.
      expect(row.standardError).toBeCloseTo(error[i] ?? Number.NaN, 5)
      close(row.interval.lower, Math.max(0, lower[i] ?? Number.NaN), `lower ${i}`)
      close(row.interval.upper, Math.min(100, upper[i] ?? Number.NaN), `upper ${i}`)
      const wanted = T[i]
      if (row.frequency > 1e-6 && typeof wanted === 'number') close(row.T, wanted, `T ${i}`)
    }
  })
})

test('a raw table has the counts themselves and T by mean and sd', () => {
  // By hand: 25 at 0, 50 at 1, 25 at 2: mean 1, variance 50/99.
  const { norm, rows, degree, curves, provisional } = built([25, 50, 25], {
    table: 'raw',
    transform: 'linear',
  })
  expect(norm.freq).toEqual([25, 50, 25])
  expect([norm.mean, norm.sd ** 2]).toEqual([1, expect.closeTo(50 / 99, 12)])
  expect(rows.map(({ percentile }) => percentile)).toEqual([12.5, 50, 87.5])
  expect(rows.map(({ T }) => T)).toEqual([
    expect.closeTo(50 - 10 / norm.sd, 12),
    50,
    expect.closeTo(50 + 10 / norm.sd, 12),
  ])
  expect([degree, curves, provisional]).toEqual([null, [], true])
  expect(rows[1]?.standardError).toBeCloseTo(5, 12)
})

test('means of twelve answers are in twelfths', () => {
  const result = buildNorm(counts([60, 0, 60], 12, 12), { table: 'raw', transform: 'linear' })
  expect(result.built?.rows.map(({ raw }) => raw)).toEqual([1, 13 / 12, 14 / 12])
  expect(result.built?.norm.mean).toBeCloseTo(13 / 12, 12)
})

describe('refuses with a code:', () => {
  const smoothed: NormChoices = { table: 'smoothed', transform: 'linear' }
  test.each<[string, number[], NormChoices]>([
    ['too_few_people', [49, 50], smoothed],
    ['too_few_people', [], smoothed],
    ['constant', [0, 400, 0], smoothed],
    ['bad_counts', [100, Number.NaN], smoothed],
    ['bad_counts', [100.5, 100], smoothed],
    ['bad_counts', [300, -1], smoothed],
    ['bad_degree', [100, 100, 100], { ...smoothed, degree: 7 }],
    ['bad_degree', [100, 100, 100], { ...smoothed, degree: 1.5 }],
    ['no_curve', [100, 100, 0], { ...smoothed, degree: 2 }],
  ])('%s for %j', (reason, freq, choices) => {
    expect(buildNorm(counts(freq), choices)).toEqual({ built: null, reason })
  })

  test.each([
    counts([100, 100], 0, 0),
    counts([100, 100], Number.NaN),
    counts([100, 100], 0, 0.5),
    counts(Array.from({ length: 2001 }, () => 1)),
  ])('bad_range for steps from $freqFrom by $freqPer', (wrong) => {
    expect(buildNorm(wrong, smoothed)).toEqual({ built: null, reason: 'bad_range' })
  })

  test('100 people are enough, 299 provisional, 300 not', () => {
    const provisional = (n: number) => built([n - 50, 50], { table: 'raw', transform: 'linear' }).provisional
    expect([100, 299, 300].map(provisional)).toEqual([true, true, false])
  })
})

const someCounts = fc
  .array(fc.oneof(fc.constant(0), fc.nat(60)), { minLength: 2, maxLength: 60 })
  .map((freq) => [...freq, 100])
  .filter((freq) => freq.filter((count) => count > 0).length > 1)

test('a curve has the moments of the counts up to its degree', () => {
  fc.assert(
    fc.property(someCounts, (freq) => {
      const n = freq.reduce((sum, count) => sum + count, 0)
      for (const { degree, fitted } of logLinear(freq)) {
        for (let power = 0; power <= degree; power += 1) {
          const moment = (values: readonly number[]) =>
            values.reduce((sum, count, i) => sum + count * ((2 * i) / (freq.length - 1) - 1) ** power, 0) / n
          expect(moment(fitted)).toBeCloseTo(moment(freq), 7)
        }
      }
    }),
  )
})

test('every norm is finite, and percentile and T never fall', () => {
  fc.assert(
    fc.property(
      someCounts,
      fc.constantFrom('raw' as const, 'smoothed' as const),
      fc.constantFrom('linear' as const, 'normalised' as const),
      (freq, table, transform) => {
        const { rows } = built(freq, { table, transform })
        for (const [i, row] of rows.entries()) {
          const { interval, ...figures } = row
          expect([...Object.values(figures), ...Object.values(interval)].every(Number.isFinite)).toBe(true)
          const before = rows[i - 1]
          expect(row.percentile).toBeGreaterThanOrEqual(before?.percentile ?? 0)
          expect(row.T).toBeGreaterThanOrEqual(before?.T ?? Number.NEGATIVE_INFINITY)
          expect(interval.lower).toBeLessThanOrEqual(row.percentile + 1e-9)
          expect(interval.upper).toBeGreaterThanOrEqual(row.percentile - 1e-9)
        }
      },
    ),
  )
})

test('any list of numbers is refused or gives a norm', () => {
  fc.assert(
    fc.property(fc.array(fc.double(), { maxLength: 20 }), fc.integer(), (freq, degree) => {
      const { built: found, reason } = buildNorm(counts(freq), {
        table: 'smoothed',
        degree,
        transform: 'linear',
      })
      expect(found === null).toBe(reason !== null)
    }),
  )
  expect(logLinear([5, 5, 5]).length).toBeLessThan(highestDegree)
})

describe('counting scores', () => {
  test('leaves out and counts what has no place', () => {
    const scores = [0, 1, 1, 2, 1.5, null, Number.NaN, -1, 3]
    expect(countScores(scores, { min: 0, max: 2, per: 1 })).toEqual({
      counts: { freq: [1, 2, 1], freqFrom: 0, freqPer: 1, n: 4, unscored: 2, between: 1, outside: 2 },
      reason: null,
    })
  })
  test('knows means of twelve answers', () => {
    const { counts: found } = countScores([13 / 12, 4, 22 / 11], { min: 0, max: 4, per: 12 })
    expect(found).toMatchObject({ n: 3, between: 0, freqPer: 12 })
    expect([13, 24, 48].map((i) => found?.freq[i])).toEqual([1, 1, 1])
  })
  test.each([
    { min: 0, max: 0, per: 1 },
    { min: 5, max: 1, per: 1 },
    { min: 0.5, max: 2, per: 1 },
    { min: 0, max: 10, per: 0 },
    { min: 0, max: 10, per: Number.NaN },
    { min: 0, max: 1e9, per: 1 },
    { min: 0, max: Number.POSITIVE_INFINITY, per: 1 },
  ])('refuses the range %j', (range) => {
    expect(countScores([1], range)).toEqual({ counts: null, reason: 'bad_range' })
  })
})

describe('shares beside what was expected', () => {
  const people = [
    ...Array.from({ length: 70 }, () => 'women'),
    ...Array.from({ length: 30 }, () => 'men'),
    '',
  ]
  test('names groups whose expected share is outside the interval', () => {
    const found = compareShares(
      people,
      new Map([
        ['men', 0.5],
        ['women', 0.5],
      ]),
    )
    expect(found).toMatchObject({ unknown: 1, reason: null })
    expect(found.groups).toMatchObject([
      { group: 'men', people: 30, share: 0.3, expected: 0.5, differs: true },
      { group: 'women', people: 70, share: 0.7, expected: 0.5, differs: true },
    ])
    expect(found.groups?.[0]?.difference).toBeCloseTo(-0.2, 12)
  })
  test('has a row for who is missing and for who was not expected', () => {
    const found = compareShares(
      ['tr', 'en', 'de'],
      new Map([
        ['tr', 0.9],
        ['ar', 0.1],
      ]),
    )
    expect(found.groups?.map(({ group, people, expected }) => [group, people, expected])).toEqual([
      ['tr', 1, 0.9],
      ['ar', 0, 0.1],
      ['de', 1, null],
      ['en', 1, null],
    ])
  })
  test('refuses what is no share, and a sample that nothing is known of', () => {
    for (const shares of [
      [0.5, 0.4],
      [1.5, -0.5],
      [Number.NaN, 1],
    ])
      expect(compareShares(people, new Map(shares.map((share, i) => [`g${i}`, share]))).reason).toBe(
        'expected_not_one',
      )
    expect(compareShares(['', ''], new Map([['a', 1]]))).toEqual({
      groups: null,
      unknown: 2,
      reason: 'nobody_known',
    })
  })
})
