import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailure } from '../../api.ts'
import { answered, inState, type Progress } from '../model.ts'
import { acknowledged, nextBatch, refused } from './batches.ts'
import { createSender, responsesOf, type Sender, type Stop } from './sender.ts'

type Save = Parameters<typeof createSender>[0]['save']
const time = '2026-11-20T10:00:00Z'
const ok = (saved: string[]) => ({
  data: { saved, superseded: [], late: [], serverTime: time },
  status: 'success' as const,
})

function device(save: Save) {
  let progress: Progress = {
    epoch: 1,
    seq: 0,
    answers: {},
    place: '',
    submitting: false,
    lost: [],
  }
  const stops: Stop[] = []
  const tries: (string | undefined)[] = []
  const sender: Sender = createSender({
    next: (size) => (stops.length > 0 ? {} : nextBatch(progress, size)),
    save,
    onSaved: (batch, data) => {
      progress = acknowledged(progress, batch, data)
    },
    onRefused: (batch, { message }) => {
      progress = refused(progress, batch, message)
    },
    onStop: (stop) => stops.push(stop),
    onTried: (failure) => tries.push(failure?.code),
  })
  return {
    sender,
    stops,
    tries,
    answer: (id: string, value: string) => {
      progress = answered(progress, id, { value, at: time })
    },
    waiting: () => inState(progress, 'unsent'),
    refusedIds: () => inState(progress, 'refused'),
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the sender', () => {
  it('makes one call at a time and sends what came meanwhile afterwards', async () => {
    let under = 0
    let most = 0
    const here = device(async (responses) => {
      under += 1
      most = Math.max(most, under)
      if ('q1' in responses) here.answer('q2', 'b')
      await Promise.resolve()
      under -= 1
      return ok(Object.keys(responses))
    })
    here.answer('q1', 'a')
    await Promise.all([here.sender.flush(), here.sender.flush()])
    expect(most).toBe(1)
    expect(here.waiting()).toEqual([])
  })

  it('tries again automatically until the line is back, with growing pauses', async () => {
    let calls = 0
    const here = device(async (responses) => {
      calls += 1
      if (calls < 5) throw new CallFailure(0, 'network', 'offline')
      return ok(Object.keys(responses))
    })
    here.answer('q1', 'a')
    await here.sender.flush()
    expect(here.waiting()).toEqual(['q1'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(here.waiting()).toEqual([])
    expect(here.tries).toEqual(['network', 'network', 'network', 'network', undefined])
  })

  it('waits as long as an overloaded server asks', async () => {
    let calls = 0
    const here = device(async (responses) => {
      calls += 1
      if (calls === 1) throw new CallFailure(503, 'service_unavailable', '', '', 20_000)
      return ok(Object.keys(responses))
    })
    here.answer('q1', 'a')
    await here.sender.flush()
    await vi.advanceTimersByTimeAsync(19_000)
    expect(calls).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(here.waiting()).toEqual([])
  })

  it('sets one bad answer aside and sends all the good ones', async () => {
    const here = device(async (responses) => {
      if ('q2' in responses)
        throw new CallFailure(400, 'invalid_request', 'No such option.', '', 0, {
          message: { 'responses.q2': [] },
        })
      return ok(Object.keys(responses))
    })
    for (const id of ['q1', 'q2', 'q20', 'q3']) here.answer(id, 'a')
    await here.sender.flush()
    expect(here.waiting()).toEqual([])
    expect(here.refusedIds()).toEqual(['q2'])
  })

  it('sets no answer aside that a refusal does not name, and tries for ever', async () => {
    let calls = 0
    const here = device(async () => {
      calls += 1
      throw new CallFailure(400, 'invalid_request', '', '', 0, {
        message: { responses: [], testId: [], 'responses.q1x': [] },
      })
    })
    here.answer('q1', 'a')
    here.answer('q2', 'a')
    await here.sender.flush()
    await vi.advanceTimersByTimeAsync(600_000)
    expect([here.refusedIds(), here.waiting()]).toEqual([[], ['q1', 'q2']])
    expect(calls).toBeGreaterThan(15)
    here.sender.close()
  })

  it.each([
    { data: undefined, status: 'success' },
    { data: { saved: ['q1'], superseded: [], late: [], serverTime: time }, status: 'ok' },
    { data: { saved: 'q1', superseded: [], late: [], serverTime: time }, status: 'success' },
    { data: { saved: ['q1'], superseded: [], serverTime: time }, status: 'success' },
    { data: { saved: ['q1'], superseded: [], late: [], serverTime: 'soon' }, status: 'success' },
  ])('takes %j for no acknowledgement', async (answer) => {
    const here = device(async () => answer as Awaited<ReturnType<Save>>)
    here.answer('q1', 'a')
    await here.sender.flush()
    expect([here.waiting(), here.tries]).toEqual([['q1'], ['no_answer']])
    here.sender.close()
  })

  it.each([403, 404])('asks again a minute after a %i of the product’s own', async (status) => {
    let calls = 0
    const here = device(async (responses) => {
      calls += 1
      if (calls === 1) throw new CallFailure(status, status === 404 ? 'not_found' : 'forbidden', '')
      return ok(Object.keys(responses))
    })
    here.answer('q1', 'a')
    await here.sender.flush()
    expect([here.waiting(), here.stops]).toEqual([['q1'], []])
    await vi.advanceTimersByTimeAsync(80_000)
    expect(here.waiting()).toEqual([])
  })

  it.each([
    [409, 'attempt_submitted', 'submitted'],
    [409, 'assignment_closed', 'closed'],
    [401, 'not_authenticated', 'signIn'],
  ] as const)('stops at %i %s and discards nothing', async (status, code, stop) => {
    const here = device(async () => {
      throw new CallFailure(status, code, '')
    })
    here.answer('q1', 'a')
    await here.sender.flush()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(here.stops).toEqual([stop])
    expect(here.waiting()).toEqual(['q1'])
  })

  it('does not loop on an answer that the server does not name', async () => {
    let calls = 0
    const here = device(async () => {
      calls += 1
      return ok([])
    })
    here.answer('q1', 'a')
    await here.sender.flush()
    expect(calls).toBe(1)
    expect(here.waiting()).toEqual(['q1'])
    here.sender.close()
  })

  it('sends nothing after it was closed', async () => {
    const save = vi.fn<Save>(async () => {
      throw new CallFailure(0, 'network', '')
    })
    const here = device(save)
    here.answer('q1', 'a')
    await here.sender.flush()
    here.sender.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).toHaveBeenCalledTimes(1)
  })
})

it('tells with an answer how long its item was before the person, where that is known', () => {
  const kept = { value: 'b', epoch: 1, at: time, state: 'unsent' as const }
  expect(responsesOf({ a: { ...kept, seq: 1, elapsedMs: 4200 }, b: { ...kept, seq: 2 } })).toEqual({
    a: { value: 'b', seq: 1, at: time, elapsedMs: 4200 },
    b: { value: 'b', seq: 2, at: time },
  })
})
