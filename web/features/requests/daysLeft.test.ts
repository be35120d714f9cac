import { expect, it } from 'vitest'
import { daysLeft } from './useRequestColumns.tsx'

it('counts days as the calendar does: tomorrow is one day, and two days ago is two days late', () => {
  const now = new Date(2026, 10, 26, 20, 0)
  const left = (...due: [day: number, hour: number]) =>
    daysLeft(new Date(2026, 10, ...due).toISOString(), now)
  expect([left(27, 9), left(26, 23), left(24, 19), left(30, 20)]).toEqual([1, 0, -2, 4])
})
