// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signOut as signOutCall } from '#contract/auth.ts'
import { exampleUser } from '#test/support/client.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { isAuthenticated, storeSession } from './auth.ts'
import { restoreSlices, startUp } from './startup.ts'

const arrived = serveCalls(() => new Response(null, { status: 204 }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const slice = (hydrated: boolean) => {
  const listeners: (() => void)[] = []
  return {
    persist: {
      hasHydrated: () => hydrated,
      onFinishHydration: (done: () => void) => {
        listeners.push(done)
        return () => {}
      },
    },
    finish: () => {
      for (const done of listeners) done()
    },
  }
}

it('goes on at once when everything is restored', async () => {
  await restoreSlices([slice(true), slice(true)])
  expect(vi.getTimerCount()).toBe(0)
})

it('waits for a slice that is still being read', async () => {
  const late = slice(false)
  const done = vi.fn()
  const waiting = restoreSlices([slice(true), late]).then(done)
  await vi.advanceTimersByTimeAsync(4999)
  expect(done).not.toHaveBeenCalled()
  late.finish()
  await waiting
  expect(done).toHaveBeenCalled()
})

it('always goes on after five seconds', async () => {
  const done = vi.fn()
  void restoreSlices([slice(false)]).then(done)
  await vi.advanceTimersByTimeAsync(5000)
  expect(done).toHaveBeenCalled()
})

it('signs out a tab that was asleep when its browser became a test day’s tablet', async () => {
  vi.useRealTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  storeSession('of-this-tab', exampleUser, false)
  localStorage.setItem('terazi.tablet', '1764172800000')
  await startUp()
  expect(isAuthenticated()).toBe(false)
  await vi.waitFor(() =>
    expect(arrived.map(({ entry, headers }) => [entry, headers.get('authorization')])).toEqual([
      [signOutCall, 'Token of-this-tab'],
    ]),
  )
})
