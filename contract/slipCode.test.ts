import { expect, it } from 'vitest'
import { readSlipCode, slipCodeGroups, slipCodeLength, slipCodeLetters } from './slipCode.ts'

const code = '7KQ4M0XW2HVZ9B3NDG8PT5RYJ1AC'

it.each([
  ['7KQ4 M0XW 2HVZ 9B3N DG8P T5RY J1AC'],
  ['7kq4-m0xw-2hvz-9b3n-dg8p-t5ry-j1ac'],
  ['7KQ4MOXW2HVZ9B3NDG8PT5RYJIAC'],
  ['7kq4moxw2huz9b3ndg8pt5ryjlac'],
  // What a Turkish keyboard makes of an I, large and small.
  ['7kq4moxw2hvz9b3ndg8pt5ryjİac'],
  ['7kq4moxw2hvz9b3ndg8pt5ryjıac'],
  ['\u00a07KQ4–M0XW—2HVZ\t9B3N.DG8P\nT5RY_J1AC, '],
])('reads a code as people type it: %s', (typed) => {
  expect(readSlipCode(typed)).toBe(code)
})

it('leaves out what no code holds, and nothing else', () => {
  expect(readSlipCode('çğş ?!')).toBe('')
  expect(readSlipCode(slipCodeLetters)).toBe(slipCodeLetters)
  expect(slipCodeLetters).toHaveLength(32)
  for (const alike of 'ILOU') expect(slipCodeLetters).not.toContain(alike)
})

it('shows a code, or its beginning, in groups of four', () => {
  expect(slipCodeGroups(code)).toEqual(['7KQ4', 'M0XW', '2HVZ', '9B3N', 'DG8P', 'T5RY', 'J1AC'])
  expect(slipCodeGroups(code.slice(0, 6))).toEqual(['7KQ4', 'M0'])
  expect(slipCodeGroups('')).toEqual([])
  expect(code).toHaveLength(slipCodeLength)
})
