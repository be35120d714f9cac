import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Placement } from '#scoring/definition/scale-schema.ts'
import { place } from './placement.ts'

// Cuts and caps of the English demo placement: 75 items in sections of 20, 20, 20 and 15.
const english: Placement = {
  scales: ['a1', 'b1', 'c1', 'reading'],
  levels: [
    { id: 'A1', from: 0 },
    { id: 'A2', from: 31 },
    { id: 'B1', from: 39 },
    { id: 'B2', from: 48 },
    { id: 'C1', from: 57 },
    { id: 'C1 plus', from: 64 },
  ],
  caps: [
    { scale: 'a1', belowPercent: 60, atMost: 'A2' },
    { scale: 'b1', belowPercent: 50, atMost: 'B1' },
    { scale: 'c1', belowPercent: 50, atMost: 'B2' },
  ],
  sem: 3.5,
}
const sections = (a1: number, b1: number, c1: number, reading: number) => [
  { key: 'a1', raw: a1, max: 20 },
  { key: 'b1', raw: b1, max: 20 },
  { key: 'c1', raw: c1, max: 20 },
  { key: 'reading', raw: reading, max: 15 },
]
type Raw = readonly [number, number, number, number]
const level = (raw: Raw) => place(english, sections(...raw))?.level

test.each<[Raw, string]>([
  [[0, 0, 0, 0], 'A1'],
  [[20, 10, 0, 0], 'A1'], // 30
  [[20, 11, 0, 0], 'A2'], // 31: a total equal to the cut gets it
  [[20, 10, 8, 0], 'A2'], // 38
  [[20, 10, 9, 0], 'B1'], // 39
  [[20, 20, 10, 0], 'B2'], // 50
  [[20, 20, 10, 6], 'B2'], // 56
  [[20, 20, 10, 7], 'C1'], // 57
  [[20, 20, 10, 13], 'C1'], // 63
  [[20, 20, 10, 14], 'C1 plus'], // 64
  [[20, 20, 20, 15], 'C1 plus'],
])('sections %j place at %s', (raw, expected) => {
  expect(level(raw)).toBe(expected)
})

describe('caps', () => {
  test.each<[Raw, string]>([
    [[12, 20, 20, 15], 'C1 plus'], // a1 exactly 60 %: no cap
    [[11, 20, 20, 15], 'A2'],
    [[20, 10, 20, 15], 'C1 plus'], // b1 exactly 50 %
    [[20, 9, 20, 15], 'B1'],
    [[20, 20, 9, 15], 'B2'],
    [[20, 9, 9, 15], 'B1'], // the lowest cap wins
    [[11, 9, 9, 15], 'A2'],
    [[5, 5, 5, 5], 'A1'], // a cap never lifts
  ])('sections %j place at %s', (raw, expected) => {
    expect(level(raw)).toBe(expected)
  })

  test('win by level, not by the order they are written in', () => {
    const turned = { ...english, caps: (english.caps ?? []).toReversed() }
    expect(place(turned, sections(11, 9, 9, 15))?.caps.map(({ atMost }) => atMost)).toEqual([
      'A2',
      'B1',
      'B2',
    ])
  })

  test('are reported with the level the total would have given', () => {
    expect(place(english, sections(11, 9, 20, 15))).toMatchObject({
      total: 55,
      max: 75,
      level: 'A2',
      levelByTotal: 'B2',
      caps: [
        { scale: 'a1', percentage: 55, atMost: 'A2' },
        { scale: 'b1', percentage: 45, atMost: 'B1' },
      ],
    })
  })
})

describe('borderline', () => {
  const borderline = (total: number) =>
    place(english, sections(20, Math.min(20, total - 20), Math.max(0, total - 40), 0))?.borderline
  test.each([
    [31, { cut: 31, below: 'A1', above: 'A2' }],
    [28, { cut: 31, below: 'A1', above: 'A2' }],
    [34, { cut: 31, below: 'A1', above: 'A2' }],
    [35, null], // 4 above A2's cut, 4 below B1's
    [36, { cut: 39, below: 'A2', above: 'B1' }],
    [52, null],
    [27, null],
  ])('at a total of %d: %j', (total, expected) => {
    expect(borderline(total)).toEqual(expected)
  })

  test('of two cuts equally near, the lower one is named', () => {
    const wide = { ...english, sem: 4 }
    expect(place(wide, sections(20, 15, 0, 0))?.borderline).toEqual({ cut: 31, below: 'A1', above: 'A2' })
  })

  test('the distance of one SEM is still within it, the lowest level has no cut, no SEM no borderline', () => {
    const two = {
      scales: ['a1'],
      levels: [
        { id: 'low', from: 0 },
        { id: 'high', from: 10 },
      ],
      sem: 2,
    }
    const at = (raw: number, sem = 2) => place({ ...two, sem }, [{ key: 'a1', raw, max: 20 }])?.borderline
    expect(at(8)).toEqual({ cut: 10, below: 'low', above: 'high' })
    expect(at(12)).toEqual({ cut: 10, below: 'low', above: 'high' })
    expect(at(13)).toBeNull()
    expect(at(1)).toBeNull()
    expect(at(10, 0)).toBeNull()
  })
})

test('nobody is placed while a scale is not scored', () => {
  expect(place(english, sections(20, 20, 20, 15).slice(1))).toBeNull()
  expect(place(english, [...sections(20, 20, 20, 15).slice(1), { key: 'a1', raw: null, max: 20 }])).toBeNull()
})

test('one more right answer never lowers the level', () => {
  const ids = english.levels.map(({ id }) => id)
  const rank = (raw: Raw) => ids.indexOf(level(raw) ?? '')
  const score = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(15))
  fc.assert(
    fc.property(score, fc.nat(3), (raw, i) => {
      const more: [number, number, number, number] = [...raw]
      more[i] = Math.min(i === 3 ? 15 : 20, (more[i] ?? 0) + 1)
      expect(rank(more)).toBeGreaterThanOrEqual(rank(raw))
    }),
  )
})
