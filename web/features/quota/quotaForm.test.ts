import { expect, it } from 'vitest'
import { additionsOf, problemsOf, quantityField } from './quotaForm.ts'

const fields = (quantities: Record<string, string>) =>
  Object.fromEntries(Object.entries(quantities).map(([id, typed]) => [quantityField(id), typed]))

it.each(['-5', '2.5', '1e3', 'on', '0', '100001'])('does not add %s units', (quantity) => {
  expect(problemsOf(fields({ a: '5', b: quantity }), ['a', 'b'])).toEqual({ b: 'quantityWrong' })
})

it('adds to the tests that have a quantity, and asks for one where none has', () => {
  expect(additionsOf(fields({ b: '20', a: ' ', c: '5' }), ['a', 'b', 'c'])).toEqual([
    { inventoryId: 'b', quantity: 20 },
    { inventoryId: 'c', quantity: 5 },
  ])
  expect(problemsOf(fields({ a: ' ' }), ['a', 'b'])).toEqual({ a: 'quantityRequired' })
})
