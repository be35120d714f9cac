import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Item } from '#scoring/definition/item-schema.ts'
import { itemsById } from '#scoring/definition/lookup.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { checkValue, isBlank } from './responses.ts'

const definition = loadFixture('everything')
const items = itemsById(definition)
const accepts = (id: string, value: unknown) => {
  const item = items.get(id)
  if (!item) throw new Error(id)
  return checkValue(item, value, definition)
}

test.each([
  ['s1', 'b'],
  ['q1', 'dk'],
  ['q1', ''],
  ['tf1', 'false'],
  ['im1', 'a'],
  ['q9', 'c'],
  ['q9', ''],
  ['mu1', ['d', 'a']],
  ['mu1', []],
  ['or1', ['w', 'x', 'y', 'z']],
  ['or1', []],
  ['nu1', -3.5],
  ['nu1', 0],
  ['nu1', -1e12],
  ['nu1', ''],
  ['ga1', { p1: 'ışık', p2: '' }],
  ['ga1', {}],
  ['in1', { p1: 'x' }],
  ['ma1', { s: 'x', t: 'x' }],
  ['ma1', { t: 'z' }],
  ['f1', { most: 'a', least: 'b' }],
  ['f1', {}],
])('%s takes %j', (id, value) => {
  expect(accepts(id, value)).toBe(true)
})

test.each([
  ['s1', 'e'],
  ['s1', ''],
  ['s1', 1],
  ['s1', ['b']],
  ['s1', null],
  ['s1', undefined],
  ['s1', 'toString'],
  ['q1', '6'],
  ['q1', 3],
  ['mu1', ['a', 'a']],
  ['mu1', ['e']],
  ['mu1', 'a'],
  ['or1', ['w', 'x', 'y']],
  ['or1', ['w', 'x', 'y', 'y']],
  ['nu1', '1,5'],
  ['nu1', ' '],
  ['nu1', Number.NaN],
  ['nu1', Number.POSITIVE_INFINITY],
  ['nu1', 1e13],
  ['ga1', { p3: 'x' }],
  ['ga1', { p1: 5 }],
  ['ga1', { p1: 'x'.repeat(201) }],
  ['ga1', JSON.parse('{"__proto__": "x"}')],
  ['in1', { p1: 'z' }],
  ['in1', { constructor: 'x' }],
  ['ma1', { s: 'q' }],
  ['ma1', ['x']],
  ['f1', { most: 'a', least: 'a' }],
  ['f1', { most: 'a' }],
  ['f1', []],
  ['f1', { most: 'a', least: 'b', other: 'c' }],
  ['f1', 'a'],
])('%s refuses %j', (id, value) => {
  expect(accepts(id, value)).toBe(false)
})

test('each part of an inline choice has options of its own', () => {
  const item: Item = {
    id: 'i',
    type: 'inline_choice',
    parts: [
      { id: 'p', options: ['a', 'b'] },
      { id: 'q', options: ['c', 'd'] },
    ],
  }
  expect(checkValue(item, { p: 'b', q: 'c' }, {})).toBe(true)
  expect(checkValue(item, { p: 'c' }, {})).toBe(false)
})

test('never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...items.keys()), fc.anything(), (id, value) => {
      expect(typeof accepts(id, value)).toBe('boolean')
    }),
  )
})

describe('isBlank', () => {
  test.each([[undefined], [null], [''], ['  '], [[]], [{}], [{ p: '' }], [{ p: ' ', q: '' }]])(
    '%j',
    (value) => {
      expect(isBlank(value)).toBe(true)
    },
  )
  test.each([[0], [false], ['a'], [['a']], [{ p: '', q: 'x' }], [{ p: 0 }]])('not %j', (value) => {
    expect(isBlank(value)).toBe(false)
  })
})
