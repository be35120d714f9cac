import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeReference, referenceGroups, referencesIn } from './transferReference.ts'

const random = fc.array(fc.nat(255), { minLength: 6, maxLength: 6 })
const symbols = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']

test('a reference is found however a bank or a person writes it', () => {
  fc.assert(
    fc.property(random, (numbers) => {
      const reference = makeReference(numbers)
      expect(reference).toMatch(/^TRZ[0-9A-Z]{7}$/)
      for (const text of [
        reference,
        `HAVALE ${referenceGroups(reference).toLowerCase()} SIPARIS`,
        `FAST/${reference.replaceAll('0', 'O').replaceAll('1', 'l')}/ANADOLU GIDA`,
      ])
        expect(referencesIn(text)).toContain(reference)
    }),
  )
})

test('one wrong symbol is always noticed', () => {
  fc.assert(
    fc.property(
      random,
      fc.integer({ min: 3, max: 9 }),
      fc.constantFrom(...symbols),
      (numbers, at, symbol) => {
        const reference = makeReference(numbers)
        const typed = reference.slice(0, at) + symbol + reference.slice(at + 1)
        expect(referencesIn(typed).includes(typed)).toBe(typed === reference)
      },
    ),
  )
})

test('other texts hold none', () => {
  expect(referencesIn('')).toEqual([])
  expect(referencesIn('TRZ')).toEqual([])
  expect(referencesIn('TRZ-2026-0148 sipariş ödemesi')).toEqual([])
})
