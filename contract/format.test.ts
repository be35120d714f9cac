import { describe, expect, it } from 'vitest'
import { clockOf } from './clock.ts'
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatHash,
  formatLongDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatShortDay,
  formatTime,
  formatWeekday,
  formatZone,
} from './format.ts'
import { lastMoment } from './lastMoment.ts'

const zone = 'Europe/Istanbul'

describe('dates', () => {
  it('falls on the day of the zone, not of UTC', () => {
    expect(formatDate('2026-11-12T21:40:00Z', 'tr', zone)).toBe('13.11.2026')
    expect(formatDate('2026-11-12T21:40:00Z', 'en', 'UTC')).toBe('12 Nov 2026')
  })
  it('counts hours to 24 and starts the day at 00', () => {
    expect(formatDateTime('2026-11-12T21:05:00Z', 'tr', zone)).toBe('13.11.2026 00:05')
    expect(formatDateTime('2026-11-12T18:40:00Z', 'en', zone)).toBe('12 Nov 2026, 21:40')
    expect(formatTime('2026-11-12T18:40:00Z', 'tr', zone)).toBe('21:40')
  })
  it('shows a calendar day unchanged', () => {
    expect(formatDay('2026-11-02', 'tr')).toBe('02.11.2026')
    expect(formatDay('2026-11-02', 'en')).toBe('2 Nov 2026')
  })
  it('refuses what is no date', () => {
    expect(() => formatDate('tomorrow', 'tr', zone)).toThrow(RangeError)
    expect(() => formatDay('2026-13-40', 'tr')).toThrow(RangeError)
  })
})

describe('numbers', () => {
  it('takes the separators of the language', () => {
    expect(formatNumber(1250.5, 'tr')).toBe('1.250,5')
    expect(formatNumber(1250.5, 'en')).toBe('1,250.5')
  })
  it('has no zero below zero', () => {
    expect([-0, -0.4, -0.5, 0.4].map((value) => formatNumber(value, 'tr', 0))).toEqual(['0', '0', '-1', '0'])
    expect([-0.004, -0.006].map((value) => formatNumber(value, 'tr', 2, 2))).toEqual(['0,00', '-0,01'])
    expect(formatPercent(-0.2, 'tr')).toBe('%0')
  })
  it('shows kuruş as lira', () => {
    expect(formatMoney(125000, 'tr')).toBe('1.250,00\u00a0₺')
    expect(formatMoney(-5, 'tr')).toBe('-0,05\u00a0₺')
    expect(formatMoney(125000, 'en')).toBe('₺1,250.00')
  })
  it('puts the percent sign where the language does', () => {
    expect(formatPercent(77.4, 'tr')).toBe('%77')
    expect(formatPercent(77.4, 'en')).toBe('77%')
  })
})

describe('durations', () => {
  it('names two units at most', () => {
    expect(formatDuration(2472, 'tr')).toBe('41 dk 12 sn')
    expect(formatDuration(7290, 'tr')).toBe('2 sa 1 dk')
    expect(formatDuration(3600, 'en')).toBe('1 hr')
  })
  it('never shows an empty or negative length', () => {
    expect(formatDuration(0, 'tr')).toBe('0 sn')
    expect(formatDuration(-3, 'tr')).toBe('0 sn')
  })
})

it('the last moment of what ends at midnight is on the day before', () => {
  const end = lastMoment('2026-11-27T21:00:00.000Z')
  expect(formatDateTime(end, 'tr', 'Europe/Istanbul')).toBe('27.11.2026 23:59')
})

it('a day with its weekday', () => {
  expect(formatLongDay('2026-11-27', 'tr')).toBe('27 Kasım 2026 Cuma')
  expect(formatLongDay('2026-11-27', 'en')).toBe('Friday, 27 November 2026')
})

it('a day of a week and on an axis', () => {
  expect([formatWeekday('2026-11-05', 'tr'), formatShortDay('2026-11-05', 'tr')]).toEqual(['Per', '5 Kas'])
  expect([formatWeekday('2026-11-05', 'en'), formatShortDay('2026-11-05', 'en')]).toEqual(['Thu', '5 Nov'])
})

it('what clocks of a zone show, over a change of the hour', () => {
  const shown = (iso: string, zone: string) => new Date(clockOf(iso, zone)).toISOString().slice(0, 16)
  expect(shown('2026-10-25T23:48:59Z', 'Europe/Istanbul')).toBe('2026-10-26T02:48')
  expect(shown('2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-25T02:30')
  expect(shown('2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe('2026-10-25T02:30')
  expect(shown('2026-12-31T13:00:00Z', 'Asia/Tokyo')).toBe('2026-12-31T22:00')
})

it('a hash in groups that are read aloud, all of it or its beginning', () => {
  expect(formatHash('9c41e07b12', 8)).toBe('9c41\u00a0e07b')
  expect(formatHash('9c41e07b12')).toBe('9c41\u00a0e07b\u00a012')
})

it('names a zone by its place', () => {
  expect(formatZone(zone, 'tr')).toBe('İstanbul')
  expect(formatZone(zone, 'en')).toBe('Istanbul')
  expect(formatZone('America/New_York', 'tr')).toBe('New York')
  expect(formatZone('America/Argentina/Buenos_Aires', 'en')).toBe('Buenos Aires')
  expect(formatZone('UTC', 'tr')).toBe('UTC')
  expect(formatZone('Etc/GMT+3', 'en')).toBe('Etc/GMT+3')
})
