import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compactNumber, isIdentityNumber, isTaxNumber } from './tax-numbers.ts'

const digit = fc.integer({ min: 0, max: 9 })
const lastDigits = (body: string, count: number, valid: (text: string) => boolean) =>
  Array.from({ length: 10 ** count }, (_, ending) => body + String(ending).padStart(count, '0')).filter(valid)

const taxBody = fc.array(digit, { minLength: 9, maxLength: 9 }).map((digits) => digits.join(''))
const identityBody = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.array(digit, { minLength: 8, maxLength: 8 }))
  .map(([first, rest]) => `${first}${rest.join('')}`)

const withDigit = (text: string, at: number, to: number) => text.slice(0, at) + to + text.slice(at + 1)
const everyOtherDigit = (text: string) =>
  [...text].flatMap((own, at) =>
    Array.from({ length: 10 }, (_, to) => to)
      .filter((to) => to !== Number(own))
      .map((to) => withDigit(text, at, to)),
  )

describe('a tax number (VKN)', () => {
  test('is one that is published as an example', () => {
    expect(isTaxNumber('4540536920')).toBe(true)
    expect(isTaxNumber('4540536921')).toBe(false)
  })
  test('is one worked out by hand', () => {
    // Each digit is its own place: every t is 10 mod 10, so is every v, and the check digit is 0.
    expect(isTaxNumber('1234567890')).toBe(true)
    // All zeros: t is 9 8 7 6 5 4 3 2 1, v is 9 5 5 6 7 1 6 8 2, 49 in all, 1 to the next ten.
    expect(isTaxNumber('0000000001')).toBe(true)
  })
  test('has ten digits and nothing else', () => {
    for (const text of ['', '454053692', '45405369200', '454053692a', '454 053 6920', '٤٥٤٠٥٣٦٩٢٠'])
      expect(isTaxNumber(text), text).toBe(false)
    expect(isTaxNumber(compactNumber(' 454 053 6920 '))).toBe(true)
  })
  test('has one possible check digit, and no single wrong digit passes', () => {
    fc.assert(
      fc.property(taxBody, (body) => {
        const [number, ...others] = lastDigits(body, 1, isTaxNumber)
        expect(others).toEqual([])
        expect(everyOtherDigit(number ?? '').filter(isTaxNumber)).toEqual([])
      }),
    )
  })
})

describe('an identity number (TCKN)', () => {
  test('is one that is published as an example', () => {
    expect(isIdentityNumber('17291716060')).toBe(true)
    expect(isIdentityNumber('10000000146')).toBe(true)
    expect(isIdentityNumber('17291716050')).toBe(false)
  })
  test('is one worked out by hand', () => {
    // 1+3+5+7+9 = 25, 2+4+6+8 = 20: 7·25 − 20 = 155, so 5; 45 + 5 = 50, so 0.
    expect(isIdentityNumber('12345678950')).toBe(true)
  })
  test('has eleven digits, the first one not 0', () => {
    for (const text of ['', '1729171606', '172917160600', '1729171606x', '07291716092'])
      expect(isIdentityNumber(text), text).toBe(false)
  })
  test('has one possible ending, and no single wrong digit passes', () => {
    fc.assert(
      fc.property(identityBody, (body) => {
        const [number, ...others] = lastDigits(body, 2, isIdentityNumber)
        expect(others).toEqual([])
        expect(everyOtherDigit(number ?? '').filter(isIdentityNumber)).toEqual([])
      }),
    )
  })
  test('shows when two neighbours changed places, unless they are 5 apart', () => {
    fc.assert(
      fc.property(identityBody, fc.integer({ min: 0, max: 7 }), (body, at) => {
        const [number = ''] = lastDigits(body, 2, isIdentityNumber)
        const [one, two] = [Number(number[at]), Number(number[at + 1])]
        const swapped = withDigit(withDigit(number, at, two), at + 1, one)
        const apart = Math.abs(one - two)
        if (apart !== 0 && apart !== 5) expect(isIdentityNumber(swapped)).toBe(false)
      }),
    )
  })
})
