import { expect, it } from 'vitest'
import { daysBetween, todayIn } from './days.ts'

it('begins a day where the client is', () => {
  const moment = new Date('2026-11-20T21:30:00Z')
  expect(todayIn('Europe/Istanbul', moment)).toBe('2026-11-21')
  expect(todayIn('Europe/London', moment)).toBe('2026-11-20')
})

it('counts whole days over a change of clocks', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-11-20', '2026-11-20')).toBe(0)
  expect(daysBetween('2026-11-20', '2026-11-19')).toBe(-1)
})
