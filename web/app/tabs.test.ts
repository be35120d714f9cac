// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { exampleUser } from '#test/support/client.ts'
import { clearSession, storeSession } from './auth.ts'
import { followTabs, joinTabs } from './tabs.ts'

const prepare = () =>
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'terazi.tablet', oldValue: null, newValue: '1764172800000' }),
  )

it('signs out a session that is not remembered when another tab makes this browser a test day’s tablet', async () => {
  const prepared = vi.fn()
  storeSession('of-this-tab', exampleUser, false)
  await joinTabs()
  followTabs({ entered: () => undefined, left: () => undefined, prepared })
  prepare()
  expect(prepared).toHaveBeenCalledTimes(1)
  clearSession()
  prepare()
  expect(prepared).toHaveBeenCalledTimes(1)
})
