import { expect, it } from 'vitest'
import { scaleTo } from './chartScale.ts'

it('counts in whole steps up to at least the highest', () => {
  expect(scaleTo(0)).toEqual([0, 1, 2, 3, 4])
  expect(scaleTo(8)).toEqual([0, 2, 4, 6, 8])
  expect(scaleTo(9)).toEqual([0, 5, 10])
  expect(scaleTo(196)).toEqual([0, 50, 100, 150, 200])
})
