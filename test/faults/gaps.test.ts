import { expect, test } from 'vitest'
import { createGaps } from './failover/gaps.ts'

test('a gap begins with the last answer before the failure, and ends with the first one after', () => {
  let time = 0
  const gaps = createGaps(() => time)
  for (const at of [10, 500, 520, 4000, 4010]) {
    time = at
    gaps.note()
  }
  expect(gaps.longestSince(530)).toBe(3480)
  // An earlier gap is another failure's.
  expect(gaps.longestSince(4005)).toBe(10)
  expect(gaps.longestSince(5000)).toBe(0)
})
