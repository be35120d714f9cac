// @vitest-environment jsdom
import { RouterContextProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { anonymous, clearSession, storeSession } from './auth.ts'
import { guard } from './guard.ts'
import { routes } from './routes.tsx'

afterEach(clearSession)

type Role = 'superuser' | 'admin' | 'manager' | 'participant'
const signedIn = (...authority: Role[]) =>
  storeSession('secret', { ...anonymous, id: 'u1', authority }, false)

/** The address that the page with this key redirects its visitor to; null if the page is shown. */
function visit(key: string, address: string): string | null {
  const route = routes.find((one) => one.key === key)
  if (route === undefined) throw new Error(`no route ${key}`)
  const url = new URL(address, 'http://localhost')
  const away = guard(route)({
    request: new Request(url),
    url,
    params: {},
    pattern: route.path,
    context: new RouterContextProvider(),
  })
  return away?.headers.get('location') ?? null
}

it('an unauthenticated visit to a protected route leads to /sign-in with redirectUrl', () => {
  expect(visit('participants', '/manager/participants?page=2')).toBe(
    '/sign-in?redirectUrl=%2Fmanager%2Fparticipants%3Fpage%3D2',
  )
})

it('keeps the part after # for the way back', () => {
  window.history.replaceState(null, '', '/manager/participants?page=2#row-7')
  expect(visit('participants', '/manager/participants?page=2')).toBe(
    `/sign-in?redirectUrl=${encodeURIComponent('/manager/participants?page=2#row-7')}`,
  )
  window.history.replaceState(null, '', '/')
})

it('a protected route without a shared authority leads to /access-denied', () => {
  signedIn('participant')
  expect(visit('participants', '/manager/participants')).toBe('/access-denied')
  signedIn('manager')
  expect(visit('participants', '/manager/participants')).toBeNull()
})

it('a user without any authority is let through by the access rule: an empty list closes nothing', () => {
  signedIn()
  expect(visit('participants', '/manager/participants')).toBeNull()
})

describe('a signed-in visitor of a page of entering', () => {
  const entering = [
    ['signIn', '/sign-in'],
    ['signUp', '/sign-up'],
    ['forgotPassword', '/forgot-password'],
  ] as const

  it.each(entering)('%s is sent to the entry path', (key, path) => {
    expect(visit(key, path)).toBeNull()
    signedIn('manager')
    expect(visit(key, path)).toBe('/manager/dashboard')
    signedIn('admin')
    expect(visit(key, path)).toBe('/admin/dashboard')
    signedIn('participant')
    expect(visit(key, path)).toBe('/participant/assignments')
    signedIn()
    expect(visit(key, path)).toBe('/access-denied')
  })

  it.each(entering)('%s leads on to redirectUrl, and never to another origin', (key, path) => {
    signedIn('manager')
    expect(visit(key, `${path}?redirectUrl=%2Fmanager%2Fparticipants`)).toBe('/manager/participants')
    expect(visit(key, `${path}?redirectUrl=%2F%2Fevil.test`)).toBe('/manager/dashboard')
  })
})

it.each([
  ['accessDenied', '/access-denied'],
  ['linkSecondStep', '/magic-link'],
  ['resetPassword', '/reset-password/u/t'],
  ['unsubscribe', '/unsubscribe/quota-t'],
])('%s is shown to everybody, signed in or not', (key, path) => {
  expect(visit(key, path)).toBeNull()
  signedIn('manager')
  expect(visit(key, path)).toBeNull()
})
