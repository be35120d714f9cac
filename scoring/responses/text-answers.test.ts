import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText, parseNumber, sameText } from './text-answers.ts'

describe('sameText', () => {
  // Turkish pairs I/ı and İ/i, English I/i: the same capitals fold differently (Unicode SpecialCasing, tr).
  test.each([
    ['IŞIK', 'ışık', 'tr', true],
    ['IŞIK', 'işik', 'tr', false],
    ['İZMİR', 'izmir', 'tr', true],
    ['LIGHT', 'light', 'en', true],
    ['LIGHT', 'light', 'tr', false],
    ['  I   am ', 'i am', 'en', true],
    ['don’t', "don't", 'en', true],
    ['gu\u0308n', 'gün', 'tr', true],
    ['went', 'gone', 'en', false],
  ] as const)('%j and %j in %s: %s', (a, b, lang, same) => {
    expect(sameText(a, b, lang)).toBe(same)
  })

  test('folding twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('tr', 'en'), (text, lang) => {
        expect(foldText(foldText(text, lang), lang)).toBe(foldText(text, lang))
      }),
    )
  })
})

describe('parseNumber', () => {
  test.each([
    ['42', 42, 42],
    ['1,5', 1.5, 1.5],
    ['1.5', 1.5, 1.5],
    ['1.250', 1250, 1.25],
    ['1,250', 1.25, 1250],
    ['1.250,75', 1250.75, null],
    ['1,250.75', null, 1250.75],
    ['12.345.678', 12345678, null],
    ['0.250', 0.25, 0.25],
    ['1 250', 1250, 1250],
    [' −3,2 ', -3.2, -3.2],
    ['+7', 7, 7],
    [',5', 0.5, 0.5],
    ['5.', 5, 5],
    ['', null, null],
    ['.', null, null],
    ['1,2,3', null, null],
    ['12 kg', null, null],
    ['1e5', null, null],
    ['0x10', null, null],
    ['Infinity', null, null],
  ])('%j is %s in Turkish and %s in English', (text, tr, en) => {
    expect(parseNumber(text, 'tr')).toBe(tr)
    expect(parseNumber(text, 'en')).toBe(en)
  })

  test('reads back what Intl writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.constantFrom('tr', 'en'), (number, lang) => {
        expect(parseNumber(new Intl.NumberFormat(lang).format(number), lang)).toBe(number)
      }),
    )
  })

  test('gives a finite number or null for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('tr', 'en'), (text, lang) => {
        const number = parseNumber(text, lang)
        expect(number === null || Number.isFinite(number)).toBe(true)
      }),
    )
  })
})
