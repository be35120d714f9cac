// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { register } from './offline.ts'

const registered = vi.fn<() => Promise<{ installing: EventTarget & { state: string } }>>()

beforeEach(() => {
  vi.useFakeTimers()
  registered.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register: registered } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const worker = () => Object.assign(new EventTarget(), { state: 'installing' })
const become = (one: ReturnType<typeof worker>, state: string) => {
  one.state = state
  one.dispatchEvent(new Event('statechange'))
}

it('registers the worker again, later and later, while a portal answers in its place', async () => {
  registered.mockRejectedValue(new TypeError('unsupported MIME type'))
  await register('/participant/')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(registered).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(registered).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(registered).toHaveBeenCalledTimes(3)
  registered.mockResolvedValue({ installing: worker() })
  window.dispatchEvent(new Event('online'))
})

it('registers it again when it refused the files, at once when the connection is back', async () => {
  const refused = worker()
  const whole = worker()
  registered.mockResolvedValueOnce({ installing: refused }).mockResolvedValue({ installing: whole })
  await register('/participant/')
  become(refused, 'redundant')
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(registered).toHaveBeenCalledTimes(2)
  // One that had kept everything, and that a newer one replaces, is no failure.
  for (const state of ['installed', 'activated', 'redundant']) become(whole, state)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(registered).toHaveBeenCalledTimes(2)
})
