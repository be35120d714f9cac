import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerCell, attemptColumn, blankOf } from './answer-cells.ts'
import { parseNumber } from './text-answers.ts'

test.each([
  ['a', 'a'],
  [['a', 'c'], 'a|c'],
  [{ s: 'x', t: 'y' }, 's=x|t=y'],
  [{ p1: 'ışık', p2: '' }, 'p1=ışık|p2='],
  [{ p1: '=1+1' }, 'p1==1+1'],
  [{ p1: 'a|b' }, '{"p1":"a|b"}'],
  [{ p1: ' a' }, '{"p1":" a"}'],
  [{ p1: 'x;=HYPERLINK("y")' }, '{"p1":"x\\u003b=HYPERLINK(\\"y\\")"}'],
  [{ p1: 'a\t=b\n@c' }, '{"p1":"a\\t=b\\n@c"}'],
  [42, '42'],
  [-3.5, '-3.5'],
  [1.25, '1.25'],
  [1.125, '1.1250'],
  [1e-7, '0.0000001'],
  [1.5e-7, '0.00000015'],
  [-1e12, '-1000000000000'],
])('writes %j as %s', (value, cell) => {
  expect(answerCell(value)).toBe(cell)
})

test('a number is the same in both languages', () => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
    fc.integer({ min: -9_999_999, max: 9_999_999 }).map((whole) => whole / 1000),
  )
  fc.assert(
    fc.property(numbers, (number) => {
      const cell = answerCell(number)
      for (const locale of ['tr', 'en'] as const)
        expect(parseNumber(cell, locale)).toBe(number === 0 ? 0 : number)
    }),
  )
})

test('what somebody typed begins no cell', () => {
  fc.assert(
    fc.property(fc.record({ p1: fc.string({ unit: 'grapheme' }), p2: fc.string() }), (parts) => {
      expect(answerCell(parts)).toMatch(/^(p1=[^;|\t\r\n]*\|p2=[^;|\t\r\n]*|\{"p1":"[^;\t\r\n]*)$/)
    }),
  )
})

test('a fact about the attempt gives way to an item of its name', () => {
  expect(attemptColumn('quality', () => false)).toBe('quality')
  expect(attemptColumn('quality', (id) => id === 'quality')).toBe('quality:attempt')
})

test('tells marks of blanks from answers', () => {
  expect([blankOf('#not_reached'), blankOf('a'), blankOf('')]).toEqual(['notReached', undefined, undefined])
})
