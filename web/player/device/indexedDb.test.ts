// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import { noAnswer, serveCalls } from '#test/support/serve-calls.ts'
import { liveAttempt } from '../attempt/live.ts'
import type { KeyValueStore } from '../attempt/saving/store.ts'

const arrived = serveCalls(() => noAnswer())

/** The state of the browser's database: it works, never answers an opening or a transaction, or its handle is dead. */
let behaviour: { opens: boolean; answers: boolean; dead: number }
let entries: Map<IDBValidKey, unknown>
let openings: number

const later = (request: { onsuccess?: (() => void) | null; oncomplete?: (() => void) | null }) =>
  void Promise.resolve().then(() => {
    request.onsuccess?.()
    request.oncomplete?.()
  })

/** The part of IndexedDB that the store uses. */
function fakeDatabase() {
  const request = <T>(result: T) => {
    const one = { result, onsuccess: null, onerror: null }
    if (behaviour.answers) later(one)
    return one
  }
  return {
    close: () => undefined,
    transaction: () => {
      if (behaviour.dead > 0) {
        behaviour.dead -= 1
        throw new DOMException('The database connection is closing.', 'InvalidStateError')
      }
      const transaction = { oncomplete: null, onabort: null, onerror: null }
      if (behaviour.answers) later(transaction)
      const store = {
        transaction,
        get: (key: IDBValidKey) => request(structuredClone(entries.get(key))),
        put: (value: unknown, key: IDBValidKey) =>
          behaviour.answers && entries.set(key, structuredClone(value)),
        delete: (key: IDBValidKey) => behaviour.answers && entries.delete(key),
        getAllKeys: () => request([...entries.keys()]),
      }
      return Object.assign(transaction, { objectStore: () => store })
    },
  }
}

let deviceStore: KeyValueStore

beforeEach(async () => {
  vi.useFakeTimers()
  behaviour = { opens: true, answers: true, dead: 0 }
  entries = new Map()
  openings = 0
  vi.stubGlobal('indexedDB', {
    open: () => {
      openings += 1
      const opening = { result: fakeDatabase(), onsuccess: null, onerror: null, onupgradeneeded: null }
      if (behaviour.opens) later(opening)
      return opening
    },
  })
  vi.resetModules()
  deviceStore = (await import('./indexedDb.ts')).deviceStore
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const failed = (work: Promise<unknown>) =>
  work.then(
    () => false,
    () => true,
  )

it.each([
  ['an opening', { opens: false }],
  ['a transaction', { answers: false }],
])('waits 3 s for %s without an answer, then no longer, and is back with it', async (_, hanging) => {
  Object.assign(behaviour, hanging)
  let done = false
  const first = failed(deviceStore.set([['a', 1]])).then((result) => {
    done = true
    return result
  })
  await vi.advanceTimersByTimeAsync(2_900)
  expect(done).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(await first).toBe(true)
  // No timer is needed from here on.
  expect(await failed(deviceStore.get('a'))).toBe(true)
  expect(await failed(deviceStore.keys())).toBe(true)
  Object.assign(behaviour, { opens: true, answers: true })
  await vi.advanceTimersByTimeAsync(10_000)
  await deviceStore.set([['a', 2]])
  expect(await deviceStore.get('a')).toBe(2)
})

it('opens a handle again that has died', async () => {
  await deviceStore.set([['a', 1]])
  behaviour.dead = 1
  expect(await deviceStore.get('a')).toBe(1)
  expect(openings).toBe(2)
  behaviour.dead = 2
  expect(await failed(deviceStore.get('a'))).toBe(true)
  expect(await deviceStore.get('a')).toBe(1)
  expect(openings).toBe(3)
})

it('lets a test go on in memory, sends without the device, and writes what is unsent once it answers', async () => {
  const live = liveAttempt(deviceStore, begunAttempt)
  const [item] = begunAttempt.head.form.sections.flatMap(({ items }) => items)
  const id = item?.id ?? ''
  behaviour.answers = false
  const before = arrived.length
  const saved = live.answer(id, 'a')
  await vi.advanceTimersByTimeAsync(3_000)
  await saved
  await vi.advanceTimersByTimeAsync(0)
  expect(live.get().storageFailed).toBe(true)
  expect(arrived.length).toBeGreaterThan(before)
  await live.answer(id, 'b')
  behaviour.answers = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(live.get().storageFailed).toBe(false)
  const { assignmentId } = begunAttempt.head
  expect(entries.get(`head:${assignmentId}`)).toMatchObject({ assignmentId })
  expect(entries.get(`progress:${assignmentId}`)).toMatchObject({
    answers: { [id]: { value: 'b', state: 'unsent' } },
  })
  live.close()
})
