// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guardScreen, leaveFullScreen, reloadUnlocked } from './guard.ts'

let full: Element | null = null
let visibility: DocumentVisibilityState = 'visible'
let locked = 0
let isLocked = false
let stop: () => void

/** Full screen as a browser has it; jsdom has none. */
function asFull(element: Element | null) {
  full = element
  document.dispatchEvent(new Event('fullscreenchange'))
}
async function tap() {
  document.dispatchEvent(new Event('click'))
  await Promise.resolve()
}
function show(state: DocumentVisibilityState) {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}
const guard = () =>
  guardScreen(
    () => (locked += 1),
    () => isLocked,
  )

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  ;[full, visibility, locked, isLocked] = [null, 'visible', 0, false]
  Object.defineProperties(document, {
    fullscreenEnabled: { configurable: true, value: true },
    fullscreenElement: { configurable: true, get: () => full },
    visibilityState: { configurable: true, get: () => visibility },
    exitFullscreen: { configurable: true, value: async () => asFull(null) },
  })
  document.documentElement.requestFullscreen = async () => asFull(document.documentElement)
  stop = guard()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('fills the screen with the first tap, and locks when that is left', async () => {
  expect(full).toBeNull()
  await tap()
  expect([full, locked]).toEqual([document.documentElement, 0])
  asFull(null)
  expect(locked).toBe(1)
  // Behind the lock a tap is none of the person's.
  isLocked = true
  await tap()
  expect(full).toBeNull()
  isLocked = false
  await tap()
  expect(full).not.toBeNull()
})

it('locks after a reload, which leaves full screen without saying so', async () => {
  await tap()
  stop()
  full = null
  stop = guard()
  expect(locked).toBe(1)
})

it('does not lock when the page reloads itself, and locks the next time', async () => {
  await tap()
  // Browsers send these events as the page goes.
  reloadUnlocked(() => {
    show('hidden')
    asFull(null)
  })
  stop()
  vi.setSystemTime(Date.now() + 60_000)
  visibility = 'visible'
  stop = guard()
  expect(locked).toBe(0)
  await tap()
  asFull(null)
  expect(locked).toBe(1)
})

it('locks when the page was hidden for more than three seconds', () => {
  show('hidden')
  vi.advanceTimersByTime(2_900)
  show('visible')
  vi.advanceTimersByTime(10_000)
  expect(locked).toBe(0)
  show('hidden')
  vi.advanceTimersByTime(3_100)
  expect(locked).toBe(1)
})

it('locks when the browser dropped the hidden page meanwhile', () => {
  show('hidden')
  stop()
  vi.setSystemTime(Date.now() + 60_000)
  visibility = 'visible'
  stop = guard()
  expect(locked).toBe(1)
})

it('does not lock when the supervisor leaves full screen', async () => {
  await tap()
  leaveFullScreen()
  expect([full, locked]).toEqual([null, 0])
})

it('does without full screen where there is none', async () => {
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: undefined })
  await tap()
  expect([full, locked]).toEqual([null, 0])
})
