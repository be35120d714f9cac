import { describe, expect, it } from 'vitest'
import { countdown, secondsLeft, serverClock, warningOf } from './clock.ts'

describe('the server’s clock', () => {
  const server = Date.parse('2026-11-20T10:00:00Z')
  const device = (offset = 0) => {
    const at = { date: server + offset, count: 0 }
    return { at, clocks: { date: () => at.date, count: () => at.count } }
  }

  it('follows the server when the device’s date is two hours fast', () => {
    const { at, clocks } = device(7_200_000)
    const clock = serverClock(0, clocks)
    clock.sync('2026-11-20T10:00:00Z')
    at.count += 30_000
    expect(clock.now()).toBe(server + 30_000)
    expect(secondsLeft('2026-11-20T10:01:00Z', clock.now())).toBe(30)
  })

  it('is not moved by a device’s date that jumps', () => {
    const { at, clocks } = device()
    const clock = serverClock(0, clocks)
    clock.sync('2026-11-20T10:00:00Z')
    at.date += 3_600_000
    at.count += 22_000
    expect(clock.now()).toBe(server + 22_000)
    // The next page starts with the offset to the changed date.
    expect(clock.offsetMs).toBe(22_000 - 3_600_000)
  })

  it('keeps the difference that an earlier page has seen, as an estimate until the server tells', () => {
    const { clocks } = device()
    const clock = serverClock(-5_000, clocks)
    expect([clock.now(), clock.estimated]).toEqual([server - 5_000, true])
    clock.sync('2026-11-20T10:00:02Z')
    expect([clock.now(), clock.estimated]).toEqual([server + 2_000, false])
    clock.doubt()
    expect(clock.estimated).toBe(true)
    clock.sync('no time')
    expect([clock.now(), clock.estimated]).toEqual([server + 2_000, true])
  })
})

describe('the countdown', () => {
  it.each([
    [0, '00:00'],
    [59, '00:59'],
    [1122, '18:42'],
    [3900, '1:05:00'],
  ])('%i seconds read %s', (seconds, text) => {
    expect(countdown(seconds)).toBe(text)
  })

  it('never goes below zero', () => {
    expect(secondsLeft('2026-11-20T10:00:00Z', Date.parse('2026-11-20T10:05:00Z'))).toBe(0)
  })
})

describe('warnings', () => {
  it.each([
    [2700, 301, undefined],
    [2700, 300, 5],
    [2700, 61, 5],
    [2700, 60, 1],
    [2700, 0, 1],
    [359, 300, undefined],
    [359, 60, 1],
    [360, 300, 5],
  ])('of a limit of %i s, %i s before its end: %s', (limit, left, minutes) => {
    expect(warningOf(left, limit)).toBe(minutes)
  })
})
