import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { Form } from '#contract/participant.ts'
import { memoryStore } from '#test/support/memory-store.ts'
import { answered, firstProgress, type Progress, type Started, withServerAnswers } from './model.ts'
import { acknowledged, type Batch, nextBatch, refused } from './saving/batches.ts'
import { responsesOf } from './saving/sender.ts'
import { readAttempt, type StoredAttempt, writeAttempt, writeProgress } from './saving/store.ts'

const form: Form = { inventory: { code: 'SCL90', name: 'SCL90' }, locale: 'tr', sections: [] }
const time = '2026-11-20T10:00:00Z'

interface Row {
  value: string
  epoch: number
  seq: number
}

/** A server by the contract's rules: per item the newest (epoch, seq) wins, and repeating a call changes nothing. */
function server() {
  const rows = new Map<string, Row>()
  let epoch = 0
  const newer = (a: Row, b: Row) => (a.epoch === b.epoch ? a.seq > b.seq : a.epoch > b.epoch)
  return {
    rows,
    start(): Started {
      epoch += 1
      return {
        testId: 't',
        attemptToken: 'token',
        rescueKey: '',
        epoch,
        seq: Math.max(0, ...[...rows.values()].map((row) => row.seq)),
        form,
        responses: Object.fromEntries(rows),
        sections: [],
        startedAt: time,
        deadline: null,
        practice: null,
        pausedAt: null,
        accommodations: noAccommodations,
        serverTime: time,
      }
    },
    save(sentEpoch: number, batch: Batch) {
      const superseded: string[] = []
      for (const [id, answer] of Object.entries(batch)) {
        const row = { value: String(answer.value), epoch: sentEpoch, seq: answer.seq }
        const now = rows.get(id)
        if (!now || newer(row, now)) rows.set(id, row)
        else if (newer(now, row)) superseded.push(id)
      }
      return { saved: Object.keys(batch), superseded, late: [], serverTime: time }
    },
  }
}

const answer = (progress: Progress, id: string, value: string) => answered(progress, id, { value, at: time })

describe('answers of one device', () => {
  it('keeps a newer value that was given while its predecessor was on the way', () => {
    const api = server()
    const one = answer(firstProgress(api.start()), 'q1', 'a')
    const batch = nextBatch(one, 50)
    const two = answer(one, 'q1', 'b')
    const after = acknowledged(two, batch, api.save(1, batch))
    expect(after.answers.q1).toMatchObject({ value: 'b', state: 'unsent' })
  })

  it('takes from the queue only what the answer names as saved', () => {
    const api = server()
    const progress = answer(answer(firstProgress(api.start()), 'q1', 'a'), 'q2', 'b')
    const batch = nextBatch(progress, 50)
    const after = acknowledged(progress, batch, { saved: ['q2'], superseded: [], late: [], serverTime: time })
    expect(Object.keys(nextBatch(after, 50))).toEqual(['q1'])
  })

  it('keeps a refused answer, sends it no more, and sends its correction', () => {
    const progress = answer(firstProgress(server().start()), 'q1', 'a')
    const after = refused(progress, nextBatch(progress, 1), 'No such option.')
    expect(after.answers.q1).toMatchObject({ value: 'a', state: 'refused', refusal: 'No such option.' })
    expect(nextBatch(after, 50)).toEqual({})
    expect(nextBatch(answer(after, 'q1', 'b'), 50).q1).toMatchObject({ value: 'b', seq: 2 })
  })

  it('sends no draft where nothing was sent before', () => {
    const progress = answered(firstProgress(server().start()), 'q1', {
      value: { most: 'a' },
      at: time,
      draft: true,
    })
    expect(nextBatch(progress, 50)).toEqual({})
  })

  it.each([
    ['a number that was deleted', 73, '', ''],
    ['a number that cannot be read', 73, '7x', ''],
    ['a pair that was broken up', { most: 'a', least: 'b' }, { most: 'b' }, {}],
  ])('takes back what was sent: %s', (_, whole, draft, sent) => {
    const api = server()
    const typed = typeof draft === 'string' ? draft : undefined
    const one = answered(firstProgress(api.start()), 'q1', { value: whole, at: time })
    const stored = acknowledged(one, nextBatch(one, 50), api.save(1, nextBatch(one, 50)))
    const two = answered(stored, 'q1', { value: draft, at: time, draft: true, ...(typed && { typed }) })
    const batch = nextBatch(two, 50)
    expect(responsesOf(batch).q1).toMatchObject({ value: sent, seq: 2 })
    // Kept as it was typed, also after a reload, and sent once more to a server that has lost it.
    const kept = acknowledged(two, batch, api.save(1, batch))
    expect(nextBatch(kept, 50)).toEqual({})
    const again = withServerAnswers(kept, api.start())
    expect(again.answers.q1).toMatchObject({ value: draft, draft: true, state: 'stored' })
  })

  it('takes back with a draft what another device had sent', () => {
    const api = server()
    const type = (before: Progress, value: string) => answered(before, 'q1', { value, at: time, draft: true })
    const newer = ['7', '7x', '7xy'].reduce(type, firstProgress(api.start()))
    expect(nextBatch(newer, 50)).toEqual({})
    api.save(1, { q1: { value: '7', epoch: 1, seq: 2, at: time, state: 'unsent' } })
    expect(responsesOf(nextBatch(withServerAnswers(newer, api.start()), 50)).q1).toMatchObject({ value: '' })
  })

  it('gives way to what another device answered later, and says so', () => {
    const api = server()
    const mine = answer(firstProgress(api.start()), 'q1', 'here')
    const other = answer(firstProgress(api.start()), 'q1', 'there')
    api.save(2, nextBatch(other, 50))
    const merged = withServerAnswers(mine, api.start())
    expect(merged.answers.q1).toMatchObject({ value: 'there', state: 'stored' })
    expect(merged.lost).toEqual(['q1'])
  })

  it('goes on after the item answered last, also on another device', () => {
    const item = (id: string) => ({ id, type: 'single' as const, prompt: id, options: [] })
    const sections = [
      {
        id: 's',
        title: '',
        instructions: '',
        navigation: 'free' as const,
        items: ['q1', 'q2', 'q3'].map(item),
      },
    ]
    const started = { ...server().start(), form: { ...form, sections } }
    expect(firstProgress(started).place).toBe('item:q1')
    const responses = { q1: { value: 'a', epoch: 2, seq: 3 }, q2: { value: 'a', epoch: 1, seq: 9 } }
    expect(firstProgress({ ...started, responses }).place).toBe('item:q2')
  })

  it('knows how long an item was before the person, after a reload and on another device', () => {
    const one = answered(firstProgress(server().start()), 'q1', { value: 'a', at: time, elapsedMs: 20_000 })
    const theirs = (epoch: number, elapsedMs?: number) => ({
      ...server().start(),
      responses: { q1: { value: 'a', epoch, seq: 1, ...(elapsedMs && { elapsedMs }) } },
    })
    expect(withServerAnswers(one, theirs(1)).answers.q1?.elapsedMs).toBe(20_000)
    expect(firstProgress(theirs(1, 20_000)).answers.q1?.elapsedMs).toBe(20_000)
  })

  it('sends again what a server has lost', () => {
    const api = server()
    const progress = answer(firstProgress(api.start()), 'q1', 'a')
    const batch = nextBatch(progress, 50)
    const stored = acknowledged(progress, batch, api.save(1, batch))
    api.rows.clear()
    expect(nextBatch(withServerAnswers(stored, api.start()), 50).q1).toMatchObject({ value: 'a', epoch: 2 })
  })
})

