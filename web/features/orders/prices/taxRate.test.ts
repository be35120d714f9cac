import { expect, it } from 'vitest'
import { percentOf } from './taxRate.ts'

it.each([
  ['20', 20],
  ['%20', 20],
  [' 20 % ', 20],
  ['8,1', 8.1],
  ['0.07', 0.07],
  ['100', 100],
  ['0', 0],
])('reads %s as a percentage', (typed, percent) => {
  expect(percentOf(typed)).toBe(percent)
})

it.each(['', 'yirmi', '-1', '100,01', '18,001', '1.000'])('takes %s for none', (typed) => {
  expect(percentOf(typed)).toBeNaN()
})
