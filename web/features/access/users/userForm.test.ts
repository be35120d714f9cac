import { expect, it } from 'vitest'
import { storedRole } from '#contract/access.ts'
import type { ManagedUser } from '#contract/users.ts'
import { changesOf, problemsOf, type UserFields } from './userForm.ts'

const user: ManagedUser = {
  id: '01990000-0000-7000-8000-000000000001',
  name: 'Ayşe Demir',
  email: 'ayse@ornek.test',
  phone: '',
  authority: ['admin', 'manager'],
  status: 'active',
  emailVerified: true,
  secondFactor: false,
  locale: 'tr',
  timeZone: 'Europe/Istanbul',
  createdAt: '2026-01-01T00:00:00Z',
  lastSignInAt: null,
}
const fields: UserFields = {
  name: 'Ayşe Demir',
  email: 'ayse@ornek.test',
  phone: '',
  locale: 'tr',
  role: 'admin',
  currentPassword: '',
}

it('sends what was changed and nothing else', () => {
  expect(changesOf(fields, user)).toEqual({})
  expect(changesOf({ ...fields, email: ' AYSE@ornek.test ', phone: '0555 111 22 33' }, user)).toEqual({
    phone: '0555 111 22 33',
  })
  const moved = { ...fields, email: 'demir@ornek.test', currentPassword: 'secret' }
  expect(changesOf(moved, user)).toEqual({ email: 'demir@ornek.test', current_password: 'secret' })
})

it('takes and gives the stored role, and leaves those of clients alone', () => {
  expect(storedRole({ authority: ['manager', 'participant'] })).toBe('none')
  expect(changesOf({ ...fields, role: 'none' }, user)).toEqual({ authority: [] })
  expect(changesOf({ ...fields, role: 'superuser' }, user)).toEqual({ authority: ['superuser'] })
})

it('asks for the own password only when the address moves', () => {
  expect(problemsOf(fields, user)).toEqual({})
  expect(problemsOf({ ...fields, email: 'demir@ornek.test' }, user)).toEqual({
    currentPassword: 'passwordRequired',
  })
})

it('lets people without an address go without one, and nobody else', () => {
  expect(problemsOf({ ...fields, email: '' }, { ...user, email: '' })).toEqual({})
  expect(problemsOf({ ...fields, email: '' }, user)).toEqual({ email: 'emailRequired' })
  expect(problemsOf({ ...fields, email: '', name: ' ', phone: 'call me' })).toEqual({
    name: 'nameRequired',
    email: 'emailRequired',
    phone: 'phoneWrong',
  })
})