const items = ['q1', 'q2', 'q3']
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('answer' as const), item: fc.constantFrom(...items) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('send' as const), size: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('arrive' as const, 'acknowledge' as const, 'lose' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reload' as const, 'restart' as const) }) },
)

describe('any order of answers, deliveries, losses, reloads and new starts', () => {
  it('ends with the newest value of every item on the server, numbered strictly upwards', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const api = server()
        const store = memoryStore()
        let progress = firstProgress(api.start())
        const head: StoredAttempt['head'] = {
          shape: 1,
          userId: 'u',
          locked: false,
          assignmentId: 'a',
          testId: 't',
          attemptToken: 'token',
          form,
          person: '',
          client: { name: '', phone: '' },
          inventory: { code: '', name: '' },
          locale: 'tr',
          startedAt: time,
          deadline: null,
          sections: [],
          offsetMs: 0,
        }
        await writeAttempt(store, { head, progress })
        const newest = new Map<string, string>()
        let count = 0
        const stragglers: { epoch: number; batch: Batch }[] = []
        let inFlight: { epoch: number; batch: Batch; answer?: ReturnType<typeof api.save> } | undefined

        for (const now of steps) {
          const before = { epoch: progress.epoch, seq: progress.seq }
          if (now.do === 'answer') {
            count += 1
            newest.set(now.item, String(count))
            progress = answer(progress, now.item, String(count))
            expect(progress.seq).toBeGreaterThan(before.seq)
          }
          if (now.do === 'send' && !inFlight)
            inFlight = { epoch: progress.epoch, batch: nextBatch(progress, now.size) }
          if (now.do === 'arrive' && inFlight) inFlight.answer = api.save(inFlight.epoch, inFlight.batch)
          // A call that was given up on may still arrive, after newer ones.
          const straggler = now.do === 'arrive' && !inFlight ? stragglers.shift() : undefined
          if (straggler) api.save(straggler.epoch, straggler.batch)
          if (now.do === 'acknowledge' && inFlight?.answer) {
            progress = acknowledged(progress, inFlight.batch, inFlight.answer)
            inFlight = undefined
          }
          if (now.do === 'lose' && inFlight) {
            stragglers.push(inFlight)
            inFlight = undefined
          }
          if (now.do === 'restart') {
            progress = withServerAnswers(progress, api.start())
            expect(progress.epoch).toBeGreaterThan(before.epoch)
          }
          if (now.do === 'reload') {
            inFlight = undefined
            const stored = await readAttempt(store, 'a')
            progress = stored?.progress ?? progress
          }
          await writeProgress(store, 'a', progress)
          for (const [item, value] of newest) expect(progress.answers[item]?.value).toBe(value)
        }

        const rest = nextBatch(progress, 50)
        progress = acknowledged(progress, rest, api.save(progress.epoch, rest))
        expect(nextBatch(progress, 50)).toEqual({})
        for (const [item, value] of newest) expect(api.rows.get(item)?.value).toBe(value)
      }),
      { numRuns: 500 },
    )
  })
})
