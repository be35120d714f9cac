import { expect, it } from 'vitest'
import { exampleDay, exampleTablet } from '#test/support/tablet.ts'
import { stateOf } from './dayState.ts'
import type { Tablet } from './store.ts'

const verifier = { salt: new Uint8Array(16), hash: new Uint8Array(32), iterations: 1 }
const opened: Tablet = { ...exampleTablet, verifier }
const at = (tablet: Tablet, time: string) => stateOf(tablet, Date.parse(time))
const before = '2026-11-19T20:59:59Z'
const during = '2026-11-20T07:00:00Z'
const after = '2026-11-20T21:00:00Z'

it('opens on its day with the PIN, and ends with it, also without a connection', () => {
  expect([before, during, after].map((time) => at(exampleTablet, time))).toEqual(['planned', 'today', 'over'])
  expect([before, during, after].map((time) => at(opened, time))).toEqual(['planned', 'open', 'over'])
})

it('is over when the device’s date says so, where what was counted stopped as it slept', () => {
  expect(stateOf(opened, Date.parse(during), Date.parse(after))).toBe('over')
  expect(stateOf(opened, Date.parse(before), Date.parse(during))).toBe('planned')
})

it('is over when a manager closes it, and withdrawn when the server says so or knows it no more', () => {
  expect(at({ ...opened, day: { ...exampleDay, state: 'over' } }, during)).toBe('over')
  expect(at({ ...opened, day: { ...exampleDay, state: 'over', revoked: true } }, during)).toBe('withdrawn')
  expect(at({ ...opened, withdrawn: true }, during)).toBe('withdrawn')
})
