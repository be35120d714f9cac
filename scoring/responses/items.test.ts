import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Item } from '#scoring/definition/item-schema.ts'
import { itemRange, scoreItem } from './items.ts'

const four = ['a', 'b', 'c', 'd']
const multiple = (credit?: 'all' | 'each' | 'net'): Item => ({
  id: 'm',
  type: 'multiple',
  options: four,
  key: ['a', 'c'],
  credit,
})
const ordering = (credit?: 'all' | 'each' | 'pairs' | 'adjacent'): Item => ({
  id: 'o',
  type: 'ordering',
  options: ['d', 'c', 'b', 'a'],
  key: four,
  credit,
})
const numeric = (key: number, relativeTolerance: number): Item => ({
  id: 'n',
  type: 'numeric',
  key,
  relativeTolerance,
})
/** The most effective option is a, the least effective one d. */
const bestWorst = (credit?: 'all' | 'each'): Item => ({
  id: 'f',
  type: 'forced_choice',
  options: four,
  key: { most: 'a', least: 'd' },
  credit,
})
/** 20 experts: 60 % chose a, 30 % b, 10 % c. */
const consensus: Item = {
  id: 's',
  type: 'situational',
  options: four,
  experts: { a: 12, b: 6, c: 2, d: 0 },
}
const gap: Item = {
  id: 'g',
  type: 'gap',
  parts: [{ id: 'p' }, { id: 'q' }],
  key: { p: { tr: ['ışık'], en: ['light', 'lamp'] }, q: { number: 1250, tolerance: 1 } },
  credit: 'each',
}

// Shares counted by hand from each type's rule.
const cases: [string, Item, unknown, number | null][] = [
  ['single, right', { id: 's', type: 'single', options: four, key: 'b' }, 'b', 1],
  ['single, wrong', { id: 's', type: 'single', options: four, key: 'b' }, 'a', 0],
  ['single, any of two', { id: 's', type: 'single', options: four, key: ['a', 'b'] }, 'b', 1],
  ['single, three points', { id: 's', type: 'single', options: four, key: 'b', points: 3 }, 'b', 3],
  ['single without key', { id: 's', type: 'single', options: four }, 'b', null],
  ['true or false', { id: 't', type: 'true_false', options: ['true', 'false'], key: 'true' }, 'false', 0],
  ['image choice', { id: 'i', type: 'image_choice', options: four, key: 'd' }, 'd', 1],
  ['likert point', { id: 'l', type: 'likert', options: ['0', '1', '2'] }, '2', 2],
  ['likert, do not know', { id: 'l', type: 'likert', options: ['0', '1', 'dk'] }, 'dk', null],
  ['situational, key', { id: 's', type: 'situational', options: four, key: 'c' }, 'c', 1],
  [
    'situational, weights',
    { id: 's', type: 'situational', options: four, weights: { a: 1, b: 5, c: 3, d: 0 } },
    'c',
    3,
  ],
  ['multiple, all right', multiple(), ['c', 'a'], 1],
  ['multiple, one short', multiple(), ['a'], 0],
  ['multiple, one too many', multiple(), ['a', 'b', 'c'], 0],
  ['multiple each: a taken, d left of four', multiple('each'), ['a', 'b'], 0.5],
  ['multiple each: one missed of four', multiple('each'), ['a'], 0.75],
  ['multiple net: 2 right, 1 wrong of 2', multiple('net'), ['a', 'b', 'c'], 0.5],
  ['multiple net: not below 0', multiple('net'), ['b', 'd'], 0],
  ['ordering, right', ordering(), ['a', 'b', 'c', 'd'], 1],
  ['ordering, last two swapped', ordering(), ['a', 'b', 'd', 'c'], 0],
  ['ordering each: two of four in place', ordering('each'), ['a', 'b', 'd', 'c'], 0.5],
  ['ordering pairs: five of six', ordering('pairs'), ['a', 'b', 'd', 'c'], 5 / 6],
  ['ordering pairs: reversed', ordering('pairs'), ['d', 'c', 'b', 'a'], 0],
  ['ordering adjacent: right', ordering('adjacent'), ['a', 'b', 'c', 'd'], 1],
  // Two of the pairs a b, b c and c d are there, although nothing is in its place.
  ['ordering adjacent: the first put last', ordering('adjacent'), ['b', 'c', 'd', 'a'], 2 / 3],
  ['ordering adjacent: last two swapped', ordering('adjacent'), ['a', 'b', 'd', 'c'], 1 / 3],
  // In order, but apart: a before b and c before d is not enough.
  ['ordering adjacent: neighbours apart', ordering('adjacent'), ['a', 'c', 'b', 'd'], 0],
  ['ordering adjacent: reversed', ordering('adjacent'), ['d', 'c', 'b', 'a'], 0],
  ['numeric, within 5 % of 200', numeric(200, 0.05), 209, 1],
  ['numeric, on the edge of 5 % of 200', numeric(200, 0.05), 190, 1],
  ['numeric, past 5 % of 200', numeric(200, 0.05), 210.01, 0],
  ['numeric, on the edge of 10 % of 0.3', numeric(0.3, 0.1), 0.33, 1],
  ['numeric, within 5 % of −200', numeric(-200, 0.05), -208, 1],
  ['numeric, the other sign', numeric(-200, 0.05), 200, 0],
  [
    'gap, within 1 % of 1250',
    { id: 'g', type: 'gap', parts: [{ id: 'p' }], key: { p: { number: 1250, relativeTolerance: 0.01 } } },
    { p: '1.262,5' },
    1,
  ],
  ['best and worst, both', bestWorst('each'), { most: 'a', least: 'd' }, 1],
  ['best and worst, the best alone', bestWorst('each'), { most: 'a', least: 'b' }, 0.5],
  ['best and worst, the worst alone', bestWorst('each'), { most: 'c', least: 'd' }, 0.5],
  ['best and worst, turned round', bestWorst('each'), { most: 'd', least: 'a' }, 0],
  ['best and worst, one is not enough', bestWorst(), { most: 'a', least: 'b' }, 0],
  ['best and worst, two points', { ...bestWorst('each'), points: 2 }, { most: 'a', least: 'b' }, 1],
  ['best and worst, taken back', bestWorst('each'), {}, null],
  ['best and worst, one pick', bestWorst('each'), { most: 'a' }, null],
  ['consensus, the choice of most', consensus, 'a', 0.6],
  ['consensus, the choice of few', consensus, 'c', 0.1],
  ['consensus, the choice of none', consensus, 'd', 0],
  ['consensus, in points', { ...consensus, points: 5 }, 'b', 1.5],
  ['numeric, exact', { id: 'n', type: 'numeric', key: 42 }, 42, 1],
  ['numeric, off', { id: 'n', type: 'numeric', key: 42 }, 42.0001, 0],
  ['numeric, on the edge of the tolerance', { id: 'n', type: 'numeric', key: 0.3, tolerance: 0.1 }, 0.2, 1],
  ['numeric, past the tolerance', { id: 'n', type: 'numeric', key: 0.3, tolerance: 0.1 }, 0.41, 0],
  ['numeric, exact means exact', { id: 'n', type: 'numeric', key: 0.3 }, 0.1 + 0.2, 0],
  ['numeric, zero', { id: 'n', type: 'numeric', key: 0 }, 0, 1],
  ['gap, both', gap, { p: 'LIGHT', q: '1250' }, 1],
  ['gap, one of two', gap, { p: 'IŞIK', q: '3' }, 0.5],
  ['gap, Turkish thousands', gap, { p: '', q: '1.250' }, 0.5],
  [
    'inline choice',
    { id: 'c', type: 'inline_choice', parts: [{ id: 'p', options: ['x', 'y'] }], key: { p: 'y' } },
    { p: 'y' },
    1,
  ],
  [
    'matching each: one of two',
    {
      id: 'm',
      type: 'matching',
      parts: [{ id: 's' }, { id: 't' }],
      options: four,
      key: { s: 'a', t: 'b' },
      credit: 'each',
    },
    { s: 'a', t: 'a' },
    0.5,
  ],
  ['a blank list', multiple('each'), [], null],
  ['an emptied gap', gap, { p: ' ' }, null],
  ['no value', multiple(), undefined, null],
  ['a value of another type', multiple(), 'a', null],
]

