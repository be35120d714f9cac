import { expect, test } from 'vitest'
import { setCoolDown } from '#contract/access-rules.ts'
import { createClient, updateClient } from '#contract/clients.ts'
import { invitePerson } from '#contract/invitations.ts'
import { updatePerson } from '#contract/memberships.ts'
import { addQuota } from '#contract/quotas.ts'
import { changeRegistration } from '#contract/registrations.ts'
import { addTaxRate } from '#contract/tax-rates.ts'
import { limitsOf } from './limits.ts'

test('a field has the kind and the limits of its schema', () => {
  const { shape } = createClient.body
  expect(limitsOf(shape, 'name')).toEqual({ maxLength: 200 })
  expect(limitsOf(shape, 'email')).toEqual({ type: 'email', maxLength: 254 })
  expect(limitsOf(shape, 'phone')).toEqual({ type: 'tel', maxLength: 25 })
  expect(limitsOf(shape, 'managerName')).toEqual({ maxLength: 100 })
  expect(limitsOf(shape, 'unknown')).toEqual({})
})

test('a field is optional where the call does without it', () => {
  expect(limitsOf(invitePerson.body.shape, 'staffNumber')).toEqual({ maxLength: 50, optional: true })
  expect(limitsOf(invitePerson.body.shape, 'name')).toEqual({ maxLength: 100 })
  expect(limitsOf(addQuota.body.shape, 'reason')).toEqual({ maxLength: 500, optional: true })
})

test('a call that changes only what it gets asks for what it does not take empty', () => {
  expect(limitsOf(updateClient.body.shape, 'name')).toEqual({ maxLength: 200 })
  expect(limitsOf(updatePerson.body.shape, 'phone')).toEqual({
    type: 'tel',
    maxLength: 25,
    optional: true,
  })
})

test('a number has the keyboard and the length of the largest one', () => {
  expect(limitsOf(addQuota.body.shape, 'quantity')).toEqual({ inputMode: 'numeric', maxLength: 7 })
  expect(limitsOf(setCoolDown.body.shape, 'days')).toEqual({
    inputMode: 'numeric',
    maxLength: 5,
    optional: true,
  })
  expect(limitsOf(changeRegistration.body.shape, 'cap')).toEqual({ inputMode: 'numeric', maxLength: 5 })
  expect(limitsOf(addTaxRate.body.shape, 'rate')).toEqual({ inputMode: 'decimal' })
})
