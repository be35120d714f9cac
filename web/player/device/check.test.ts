// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adviceOf, type DeviceFacts, deviceFacts } from './check.ts'
import { deviceStore } from './indexedDb.ts'

const good: DeviceFacts = {
  stores: true,
  freeBytes: 10 ** 9,
  privateWindow: false,
  answerMs: 300,
  battery: { level: 0.2, charging: true },
  width: 360,
  height: 640,
  clockMs: -90_000,
}

describe('before a test', () => {
  it.each<[string, Partial<DeviceFacts>, string[]]>([
    ['nothing is said of a device that is good enough', {}, []],
    [
      'nothing is said of what the browser does not tell',
      { freeBytes: null, answerMs: null, battery: null, clockMs: null },
      [],
    ],
    [
      'nothing but that is said where nothing can be stored',
      { stores: false, privateWindow: true },
      ['storage'],
    ],
    ['little room', { freeBytes: 1_000_000 }, ['space']],
    ['a private window', { privateWindow: true }, ['private']],
    ['a slow connection', { answerMs: 3001 }, ['connection']],
    ['a low battery', { battery: { level: 0.124, charging: false } }, ['battery 12']],
    ['a phone held sideways', { width: 640, height: 320 }, ['screen']],
    ['a clock that is wrong, either way', { clockMs: 7 * 60_000 }, ['clock 7']],
    ['a clock that is wrong, or the other', { clockMs: -7 * 60_000 }, ['clock 7']],
  ])('%s', (_, part, said) => {
    const words = adviceOf({ ...good, ...part }).map(({ about, count }) =>
      count === undefined ? about : `${about} ${count}`,
    )
    expect(words).toEqual(said)
  })
})

describe('the check', () => {
  const test = { id: 'a1', serverTime: '2026-11-20T10:00:00Z' }
  class Timing {
    readonly name: string
    readonly duration: number
    readonly responseStart = 500
    constructor(path: string, duration: number) {
      this.name = `http://localhost/api/participant/assignments/${path}/`
      this.duration = duration
    }
  }
  const timed = (...entries: Timing[]) => {
    vi.stubGlobal('PerformanceResourceTiming', Timing)
    vi.stubGlobal('performance', { now: () => 600, getEntriesByType: () => entries })
  }
  const storage = (part: object) => vi.stubGlobal('navigator', { storage: part })
  const asked = vi.fn(async () => undefined)

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T10:08:00.100Z') })
    asked.mockClear()
    const kept = new Map<string, unknown>()
    vi.spyOn(deviceStore, 'set').mockImplementation(async (entries) => {
      for (const [key, value] of entries) kept.set(key, value)
    })
    vi.spyOn(deviceStore, 'get').mockImplementation(async (key) => kept.get(key))
    vi.spyOn(deviceStore, 'remove').mockImplementation(async (keys) => {
      for (const key of keys) kept.delete(key)
    })
    storage({
      estimate: async () => ({ quota: 100, usage: 40 }),
      getDirectory: async () => ({}),
    })
    timed(new Timing('a1', 240))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('times the request that was made anyway, and reads the clocks from it', async () => {
    expect(await deviceFacts(test, asked)).toEqual({
      stores: true,
      freeBytes: 60,
      privateWindow: false,
      answerMs: 240,
      battery: { level: 1, charging: true },
      width: 1024,
      height: 768,
      clockMs: 480_000,
    })
    expect(asked).not.toHaveBeenCalled()
  })

  it('asks once more where that was slow, and where it was not timed', async () => {
    timed(new Timing('a1', 4000))
    expect(await deviceFacts(test, asked)).toMatchObject({ answerMs: 0, clockMs: 480_000 })
    timed()
    expect(await deviceFacts(test, asked)).toMatchObject({ answerMs: 0, clockMs: null })
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('takes refusals and what never answers for what they are', async () => {
    vi.spyOn(deviceStore, 'set').mockRejectedValue(new Error('denied'))
    timed()
    asked.mockImplementationOnce(() => new Promise(() => undefined))
    storage({
      estimate: () => new Promise(() => undefined),
      getDirectory: () => Promise.reject(new Error('private')),
    })
    const facts = deviceFacts(test, asked)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await facts).toMatchObject({
      stores: false,
      freeBytes: null,
      privateWindow: true,
      answerMs: 5000,
    })
  })

  it('does not call a connection slow that is not there', async () => {
    timed()
    asked.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await deviceFacts(test, asked)).toMatchObject({ answerMs: null })
  })

  it('knows nothing of a browser without these interfaces', async () => {
    vi.stubGlobal('navigator', {})
    expect(await deviceFacts(test, asked)).toMatchObject({ freeBytes: null, privateWindow: false })
  })
})
