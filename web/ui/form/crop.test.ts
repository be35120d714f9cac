import { expect, test } from 'vitest'
import { sideOf, wholeOf, within } from './crop.ts'

const photo = { width: 400, height: 300 }

test('a crop begins with the middle of the picture, as much of it as fits', () => {
  const whole = wholeOf(photo)
  expect([whole, sideOf(photo, whole)]).toEqual([{ x: 200, y: 150, zoom: 1 }, 300])
})

test('a crop never leaves the picture, however far it is dragged or drawn near', () => {
  expect(within(photo, { x: -50, y: 900, zoom: 1 })).toEqual({ x: 150, y: 150, zoom: 1 })
  expect(within(photo, { x: 400, y: 0, zoom: 2 })).toEqual({ x: 325, y: 75, zoom: 2 })
  expect(within(photo, { x: 200, y: 150, zoom: 99 }).zoom).toBe(4)
  expect(within(photo, { x: 330, y: 150, zoom: 0.1 })).toEqual({ x: 250, y: 150, zoom: 1 })
})
