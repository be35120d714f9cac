import { expect, it } from 'vitest'
import { problemsOf, quantityOf } from './quotaForm.ts'

it.each([
  ['25', 25],
  [' 1.000 ', 1000],
  ['100,000', 100_000],
  ['1 250', 1250],
])('reads %s as people mean it', (typed, units) => {
  expect(quantityOf(typed)).toBe(units)
})

it.each(['', '-5', '2.5', '1e3', 'on', '0', '100001'])('does not add %s units', (quantity) => {
  const problem = quantity === '' ? 'quantityRequired' : 'quantityWrong'
  expect(problemsOf({ inventoryId: 'a', quantity, reason: '' })).toEqual({ quantity: problem })
})

it('asks for the inventory first', () => {
  expect(Object.keys(problemsOf({ inventoryId: '', quantity: '', reason: '' }))).toEqual([
    'inventoryId',
    'quantity',
  ])
})
