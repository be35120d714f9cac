import { expect, it } from 'vitest'
import { daysLeft } from './useRequestColumns.tsx'

it('counts days as the calendar does: tomorrow is one day, and two days ago is two days late', () => {
  // Eight in the evening in Istanbul.
  const now = new Date('2026-11-26T17:00:00Z')
  const left = (dueAt: string) => daysLeft(dueAt, 'Europe/Istanbul', now)
  expect(
    ['2026-11-27T06:00:00Z', '2026-11-26T20:00:00Z', '2026-11-24T16:00:00Z', '2026-11-30T17:00:00Z'].map(
      left,
    ),
  ).toEqual([1, 0, -2, 4])
})

it('counts days of the organisation’s calendar, wherever the browser is', () => {
  const left = (timeZone: string) =>
    daysLeft('2026-11-27T10:59:00Z', timeZone, new Date('2026-11-26T11:30:00Z'))
  expect(left('Pacific/Auckland')).toBe(0)
  expect(left('America/Los_Angeles')).toBe(1)
})
