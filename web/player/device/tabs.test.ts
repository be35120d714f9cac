// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { exampleUser } from '#test/support/client.ts'
import { isTablet, markTablet } from './kiosk.ts'
import { currentSession, storeSession } from './slices.ts'
import { answerTabs } from './tabs.ts'

const prepared = vi.fn()
answerTabs({ signedOut: () => undefined, prepared })
beforeEach(() => {
  prepared.mockClear()
  localStorage.clear()
})

/** Sets or removes the tablet's mark as another tab would, and sends the event that a browser sends. */
function told(on: boolean) {
  const oldValue = localStorage.getItem('terazi.tablet')
  markTablet(on)
  const newValue = localStorage.getItem('terazi.tablet')
  if (oldValue === newValue) throw new Error('a browser tells of changes alone')
  window.dispatchEvent(new StorageEvent('storage', { key: 'terazi.tablet', oldValue, newValue }))
}

it('notices each time that another tab has made this device a tablet, where somebody is signed in', () => {
  told(true)
  expect(prepared).not.toHaveBeenCalled()
  storeSession('ses_1', exampleUser)
  told(false)
  expect([isTablet(), prepared.mock.calls.length]).toEqual([false, 0])
  told(true)
  expect(prepared).toHaveBeenCalledWith(currentSession())
})
