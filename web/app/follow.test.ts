// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { follow } from './follow.ts'

const changed = 'event: changed\ndata: {}\n\n'
let streams: { say: (text: string) => void; end: () => void; signal: AbortSignal }[]
let refused: boolean
let changes: number
let stop: () => void

async function open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  if (refused) throw new Error('no line')
  return new ReadableStream({
    start(controller) {
      const say = (text: string) => controller.enqueue(new TextEncoder().encode(text))
      streams.push({ say, end: () => controller.close(), signal })
      signal.addEventListener('abort', () => controller.error(new Error('left')))
    },
  })
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
async function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  refused = false
  changes = 0
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const start = async () => {
  stop = follow({ open, onChange: () => (changes += 1) })
  await pass(0)
}

it('reports each change, and opens the stream again when it ends', async () => {
  await start()
  // No event reports a change between the first request and the opening of the stream.
  expect(changes).toBe(1)
  streams[0]?.say(changed)
  await pass(0)
  streams[0]?.say(':\n\n')
  await pass(0)
  expect(changes).toBe(2)
  streams[0]?.end()
  await pass(1_000)
  expect([streams.length, changes]).toEqual([2, 3])
})

it('looks by the clock where no stream opens, until one does', async () => {
  refused = true
  await start()
  await pass(95_000)
  expect(changes).toBe(3)
  refused = false
  await pass(30_000)
  expect([streams.length, changes]).toEqual([1, 4])
})

it('takes a silent stream for dead', async () => {
  await start()
  await pass(49_000)
  streams[0]?.say(':\n\n')
  await pass(49_000)
  expect(streams[0]?.signal.aborted).toBe(false)
  await pass(2_000)
  expect(streams[0]?.signal.aborted).toBe(true)
  await pass(30_000)
  expect([streams.length, changes]).toEqual([2, 2])
})

it('leaves the stream while nobody looks, and looks again on coming back', async () => {
  await start()
  await show('hidden')
  expect(streams[0]?.signal.aborted).toBe(true)
  await pass(600_000)
  expect([streams.length, changes]).toEqual([1, 1])
  await show('visible')
  expect([streams.length, changes]).toEqual([2, 2])
})

it('ends when it is stopped', async () => {
  await start()
  stop()
  await pass(60_000)
  expect(streams[0]?.signal.aborted).toBe(true)
  expect([streams.length, changes]).toEqual([1, 1])
})
