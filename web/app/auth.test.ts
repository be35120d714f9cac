// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import {
  anonymous,
  clearSession,
  isAuthenticated,
  isFromBeforeTablet,
  storeSession,
  useAuth,
} from './auth.ts'

const user = { ...anonymous, id: 'u1', name: 'Ayşe Demir', authority: ['manager'] as const }

beforeEach(() => {
  clearSession()
  localStorage.clear()
  sessionStorage.clear()
})

it('begins as the anonymous guest', () => {
  expect(useAuth.getState()).toEqual({ signedIn: false, token: null, user: anonymous })
  expect(anonymous).toMatchObject({
    id: '',
    userName: 'Anonymous',
    authority: ['guest'],
    email: '',
    company: '',
  })
  expect(isAuthenticated()).toBe(false)
})

it('keeps a remembered session on the device, under the agreed name and shape', () => {
  storeSession('secret', user, true)
  expect(JSON.parse(localStorage.getItem('terazi.auth') ?? '')).toEqual({
    state: { signedIn: true, token: 'secret', user },
    version: 0,
  })
  expect(sessionStorage.getItem('terazi.auth')).toBeNull()
})

it('keeps any other session for the tab alone', () => {
  storeSession('secret', user, false)
  expect(sessionStorage.getItem('terazi.auth')).toContain('secret')
  expect(localStorage.getItem('terazi.auth')).toBeNull()
})

it('knows a session of this tab that began before the browser became a tablet, each time it did', () => {
  storeSession('secret', user, false)
  expect(isFromBeforeTablet()).toBe(false)
  localStorage.setItem('terazi.tablet', '1764172800000')
  expect(isFromBeforeTablet()).toBe(true)
  storeSession('secret', user, false)
  expect(isFromBeforeTablet()).toBe(false)
  localStorage.setItem('terazi.tablet', '1764259200000')
  expect(isFromBeforeTablet()).toBe(true)
  // A remembered one was forgotten when the tablet was prepared: this one is newer.
  storeSession('secret', user, true)
  expect(isFromBeforeTablet()).toBe(false)
})

it('stores the token before the user', () => {
  const seen: [string | null, string][] = []
  const stop = useAuth.subscribe((state) => seen.push([state.token, state.user.id]))
  storeSession('secret', user, true)
  stop()
  expect(seen).toEqual([
    ['secret', ''],
    ['secret', 'u1'],
  ])
})

it('leaves no token behind when signing out', () => {
  storeSession('secret', user, false)
  clearSession()
  expect(isAuthenticated()).toBe(false)
  expect(`${localStorage.getItem('terazi.auth')}${sessionStorage.getItem('terazi.auth')}`).not.toContain(
    'secret',
  )
})

it('takes along what was being filled in, which may hold tax and identity numbers', () => {
  storeSession('secret', user, false)
  sessionStorage.setItem('terazi.company', '{"identityNumber":"10000000146"}')
  sessionStorage.setItem('terazi.invite', '{"emails":["ayse@example.test"]}')
  clearSession()
  expect([sessionStorage.getItem('terazi.company'), sessionStorage.getItem('terazi.invite')]).toEqual([
    null,
    null,
  ])
})

it('needs both a token and the mark of being signed in', () => {
  expect(isAuthenticated({ signedIn: true, token: null, user })).toBe(false)
  expect(isAuthenticated({ signedIn: false, token: 'secret', user })).toBe(false)
})

it.each(['not json', '{"state":', ''])(
  'is reset once when what is stored cannot be read: %j',
  async (text) => {
    localStorage.setItem('terazi.auth', text)
    await useAuth.persist.rehydrate()
    expect(useAuth.persist.hasHydrated()).toBe(true)
    expect(useAuth.getState()).toEqual({ signedIn: false, token: null, user: anonymous })
    expect(localStorage.getItem('terazi.auth')).toBeNull()
  },
)

it('is restored from where it was kept, the tab first', async () => {
  const stored = (token: string) => JSON.stringify({ state: { signedIn: true, token, user }, version: 0 })
  localStorage.setItem('terazi.auth', stored('device'))
  await useAuth.persist.rehydrate()
  expect(useAuth.getState().token).toBe('device')
  sessionStorage.setItem('terazi.auth', stored('tab'))
  await useAuth.persist.rehydrate()
  expect(useAuth.getState().token).toBe('tab')
})
