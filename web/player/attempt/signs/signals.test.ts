// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallFailure, request } from '../../api.ts'
import { serverClock } from '../clock/clock.ts'
import type { LiveState } from '../liveState.ts'
import { type KeyValueStore, removeAttempt } from '../saving/store.ts'
import { watchSignals } from './signals.ts'

vi.mock('../../api.ts', async (original) => ({ ...(await original<object>()), request: vi.fn() }))

const sent = () => vi.mocked(request).mock.calls.map(([, input]) => Object(input.body).signals)
let stop = () => {}
let entries: Map<string, unknown>
let listeners: (() => void)[]
let state: LiveState

const store = (): KeyValueStore => ({
  get: async (key) => structuredClone(entries.get(key)),
  set: async (some) => {
    for (const [key, value] of some) entries.set(key, structuredClone(value))
  },
  remove: async (keys) => {
    for (const key of keys) entries.delete(key)
  },
  keys: async () => [...entries.keys()],
})

const change = (part: Partial<LiveState>) => {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}
const answers = (answer: 'unsent' | 'stored') =>
  change({
    progress: {
      ...state.progress,
      answers: { q1: { value: 'a', epoch: 1, seq: 1, at: '2026-11-20T10:00:00Z', state: answer } },
    },
  })

async function watch() {
  stop = watchSignals(
    {
      get: () => state,
      subscribe: (listener) => {
        listeners.push(listener)
        return () => listeners.splice(listeners.indexOf(listener), 1)
      },
      clock: serverClock(3_600_000),
    },
    store(),
  )
  await vi.advanceTimersByTimeAsync(0)
}
const see = (visibility: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
async function away(seconds: number) {
  see('hidden')
  await wait(seconds)
  see('visible')
}

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00Z') })
  vi.mocked(request).mockReset().mockResolvedValue(undefined)
  entries = new Map()
  listeners = []
  const progress = { epoch: 1, seq: 1, answers: {}, place: '', submitting: false, lost: [] }
  const head = { assignmentId: 'a1', attemptToken: 'att_x' }
  state = { head, progress, reached: true, elsewhere: false } as unknown as LiveState
  await watch()
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('notes by the server’s clock when the page was hidden, and sends it later', async () => {
  await away(45)
  expect(sent()).toEqual([])
  await wait(20)
  expect(sent()).toEqual([[{ kind: 'away', at: '2026-11-20T10:00:00.000Z', seconds: 45 }]])
  expect(vi.mocked(request).mock.calls[0]?.[1]).toMatchObject({
    token: 'att_x',
    params: { assignmentId: 'a1' },
  })
  await wait(600)
  expect(sent()).toHaveLength(1)
})

it('notes another window in front, until the page is touched again', async () => {
  window.dispatchEvent(new Event('blur'))
  await wait(5)
  document.dispatchEvent(new Event('pointerdown'))
  await wait(30)
  expect(sent().flat()).toMatchObject([{ kind: 'away', seconds: 5 }])
})

it('lists no absence under two seconds, and none that the device’s own speech may have caused', async () => {
  await away(1.9)
  vi.stubGlobal('speechSynthesis', { speaking: true })
  window.dispatchEvent(new Event('blur'))
  await wait(10)
  window.dispatchEvent(new Event('focus'))
  await wait(60)
  expect(sent()).toEqual([])
})

it('notes that text was copied, unless somebody typed it', async () => {
  document.body.innerHTML = '<p>Soru</p><input />'
  for (const place of ['p', 'input'])
    document.querySelector(place)?.dispatchEvent(new Event('copy', { bubbles: true }))
  await wait(20)
  expect(sent()).toEqual([[{ kind: 'copied', at: '2026-11-20T10:00:00.000Z' }]])
})

it('lets every answer go first', async () => {
  answers('unsent')
  await away(5)
  await wait(300)
  expect(sent()).toEqual([])
  answers('stored')
  await wait(20)
  expect(sent()).toHaveLength(1)
})

it('tries again, less and less often, and gives up what is refused', async () => {
  vi.mocked(request).mockRejectedValueOnce(new CallFailure(0, 'network', ''))
  await away(5)
  await wait(20)
  await wait(39)
  expect(sent()).toHaveLength(1)
  vi.mocked(request).mockRejectedValueOnce(new CallFailure(404, 'not_found', ''))
  await wait(1)
  expect(sent()).toHaveLength(2)
  await wait(3600)
  expect(sent()).toHaveLength(2)
})

it('survives a reload, which is no absence; a page that was closed for longer was left', async () => {
  await away(3)
  for (const [seconds, count] of [
    [29, 1],
    [600, 2],
  ] as const) {
    see('hidden')
    stop()
    await wait(seconds)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    vi.mocked(request).mockClear()
    vi.mocked(request).mockRejectedValueOnce(new CallFailure(0, 'network', ''))
    await watch()
    await wait(20)
    expect(sent().flat()).toHaveLength(count)
  }
  expect(sent().flat()).toMatchObject([{ seconds: 3 }, { seconds: 600 }])
})

it('sends the last ones when the test has arrived, and leaves nothing on the device', async () => {
  await away(5)
  expect([...entries.keys()]).toEqual(['signals:a1'])
  await removeAttempt(store(), 'a1')
  change({ receipt: 'TRZ-0000-00' })
  await wait(0)
  expect(sent()).toHaveLength(1)
  see('hidden')
  await wait(60)
  see('visible')
  await wait(60)
  expect([sent().length, entries.size]).toEqual([1, 0])
})

it('notes two hundred at most, and sends fifty at a time', async () => {
  for (let at = 0; at < 210; at += 1) document.dispatchEvent(new Event('copy'))
  await wait(600)
  expect(sent().map(({ length }) => length)).toEqual([50, 50, 50, 50])
})
