import { expect, it } from 'vitest'
import { entryPath, hasAccess } from './access.ts'
import { anonymous } from './auth.ts'

it('opens a route when one role is shared', () => {
  expect(hasAccess(['manager', 'admin'], ['participant', 'manager'])).toBe(true)
  expect(hasAccess(['admin'], ['manager'])).toBe(false)
})

it('opens a route when either list is empty or the route has none', () => {
  expect(hasAccess(undefined, ['guest'])).toBe(true)
  expect(hasAccess([], ['guest'])).toBe(true)
  expect(hasAccess(['admin'], [])).toBe(true)
})

it('lands by the highest role', () => {
  const landing = (...authority: ('superuser' | 'admin' | 'manager' | 'participant')[]) =>
    entryPath({ ...anonymous, id: 'u1', authority })
  expect(landing('superuser')).toBe('/admin/dashboard')
  expect(landing('admin', 'manager', 'participant')).toBe('/admin/dashboard')
  expect(landing('manager', 'participant')).toBe('/manager/dashboard')
  expect(landing('participant')).toBe('/participant/assignments')
  expect(landing()).toBe('/access-denied')
})

it('sends a user that cannot be read to the error page', () => {
  for (const user of [
    null,
    undefined,
    'user',
    {},
    { id: 'u1', authority: 'admin' },
    { authority: [] },
    { id: '', authority: [] },
  ])
    expect(entryPath(user)).toBe('/error')
})