describe('scoreItem', () => {
  test.each(cases)('%s', (_, item, value, score) => {
    expect(scoreItem(item, value)).toBe(score)
  })

  test('judges a typed answer in the language of the form', () => {
    expect(scoreItem(gap, { p: 'ışık' }, 'en')).toBe(0)
    expect(scoreItem(gap, { p: 'Lamp' }, 'en')).toBe(0.5)
    expect(scoreItem(gap, { q: '1.250' }, 'en')).toBe(0)
    expect(scoreItem(gap, { q: '1.250' }, 'tr')).toBe(0.5)
  })

  test('stays within the range of the item for any pick', () => {
    for (const credit of ['all', 'each', 'net'] as const) {
      fc.assert(
        fc.property(fc.subarray(four), (picked) => {
          const score = scoreItem(multiple(credit), picked) ?? 0
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }),
      )
    }
  })

  test('never throws and never gives NaN', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cases.map(([, item]) => item)), fc.anything(), (item, value) => {
        const score = scoreItem(item, value)
        expect(score === null || Number.isFinite(score)).toBe(true)
      }),
    )
  })
})

test('adjacent credit is 1 for the order of the key alone, 0 for its reverse, and counts whole pairs', () => {
  const orders = fc.shuffledSubarray(four, { minLength: 4 })
  fc.assert(
    fc.property(orders, orders, (key, order) => {
      const item = { ...ordering('adjacent'), key } as Item
      const score = scoreItem(item, order) ?? -1
      expect(score === 1).toBe(String(order) === String(key))
      expect(Number.isInteger(Math.round(score * 3 * 1e9) / 1e9)).toBe(true)
      expect(scoreItem(item, key.toReversed())).toBe(0)
    }),
  )
})

test('a relative tolerance takes what an absolute one of that share takes', () => {
  const numbers = fc.integer({ min: -1000, max: 1000 })
  fc.assert(
    fc.property(numbers, numbers, fc.constantFrom(0.05, 0.1, 0.25), (key, value, share) => {
      fc.pre(key !== 0)
      const absolute: Item = { id: 'n', type: 'numeric', key, tolerance: share * Math.abs(key) }
      expect(scoreItem(numeric(key, share), value)).toBe(scoreItem(absolute, value))
    }),
  )
})

test('itemRange counts a blank as 0', () => {
  expect(itemRange({ ...consensus, points: 5 })).toEqual({ min: 0, max: 3 })
  expect(itemRange({ ...bestWorst('each'), points: 2 })).toEqual({ min: 0, max: 2 })
  expect(itemRange({ id: 'f', type: 'forced_choice', options: four, loads: {} })).toBeNull()
  expect(
    itemRange({ id: 's', type: 'situational', options: four, weights: { a: 1, b: 3, c: -1, d: 0 } }),
  ).toEqual({
    min: -1,
    max: 3,
  })
  expect(itemRange({ id: 's', type: 'single', options: four, key: 'a', points: 2 })).toEqual({
    min: 0,
    max: 2,
  })
  expect(itemRange({ id: 's', type: 'single', options: four })).toBeNull()
  expect(itemRange({ id: 'l', type: 'likert', options: ['1', '2'] })).toBeNull()
})
