// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { anonymous, clearSession, storeSession, useAuth } from './auth.ts'
import { selectClient } from './clientSelection.ts'
import { queryClient } from './queryClient.ts'
import { userFromName, watchSession } from './session.ts'

it('reads a role from the user name when the answer names no user', () => {
  expect(userFromName('admin@demo.test')).toMatchObject({
    authority: ['admin', 'superuser'],
    userName: 'admin',
    email: 'admin@demo.test',
  })
  expect(userFromName('participant.7@demo.test').authority).toEqual(['participant'])
  expect(userFromName('zeynep').authority).toEqual(['manager'])
  expect(userFromName('zeynep').id).not.toBe(userFromName('zeynep').id)
})

it('forgets what was loaded and chosen when a session ends or another takes its place', () => {
  const signedOut = vi.fn()
  watchSession(signedOut)
  const work = () => {
    queryClient.setQueryData(['people'], ['Ayşe Demir'])
    selectClient({ value: 'c1', label: 'Anadolu Gıda A.Ş.' })
  }
  const seen = () => [
    queryClient.getQueryData(['people']),
    sessionStorage.getItem('terazi.client')?.includes('Anadolu'),
  ]

  storeSession('first', { ...anonymous, id: 'u1' }, true)
  work()
  expect(seen()).toEqual([['Ayşe Demir'], true])
  // As when another tab signs in: this tab reads the other session from the storage.
  useAuth.setState({ token: 'second', user: { ...anonymous, id: 'u2' } })
  expect(seen()).toEqual([undefined, false])
  expect(signedOut).not.toHaveBeenCalled()

  work()
  clearSession()
  expect(seen()).toEqual([undefined, false])
  expect(signedOut).toHaveBeenCalledTimes(1)
})
