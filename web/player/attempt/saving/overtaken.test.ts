// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveResponses } from '#contract/responses.ts'
import { begunAttempt as begun } from '#test/support/begun-attempt.ts'
import { memoryStore } from '#test/support/memory-store.ts'
import { bodyOf, serveCalls } from '#test/support/serve-calls.ts'
import { type LiveAttempt, liveAttempt } from '../live.ts'
import { readAttempt, writeAttempt } from './store.ts'

/** Saves under way, in their order; each waits until the test acknowledges it. */
let inFlight: (() => void)[]
let store: ReturnType<typeof memoryStore>
const opened: LiveAttempt[] = []
serveCalls((call) => {
  const saved = Object.keys(bodyOf(saveResponses, call).responses)
  const data = { saved, superseded: [], late: [], serverTime: '2026-11-20T10:00:05Z' }
  return new Promise((resolve) => inFlight.push(() => resolve(Response.json({ data, status: 'success' }))))
})

beforeEach(async () => {
  inFlight = []
  store = memoryStore()
  await writeAttempt(store, begun)
})
afterEach(() => {
  for (const live of opened.splice(0)) live.close()
})

async function open(how?: { delivering: boolean }): Promise<LiveAttempt> {
  const stored = await readAttempt(store, 'a')
  if (!stored) throw new Error('the device holds no attempt')
  const live = liveAttempt(store, stored, how)
  opened.push(live)
  return live
}
/** Waits until this number of saves has arrived without being acknowledged. */
const underWay = (count: number) => expect.poll(() => inFlight.length).toBe(count)
const kept = async () => Object.keys((await readAttempt(store, 'a'))?.progress.answers ?? {})
/** Acknowledges the oldest save that is under way, and waits until an attempt has heard of it. */
async function acknowledge(live: LiveAttempt, id: string) {
  inFlight.shift()?.()
  await expect.poll(() => live.get().progress.answers[id]?.state).toBe('stored')
}

it('what an earlier opening of an attempt hears overwrites no answer of a later one', async () => {
  const earlier = await open()
  await earlier.answer('q1', 'a')
  await underWay(1)
  const later = await open()
  await later.answer('q2', 'a')
  await underWay(2)
  expect(await kept()).toEqual(['q1', 'q2'])
  await acknowledge(earlier, 'q1')
  await later.answer('q3', 'a')
  expect(await kept()).toEqual(['q1', 'q2', 'q3'])
  await earlier.goTo('item:q2')
  expect(await kept()).toEqual(['q1', 'q2', 'q3'])
})

it('an opening that only delivers keeps none from writing that is being taken', async () => {
  const taken = await open()
  await taken.answer('q1', 'a')
  await underWay(1)
  const delivering = await open({ delivering: true })
  await taken.answer('q2', 'a')
  void delivering.flush()
  await underWay(2)
  inFlight.pop()?.()
  await expect.poll(() => delivering.get().progress.answers.q1?.state).toBe('stored')
  delivering.close()
  await taken.answer('q3', 'a')
  expect(await kept()).toEqual(['q1', 'q2', 'q3'])
})

it('what a closed attempt hears puts nothing back on a device that keeps nothing any more', async () => {
  const live = await open()
  await live.answer('q1', 'a')
  await underWay(1)
  live.close()
  await live.discard()
  await acknowledge(live, 'q1')
  await live.goTo('item:q2')
  expect(await store.keys()).toEqual([])
})
