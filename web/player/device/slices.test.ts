// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { currentSession, forgetSession } from './slices.ts'

it('forgets what was being filled in with the session, and no choice of this device', () => {
  for (const name of ['terazi.auth', 'terazi.company', 'terazi.invite']) sessionStorage.setItem(name, '{}')
  localStorage.setItem('terazi.auth', '{}')
  localStorage.setItem('terazi.locale', '{}')
  forgetSession()
  expect([sessionStorage.length, Object.keys(localStorage)]).toEqual([0, ['terazi.locale']])
})

it('knows who takes tests, and takes a session of an older release for one that does', () => {
  const store = (authority: unknown) =>
    localStorage.setItem(
      'terazi.auth',
      JSON.stringify({ state: { signedIn: true, token: 'ses', user: { id: 'u1', authority } }, version: 0 }),
    )
  const found = [['admin', 'superuser'], ['manager', 'participant'], undefined].map((authority) => {
    store(authority)
    return currentSession()?.participant
  })
  expect(found).toEqual([false, true, true])
})
