import { expect, it } from 'vitest'
import { readSlipCode, slipCodeGroups, slipCodeLength, slipCodeLetters } from './slipCode.ts'

const code = '7K04M1XWVHZ9'

it.each([
  ['7K04 M1XW VHZ9'],
  ['7k04-m1xw-vhz9'],
  ['7KO4MIXWUHZ9'],
  ['7ko4mlxwuhz9'],
  // A Turkish keyboard makes these of an I, large and small.
  ['7k04mİxwvhz9'],
  ['7k04mıxwvhz9'],
  ['\u00a07K04–M1XW—VH\tZ9. '],
])('reads a code as people type it: %s', (typed) => {
  expect(readSlipCode(typed)).toBe(code)
})

it('leaves out what no code contains, and nothing else', () => {
  expect(readSlipCode('çğş ?!')).toBe('')
  expect(readSlipCode(slipCodeLetters)).toBe(slipCodeLetters)
  expect(slipCodeLetters).toHaveLength(32)
  for (const alike of 'ILOU') expect(slipCodeLetters).not.toContain(alike)
})

it('shows a code, or its beginning, in groups of four', () => {
  expect(slipCodeGroups(code)).toEqual(['7K04', 'M1XW', 'VHZ9'])
  expect(slipCodeGroups(code.slice(0, 6))).toEqual(['7K04', 'M1'])
  expect(slipCodeGroups('')).toEqual([])
  expect(code).toHaveLength(slipCodeLength)
})
