import { describe, expect, it } from 'vitest'
import { countdown, secondsLeft, serverClock, warningOf } from './clock.ts'

describe('the server’s clock', () => {
  it('follows the server when the device’s clock is two hours fast', () => {
    const server = Date.parse('2026-11-20T10:00:00Z')
    let device = server + 7_200_000
    const clock = serverClock(0, () => device)
    clock.sync('2026-11-20T10:00:00Z')
    device += 30_000
    expect(clock.now()).toBe(server + 30_000)
    expect(secondsLeft('2026-11-20T10:01:00Z', clock.now())).toBe(30)
  })

  it('keeps the difference that an earlier page has seen', () => {
    expect(serverClock(-5_000, () => 100_000).now()).toBe(95_000)
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
