import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BandSet } from '#scoring/definition/scale-schema.ts'
import { findBand } from './bands.ts'
import { percentileRank, stanine, sten, tScore, zScore } from './norms.ts'
import { standardError, trueScore, trueScoreError } from './reliability.ts'

const norm = { mean: 100, sd: 15, freq: [1, 2, 3, 4], freqFrom: 10 }

test('z and T use the published figures and are not clamped', () => {
  expect(zScore(norm, 85)).toBe(-1)
  expect(tScore(-1)).toBe(40)
  expect(tScore(zScore(norm, 220))).toBe(130)
})

describe('percentileRank', () => {
  // Calculated by hand: N = 10 with 1, 2, 3, 4 people at 10, 11, 12, 13.
  test.each([
    [9, 0],
    [10, 5],
    [11, 20],
    [12, 45],
    [13, 80],
    [14, 100],
    [12.5, 60], // prorated: nobody at it, six below
    [10 + 1e-9, 10],
  ])('raw %d is at %d', (raw, expected) => {
    expect(percentileRank(norm, raw)).toBe(expected)
  })

  test('is null without a table or with an empty one', () => {
    expect(percentileRank({}, 12)).toBeNull()
    expect(percentileRank({ freq: [0, 0] }, 1)).toBeNull()
  })

  test('a mean of twelve answers is found in a table of twelfths', () => {
    // Calculated by hand: N = 49 with one at each of 0/12 … 48/12; at k/12 there are k below and one at it.
    const twelfths = { freq: Array.from({ length: 49 }, () => 1), freqPer: 12 }
    for (let sum = 0; sum <= 48; sum += 1)
      expect(percentileRank(twelfths, sum / 12)).toBe((100 * (sum + 0.5)) / 49)
    // One answer is missing: 22/11 is 24/12, and nobody is at 23/11.
    expect(percentileRank(twelfths, 22 / 11)).toBe((100 * 24.5) / 49)
    expect(percentileRank(twelfths, 23 / 11)).toBe((100 * 26) / 49)
  })

  test('the table starts at 0 unless it says otherwise', () => {
    expect(percentileRank({ freq: [5, 5] }, 0)).toBe(25)
  })

  test('never falls when the raw score rises', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { minLength: 1, maxLength: 30 }),
        fc.double({ min: -5, max: 40, noNaN: true }),
        fc.double({ min: 0, max: 10, noNaN: true }),
        (freq, raw, more) => {
          const lower = percentileRank({ freq }, raw) ?? 0
          const higher = percentileRank({ freq }, raw + more) ?? 0
          expect(higher).toBeGreaterThanOrEqual(lower)
          expect(lower).toBeGreaterThanOrEqual(0)
          expect(higher).toBeLessThanOrEqual(100)
        },
      ),
    )
  })
})

// floor(6 + 2z): each sten is half a standard deviation wide, 5 and 6 meet at the mean (Cattell).
test.each([
  [-9, 1],
  [-2.5, 1],
  [-2, 2],
  [-0.5, 5],
  [-0.01, 5],
  [0, 6],
  [0.49, 6],
  [0.5, 7],
  [2, 10],
  [9, 10],
])('z %d is sten %d', (z, expected) => {
  expect(sten(z)).toBe(expected)
})

// The cuts are cumulated from the stanine shares 4, 7, 12, 17, 20, 17, 12, 7, 4 %.
test.each([
  [0, 1],
  [4, 1],
  [4.1, 2],
  [11, 2],
  [22.9, 3],
  [40, 4],
  [50, 5],
  [60, 5],
  [77.5, 7],
  [89, 7],
  [96, 8],
  [96.5, 9],
  [100, 9],
])('percentile %d is stanine %d', (percentile, expected) => {
  expect(stanine(percentile)).toBe(expected)
})

// Textbook case: sd 15, reliability .91 → SEM 4.5; an observed 130 regresses to 127.3; SEE = 15 √(.91·.09).
test('measurement error and Kelley’s true score', () => {
  expect(standardError(15, 0.91)).toBeCloseTo(4.5, 12)
  expect(trueScore({ mean: 100 }, 0.91, 130)).toBeCloseTo(127.3, 12)
  expect(trueScoreError(15, 0.91)).toBeCloseTo(4.292726406, 8)
  expect(standardError(15, 1)).toBe(0)
  expect(trueScoreError(15, 0)).toBe(0)
})

describe('findBand', () => {
  const bands: BandSet = {
    on: 'raw',
    bands: [
      { id: 'low', to: 1 },
      { id: 'mid', from: 1, to: 2 },
      { id: 'high', from: 2 },
    ],
  }
  test.each([
    [-1e9, 'low'],
    [0.9999999999, 'low'],
    [1, 'mid'],
    [1.9999999999, 'mid'],
    [2, 'high'],
    [1e9, 'high'],
  ])('%d is %s', (value, expected) => {
    expect(findBand(bands, value)).toBe(expected)
  })

  test('what is not scored has no band', () => {
    expect(findBand(bands, null)).toBeNull()
    expect(findBand(undefined, 1)).toBeNull()
  })

  test('bands never fall when the value rises', () => {
    const rank = (value: number) => ['low', 'mid', 'high'].indexOf(findBand(bands, value) ?? '')
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -10, max: 10 }),
        fc.double({ noNaN: true, min: 0, max: 10 }),
        (x, d) => {
          expect(rank(x)).toBeGreaterThanOrEqual(0)
          expect(rank(x + d)).toBeGreaterThanOrEqual(rank(x))
        },
      ),
    )
  })
})
