// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { reportPresence } from '#contract/board.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import { memoryStore } from '#test/support/memory-store.ts'
import { bodyOf, noAnswer, problem, sentHasArrived, serveCalls } from '#test/support/serve-calls.ts'
import { exampleProofKey } from '#test/support/tablet.ts'
import { type LiveAttempt, liveAttempt } from '../live.ts'
import type { Head } from '../saving/store.ts'

type Answer = AnswerOf<typeof reportPresence>

const time = '2026-11-20T10:00:05.000Z'
const deadline = '2026-11-20T10:40:00.000Z'
const assignmentId = '01900000-0000-7000-8000-000000000001'
const running: Answer = {
  epoch: 1,
  pausedAt: null,
  closed: false,
  serverTime: time,
  clock: { deadline, sections: [], practice: null, pausedAt: null, timePercent: 100 },
}

let answer: Answer | 'nothing'
const arrived = serveCalls((call) => {
  if (call.name === 'reportPresence') return answer === 'nothing' ? noAnswer() : Response.json(answer)
  if (call.name === 'saveResponses') {
    const { responses } = call.body as { responses: Record<string, unknown> }
    const data = { saved: Object.keys(responses), superseded: [], late: [], serverTime: time }
    return Response.json({ data, status: 'success' })
  }
  if (call.name === 'submitAttempt')
    return Response.json({ status: 'completed', receipt: 'TRZ-ABCD-EF', endedByManager: true })
  if (call.name === 'startSection') return problem('test_paused')
  return problem('internal_error')
})
const named = (name: string) => arrived.filter((call) => call.name === name)
const signs = () => named('reportPresence').map((call) => bodyOf(reportPresence, call))

let live: LiveAttempt
let stop: () => void
let visible = true

function take(head: Partial<Head> = {}) {
  live = liveAttempt(memoryStore(), {
    ...begunAttempt,
    head: { ...begunAttempt.head, assignmentId, deadline, ...head },
  })
  stop = live.present()
}
/** Lets the page's timers run for so long, and answers come in. */
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  await sentHasArrived()
  await settled()
}
/** Until no sign is waiting for its answer any more. */
async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  answer = running
  visible = true
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  stop()
  live.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('signs of a test on the screen', () => {
  it('come every half minute, on a test day’s tablet every two seconds', async () => {
    take()
    await pass(1_000)
    expect(signs()).toEqual([{ itemId: 'q1', unsent: 0 }])
    await pass(29_000)
    expect(signs()).toHaveLength(1)
    await pass(1_500)
    expect(signs()).toHaveLength(2)
    stop()
    take({ onTablet: true })
    await pass(1_000)
    await pass(2_500)
    expect(signs()).toHaveLength(4)
  })

  it('follow another question within about a second, once for several', async () => {
    take()
    await pass(1_000)
    await live.goTo('item:q2')
    await live.goTo('item:q3')
    await pass(900)
    expect(signs()).toHaveLength(1)
    await pass(200)
    expect(signs().slice(1)).toEqual([{ itemId: 'q3', unsent: 0 }])
    await live.goTo('review')
    await pass(1_100)
    expect(signs().at(-1)).toEqual({ itemId: null, unsent: 0 })
  })

  it('are given only while the page is seen, and again as soon as it is', async () => {
    visible = false
    take()
    await pass(60_000)
    expect(signs()).toEqual([])
    visible = true
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(signs()).toHaveLength(1)
  })

  it('are not given for a test that the server does not know of yet', async () => {
    take({
      offline: {
        id: 'o',
        token: 'tab_x',
        accepted: [],
        limitSeconds: null,
        proofKey: await exampleProofKey(),
        practised: [],
      },
    })
    await pass(60_000)
    expect(signs()).toEqual([])
  })

  it('fail in silence and keep no answer from being sent', async () => {
    answer = 'nothing'
    take()
    await pass(1_000)
    await live.answer('q1', 'a')
    await expect.poll(() => live.get().progress.answers.q1?.state).toBe('stored')
    expect(live.get()).toMatchObject({ reached: true, saveError: undefined, stopped: undefined })
    answer = running
    await pass(31_000)
    expect(signs().length).toBeGreaterThan(1)
  })
})

describe('what a sign brings', () => {
  const pausedAt = '2026-11-20T10:00:01.000Z'
  const paused: Answer = {
    ...running,
    pausedAt,
    clock: { ...running.clock, pausedAt, deadline: '2026-11-21T10:40:00.000Z' },
  }

  it('is a pause, after which it is asked every three seconds until the test goes on', async () => {
    answer = paused
    take()
    await pass(1_000)
    await expect.poll(() => live.get().head.pausedAt).toBe(pausedAt)
    await pass(3_100)
    await pass(3_100)
    expect(signs()).toHaveLength(3)
    const later = '2026-11-20T10:50:00.000Z'
    answer = { ...running, clock: { ...running.clock, deadline: later } }
    await pass(3_100)
    await expect.poll(() => live.get().head).toMatchObject({ pausedAt: null, deadline: later })
  })

  it('is another device, once that is sure, and what is here is sent first', async () => {
    answer = { ...running, epoch: 2 }
    take()
    await pass(1_000)
    expect(live.get().elsewhere).toBe(false)
    await pass(1_100)
    await expect.poll(() => live.get().elsewhere).toBe(true)
    await pass(60_000)
    expect(signs()).toHaveLength(2)
  })

  it('is nothing where a start of this device has brought the new epoch meanwhile', async () => {
    answer = { ...running, epoch: 2 }
    take()
    await pass(1_000)
    await live.restarted({
      testId: 't',
      attemptToken: 'token',
      rescueKey: '',
      epoch: 2,
      seq: 0,
      form: begunAttempt.head.form,
      responses: {},
      startedAt: time,
      sections: [],
      deadline,
      practice: null,
      pausedAt: null,
      serverTime: time,
      accommodations: noAccommodations,
    })
    await pass(1_100)
    expect(live.get().elsewhere).toBe(false)
  })

  it('is the end: the test is handed in, which brings its receipt', async () => {
    answer = { ...running, closed: true }
    take()
    await pass(1_000)
    await expect.poll(() => live.get().receipt).toBe('TRZ-ABCD-EF')
    expect(live.get().ended).toBe(true)
    await pass(60_000)
    expect(signs()).toHaveLength(1)
    expect(named('submitAttempt')).toHaveLength(1)
  })
})

it('a section that is opened when the test is paused already waits for another tap', async () => {
  take()
  await live.openSection('s', 180)
  expect(live.get().head.sections).toHaveLength(1)
  await live.goTo('item:q1')
  await expect.poll(() => live.get().progress.place).toBe('opening:s')
  expect(live.get().head.sections).toEqual([])
  // Which brings the clocks, and with them the pause.
  await expect.poll(() => named('saveResponses')).toHaveLength(1)
  expect(live.get()).toMatchObject({ stopped: undefined, saveError: undefined })
})
