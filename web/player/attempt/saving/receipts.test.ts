// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { saveResponses } from '#contract/responses.ts'
import { begunAttempt as begun } from '#test/support/begun-attempt.ts'
import { memoryStore } from '#test/support/memory-store.ts'
import { bodyOf, serveCalls } from '#test/support/serve-calls.ts'
import { type LiveAttempt, liveAttempt } from '../live.ts'
import { readAttempt, writeAttempt } from './store.ts'

/** True while the server's database is away. */
let away = true
let given = 0
type Sent = ReturnType<typeof bodyOf<typeof saveResponses>>
const sent: Sent[] = []
const seqOf = ({ responses }: Sent, id: string): number => Object(responses[id]).seq ?? 0
const arrived = serveCalls((call) => {
  const body = bodyOf(saveResponses, call)
  sent.push(body)
  const code = 'service_unavailable'
  if (away) {
    given += 1
    const received = { at: '2026-11-20T10:00:01.000Z', proof: `proof ${given}` }
    const problem = {
      type: `urn:terazi:problem:${code}`,
      code,
      status: 503,
      message: '',
      requestId: '',
      received,
    }
    return new Response(JSON.stringify(problem), {
      status: 503,
      headers: { 'content-type': 'application/problem+json' },
    })
  }
  const saved = Object.keys(body.responses)
  const data = {
    saved,
    superseded: saved.filter((id) => seqOf(body, id) < Math.max(...sent.map((one) => seqOf(one, id)))),
    late: [],
    serverTime: '2026-11-20T10:00:05Z',
  }
  return Response.json({ data, status: 'success' })
})

let live: LiveAttempt
afterEach(() => live.close())
const seqs = (one: Sent) => Object.fromEntries(Object.keys(one.responses).map((id) => [id, seqOf(one, id)]))

it('sends what the server could not store once more as it was, with the receipt for it', async () => {
  const store = memoryStore()
  await writeAttempt(store, begun)
  live = liveAttempt(store, begun)
  await live.answer('q1', 'a')
  await expect.poll(() => live.get().progress.receipts?.length).toBe(1)
  await live.answer('q2', 'a')
  await live.flush()
  await live.answer('q1', 'b')
  await live.flush()
  expect(sent.map(seqs)).toEqual([{ q1: 1 }, { q2: 2 }, { q1: 3 }])
  expect(sent.map(({ received }) => received)).toEqual([undefined, undefined, undefined])
  live.close()

  // A new page of the same device.
  const stored = await readAttempt(store, 'a')
  if (stored === undefined) throw new Error('the device holds no attempt')
  live = liveAttempt(store, stored)
  away = false
  sent.length = 0
  await live.flush()
  // The first answer to q1 is no longer to be sent.
  expect(sent.map(seqs)).toEqual([{ q2: 2 }, { q1: 3 }])
  expect(sent.map(({ received }) => received?.proof)).toEqual(['proof 2', 'proof 3'])
  expect(live.get().progress.receipts).toBeUndefined()
  expect(live.get()).toMatchObject({ elsewhere: false })
})

it('takes an answer that this device has changed since for no answer from elsewhere', async () => {
  away = true
  const unsent = (seq: number) =>
    ({ value: 'a', epoch: 1, seq, at: '2026-11-20T10:00:00Z', state: 'unsent' }) as const
  const answers = { q1: unsent(1), q2: unsent(2) }
  live = liveAttempt(memoryStore(), { ...begun, progress: { ...begun.progress, seq: 2, answers } })
  await live.flush()
  await live.answer('q1', 'b')
  away = false
  sent.length = 0
  await live.flush()
  expect(sent.map(seqs)).toEqual([{ q1: 3 }, { q1: 1, q2: 2 }])
  expect(live.get()).toMatchObject({
    elsewhere: false,
    progress: { lost: [], answers: { q1: { value: 'b', state: 'stored' }, q2: { state: 'stored' } } },
  })
})

it('hands nothing in before what has a receipt was sent', async () => {
  away = true
  live = liveAttempt(memoryStore(), begun)
  await live.answer('q1', 'a')
  await expect.poll(() => live.get().progress.receipts?.length).toBe(1)
  await live.submit()
  expect(new Set(arrived.map(({ name }) => name))).toEqual(new Set(['saveResponses']))
  expect(live.get()).toMatchObject({ submitFailed: true, progress: { submitting: true } })
})
