import { expect, it } from 'vitest'
import { type Draft, emptyDraft, listOf } from '../draft/draft.ts'
import { issuesOf } from './parse/check.ts'
import { oneErrors, peopleError } from './peopleError.ts'

const errorOf = (values: Partial<Draft>) => {
  const draft = { ...emptyDraft('tr'), ...values }
  const rows = listOf(draft)
  return peopleError(draft, rows, issuesOf(rows))
}
const one = (name: string, email: string) =>
  errorOf({ method: 'one', one: { name, email, phone: '', staffNumber: '' } })
const pasted = (text: string) => errorOf({ method: 'paste', pasted: text })

it('asks one person for a name and a right address', () => {
  expect(one('', '')).toBe('noName')
  expect(one('Ayşe', ' ')).toBe('noEmail')
  expect(one('Ayşe', 'a@x')).toBe('wrongEmail')
  expect(one('Ayşe', 'a@x.test')).toBeUndefined()
})

it('names everything that is wrong with one person at once', () => {
  expect(oneErrors({ name: ' ', email: 'a@x', phone: '0532', staffNumber: '' })).toEqual({
    name: 'noName',
    email: 'wrongEmail',
    phone: 'wrongPhone',
  })
})

it('asks nobody for an address who has a phone or a staff number', () => {
  const of = (more: object) =>
    errorOf({ method: 'one', one: { name: 'Ayşe', email: '', phone: '', staffNumber: '', ...more } })
  expect(of({ staffNumber: '10482' })).toBeUndefined()
  expect(of({ phone: '0532 604 18 27' })).toBeUndefined()
  expect(pasted('Ayşe Demir\t0532 604 18 27')).toBeUndefined()
})

it('lets a list on with one right address; the others are corrected at the check', () => {
  expect(pasted('')).toBe('noEmails')
  expect(pasted('Gökçe Ünsal')).toBe('noEmails')
  expect(pasted('a@x\nb@')).toBe('wrongEmails')
  expect(pasted('a@x\nb@x.test')).toBeUndefined()
  expect(pasted('a@x.test\n'.repeat(10_001))).toBe('unreadable')
})

it('wants a file where a file is to be uploaded', () => {
  expect(errorOf({ method: 'csv' })).toBe('noFile')
})
