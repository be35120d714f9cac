import { expect, it } from 'vitest'
import { bodyOf, type InviteFields, problemsOf } from './inviteForm.ts'

const fields: InviteFields = {
  role: 'candidate',
  method: 'one',
  name: 'Ayşe Demir',
  email: 'ayse@ornek.test',
  phone: '',
  emails: [],
}

it('asks for name and address of one person, and for at least one address of many', () => {
  expect(problemsOf(fields)).toEqual({})
  expect(problemsOf({ ...fields, name: '', email: '' })).toEqual({ name: 'inviteName', email: 'inviteEmail' })
  expect(problemsOf({ ...fields, method: 'many' })).toEqual({ emails: 'emailsRequired' })
  expect(problemsOf({ ...fields, method: 'many', emails: ['a@b.test', 'c@'] })).toEqual({
    emails: 'emailsWrong',
  })
})

it('sends what the chosen method asked for and nothing of the other', () => {
  const both = { ...fields, emails: ['c@ornek.test'] }
  expect(bodyOf(both).emails).toEqual([{ name: 'Ayşe Demir', email: 'ayse@ornek.test' }])
  expect(bodyOf({ ...both, method: 'many' }).emails).toEqual(['c@ornek.test'])
})
