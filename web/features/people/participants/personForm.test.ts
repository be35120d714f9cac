import { expect, it } from 'vitest'
import type { Person } from '#contract/people.ts'
import { changesOf, invitationOf, type PersonFields, problemsOf } from './personForm.ts'

const person: Person = {
  membershipId: '01990000-0000-7000-8000-000000000001',
  userId: '01990000-0000-7000-8000-000000000002',
  name: 'Ayşe Demir',
  email: '',
  phone: '0555 111 22 33',
  staffNumber: '',
  role: 'participant',
  type: 'candidate',
  group: 'Gece',
  joinedAt: '2026-01-01T00:00:00Z',
  keptUntil: null,
  decision: { decision: 'none', note: '', at: null, by: null },
  assignments: { assigned: 0, pending: 0, completed: 0, expired: 0, cancelled: 0 },
}
const fields: PersonFields = {
  name: 'Ayşe Demir',
  email: '',
  phone: '0555 111 22 33',
  staffNumber: '',
  role: 'candidate',
  group: 'Gece',
  locale: 'tr',
}

it('accepts an address, a phone or a staff number, and asks for the address when all are missing', () => {
  const none = { ...fields, phone: ' ' }
  expect(problemsOf(none)).toEqual({ email: 'emailRequired' })
  expect(problemsOf({ ...none, email: 'ayse@ornek.test' })).toEqual({})
  expect(problemsOf({ ...none, staffNumber: '4711' })).toEqual({})
  expect(problemsOf(fields)).toEqual({})
})

it('asks for the group of a new person where the client has groups', () => {
  const none = { ...fields, group: ' ' }
  expect(problemsOf(none, undefined, ['Gece'])).toEqual({ group: 'groupRequired' })
  expect(problemsOf(fields, undefined, ['Gündüz'])).toEqual({})
  expect(problemsOf(none)).toEqual({})
  expect(problemsOf(none, person, ['Gece'])).toEqual({})
})

it('says of each field what is wrong with it', () => {
  expect(problemsOf({ ...fields, name: ' ', email: 'ayse@', phone: 'call' })).toEqual({
    name: 'nameRequired',
    email: 'emailWrong',
    phone: 'phoneWrong',
  })
})

it('does not let somebody without an address lose what they are known by', () => {
  expect(problemsOf({ ...fields, phone: '' }, person)).toEqual({ phone: 'contactNeeded' })
  expect(problemsOf({ ...fields, phone: '' }, { ...person, email: 'ayse@ornek.test' })).toEqual({})
})

it('sends what is filled in, and of a change what was changed', () => {
  expect(invitationOf({ ...fields, staffNumber: ' 4711 ' })).toEqual({
    name: 'Ayşe Demir',
    phone: '0555 111 22 33',
    staffNumber: '4711',
    group: 'Gece',
    role: 'candidate',
    locale: 'tr',
  })
  expect(changesOf(fields, person)).toEqual({})
  expect(changesOf({ ...fields, group: '', role: 'employee' }, person)).toEqual({
    group: '',
    role: 'employee',
  })
})
