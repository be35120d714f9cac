import { expect, it } from 'vitest'
import { curveThrough, scaleTo } from './curve.ts'

const numbers = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number)

it('goes through its points and never past them', () => {
  const heights = [3, 0, 0, 5, 5, 1]
  const path = curveThrough(heights.map((y, at) => ({ x: at * 10, y })))
  const all = numbers(path)
  const ys = all.filter((_, at) => at % 2 === 1)
  expect(Math.min(...ys)).toBe(0)
  expect(Math.max(...ys)).toBe(5)
  // The start, then the end of each of the five pieces.
  expect([ys[0], ...[3, 6, 9, 12, 15].map((at) => ys[at])]).toEqual(heights)
})

it('draws nothing without points, and a level line through equal ones', () => {
  expect(curveThrough([])).toBe('')
  expect(
    curveThrough([
      { x: 0, y: 2 },
      { x: 9, y: 2 },
    ]),
  ).toBe('M0 2C3 2 6 2 9 2')
})

it('counts in whole steps up to at least the highest', () => {
  expect(scaleTo(0)).toEqual([0, 1, 2, 3, 4])
  expect(scaleTo(8)).toEqual([0, 2, 4, 6, 8])
  expect(scaleTo(9)).toEqual([0, 5, 10])
  expect(scaleTo(196)).toEqual([0, 50, 100, 150, 200])
})
