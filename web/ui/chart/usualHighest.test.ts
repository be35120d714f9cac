import { expect, it } from 'vitest'
import { usualHighest } from './usualHighest.ts'

it('draws to the highest day, but not to the few that would flatten the others', () => {
  expect(usualHighest([0, 0, 0])).toBe(0)
  expect(usualHighest([3, 9, 12, 0])).toBe(12)
  expect(usualHighest([3, 9, 12, 10_000])).toBe(12)
  expect(usualHighest([3, 9, 10_000, 12, 8_000, 4_000])).toBe(12)
  // Four are the rule and no exception.
  expect(usualHighest([1, 100, 100, 100, 100])).toBe(100)
  // Alone it is all there is.
  expect(usualHighest([0, 0, 500])).toBe(500)
})
