import { expect, it } from 'vitest'
import { setCoolDown } from '#contract/access-rules.ts'
import { openRegistration } from '#contract/registrations.ts'
import { numberOf, wholeNumber } from './numbers.ts'

it.each([
  ['25', 25],
  [' 1.000 ', 1000],
  ['100,000', 100_000],
  ['1 250', 1250],
])('reads %s as people mean it', (typed, units) => {
  expect(wholeNumber(typed)).toBe(units)
})

it.each(['', 'many', '2.5', '-5', '1e3', '0', '2001'])('has no number of places for %j', (typed) => {
  expect(numberOf(openRegistration.body.shape.cap, typed)).toBeUndefined()
})

it('keeps to the limits of the schema', () => {
  expect(numberOf(openRegistration.body.shape.cap, '2000')).toBe(2000)
  expect(numberOf(setCoolDown.body.shape.days.unwrap(), '3.650')).toBe(3650)
})
