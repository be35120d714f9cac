import { describe, expect, test } from 'vitest'
import { applyForClient } from '#contract/billing.ts'
import { bodyOf, type Draft, emptyDraft, fieldsOf, next, steps } from './draft.ts'
import { problemsOf, unfinishedStep } from './problems.ts'

const filled = (more: Partial<Draft['values']> = {}): Draft => {
  const start = emptyDraft('ik@deniz.example')
  const values = {
    ...start.values,
    name: 'Deniz Plastik',
    phone: '0232 555 00 00',
    'billing.title': 'Deniz Plastik Ltd. Şti.',
    'billing.taxOffice': 'Konak',
    'billing.taxNumber': '454 053 6920',
    'billing.address': 'Cumhuriyet Cad. 4',
    'billing.city': 'İzmir',
    'billing.district': 'Konak',
    ...more,
  }
  return next({ ...start, values }, { type: 'go', to: 'billing' })
}

test('the invoice goes where the company is reached, unless somebody says otherwise', () => {
  const { values } = filled()
  expect([values['billing.email'], values['billing.phone']]).toEqual(['ik@deniz.example', '0232 555 00 00'])
  expect(filled({ 'billing.email': 'mali@deniz.example' }).values['billing.email']).toBe('mali@deniz.example')
})

test('a finished form is a body that the server takes, and no step of it is unfinished', () => {
  expect(unfinishedStep(filled())).toBeUndefined()
  const body = applyForClient.body.parse(bodyOf(filled()))
  expect(body.billing).toMatchObject({ taxNumber: '4540536920', identityNumber: '', country: 'Türkiye' })
})

test('of the kind that was not chosen nothing is asked or sent, and nothing typed is lost', () => {
  const person = next(filled(), { type: 'kind', kind: 'person' })
  expect(fieldsOf(person, 'billing')).not.toContain('billing.taxNumber')
  expect(bodyOf(person).billing.taxNumber).toBe('')
  expect(Object.keys(problemsOf(person, 'billing'))).toEqual([
    'billing.name',
    'billing.surname',
    'billing.identityNumber',
  ])
  expect(bodyOf(next(person, { type: 'kind', kind: 'company' })).billing.taxNumber).toBe('454 053 6920')
})

describe('what is wrong', () => {
  test.each([
    [{ 'billing.taxNumber': '4540536921' }, { 'billing.taxNumber': { key: 'tax_number' } }],
    [{ 'billing.taxOffice': '  ' }, { 'billing.taxOffice': { key: 'required' } }],
    [{ 'billing.email': 'deniz@' }, { 'billing.email': { key: 'email' } }],
    [{ 'billing.phone': 'yok' }, { 'billing.phone': { key: 'phone' } }],
    [{ 'billing.address': 'Cad' }, { 'billing.address': { key: 'too_small_text', limit: 5 } }],
  ] satisfies [Partial<Draft['values']>, object][])('is said beside its field: %o', (values, problems) => {
    expect(problemsOf(filled(values), 'billing')).toEqual(problems)
    expect(unfinishedStep(filled(values))).toBe('billing')
  })
  test('is nothing at the review, which asks for nothing', () => {
    expect(steps.map((step) => Object.keys(problemsOf(filled(), step)).length)).toEqual([0, 0, 0])
  })
})
