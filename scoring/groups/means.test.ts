import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chanceOf,
  deviation,
  errorOfMean,
  noScores,
  reliableDifference,
  type Sums,
  together,
  without,
} from './means.ts'

function sumsOf(values: readonly number[]): Sums {
  if (values.length === 0) return noScores
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { n: values.length, mean, squares: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) }
}

test('the chance of a difference is that of the tables of Student’s t', () => {
  for (const [t, freedom, chance] of [
    [2.776, 4, 0.05],
    [4.604, 4, 0.01],
    [2.042, 30, 0.05],
    [1.96, 1e6, 0.05],
    [12.706, 1, 0.05],
    [0, 7, 1],
  ] as const)
    expect(chanceOf(t, freedom)).toBeCloseTo(chance, 3)
  expect(chanceOf(-2.776, 4)).toBeCloseTo(chanceOf(2.776, 4), 12)
})

test('a difference is named where chance hardly makes one, and less easily among many', () => {
  const low = sumsOf([44, 46, 48, 50, 52, 54])
  const high = sumsOf([51, 53, 55, 57, 59, 61])
  expect(reliableDifference(high, low, 1)).toBe('higher')
  expect(reliableDifference(low, high, 1)).toBe('lower')
  expect(reliableDifference(high, low, 10)).toBeNull()
  expect(reliableDifference(sumsOf([50, 54, 58, 46, 52]), low, 1)).toBeNull()
  expect(reliableDifference(sumsOf([50]), low, 1)).toBeNull()
  expect(reliableDifference(sumsOf([50, 50]), sumsOf([60, 60]), 1)).toBeNull()
})

test('the error of a mean is the deviation by the root of the number', () => {
  const sums = sumsOf([40, 50, 60, 50])
  expect(deviation(sums)).toBeCloseTo(8.165, 3)
  expect(errorOfMean(sums)).toBeCloseTo(4.082, 3)
  expect([deviation(noScores), errorOfMean(sumsOf([1]))]).toEqual([null, null])
})

test('groups are put together and taken apart again', () => {
  const scores = fc.array(fc.integer({ min: 20, max: 80 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(scores, scores, (ones, others) => {
      const [one, other, both] = [sumsOf(ones), sumsOf(others), sumsOf([...ones, ...others])]
      const close = (found: Sums, wanted: Sums) => {
        expect(found.n).toBe(wanted.n)
        expect(found.mean).toBeCloseTo(wanted.mean, 8)
        expect(found.squares).toBeCloseTo(wanted.squares, 6)
      }
      close(together(one, other), both)
      close(without(both, one), other)
    }),
  )
  expect(without(sumsOf([5]), sumsOf([5]))).toEqual(noScores)
})
