// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStore } from '#test/support/memory-store.ts'
import { noAnswer, sentHasArrived, serveCalls } from '#test/support/serve-calls.ts'
import { type LiveAttempt, liveAttempt } from '../live.ts'
import type { Progress } from '../model.ts'
import { type Head, readAttempt } from '../saving/store.ts'
import { practisedAt } from './practice.ts'

const start = Date.parse('2026-11-20T10:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const item = (id: string) => ({ id, type: 'single' as const, prompt: id, options: [{ id: 'a', label: 'A' }] })
const section = (id: string) => ({
  id,
  title: id,
  instructions: '',
  navigation: 'free' as const,
  items: [item(`${id}1`)],
  practice: [{ ...item(`${id}p`), key: 'a', feedback: { right: '', wrong: '' } }],
})
const assignmentId = '01900000-0000-7000-8000-000000000001'
const head: Head = {
  shape: 1,
  userId: 'u',
  locked: false,
  assignmentId,
  testId: 't',
  attemptToken: 'token',
  form: { inventory: { code: 'AYT', name: 'AYT' }, locale: 'tr', sections: [section('one'), section('two')] },
  person: '',
  client: { name: '', phone: '' },
  inventory: { code: 'AYT', name: 'AYT' },
  locale: 'tr',
  startedAt: at(0),
  deadline: at(2400),
  sections: [],
  offsetMs: 0,
}
const progress: Progress = { epoch: 1, seq: 0, answers: {}, place: 'item:one1', submitting: false, lost: [] }

/** Each call waits until the test answers it, or breaks its line. */
let answers: ((response: Response) => void)[]
const arrived = serveCalls(() => new Promise((resolve) => answers.push(resolve)))
const asked = () => arrived.map(({ name }) => name)
let live: LiveAttempt
let store: ReturnType<typeof memoryStore>
const open = { sectionId: 'two', until: at(400) }

function take(more: { head?: Partial<Head>; progress?: Partial<Progress> } = {}) {
  store = memoryStore()
  live = liveAttempt(store, { head: { ...head, ...more.head }, progress: { ...progress, ...more.progress } })
}
const asks = (...calls: string[]) => expect.poll(asked).toEqual(calls)
const [save, begin, end] = ['saveResponses', 'beginPractice', 'endPractice']
function reply(body: object | undefined) {
  answers.shift()?.(body ? Response.json({ serverTime: new Date().toISOString(), ...body }) : noAnswer())
}
const shown = () => [live.get().head.practice ?? null, live.get().head.deadline]
const becomes = (practice: object | null, deadline: string) =>
  expect.poll(shown).toEqual([practice, deadline])

beforeEach(() => {
  vi.useFakeTimers({ now: start + 100_000, toFake: ['Date', 'performance'] })
  answers = []
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
})

describe('practice in a test with a limit', () => {
  it('has the clock wait, asked for once', async () => {
    take({ progress: { place: 'practice:two:twop' } })
    const begun = live.beginPractice('two')
    expect(live.get().beginning).toBe('two')
    await live.beginPractice('two')
    await asks(begin)
    reply({ practice: open, deadline: at(2700) })
    await begun
    expect(shown()).toEqual([open, at(2700)])
    expect(live.get().beginning).toBeUndefined()
    await live.beginPractice('two')
    await sentHasArrived()
    expect(asked()).toEqual([begin])
    // A reload goes on with it.
    expect((await readAttempt(store, assignmentId))?.head).toMatchObject({
      practice: open,
      deadline: at(2700),
    })
  })

  it('is begun when the answers before it have arrived, which would end it', async () => {
    take()
    await live.answer('one1', 'a')
    await live.goTo('practice:two:twop')
    const begun = live.beginPractice('two')
    await asks(save)
    reply({ data: { saved: ['one1'], superseded: [], late: [], serverTime: at(100) }, status: 'success' })
    await asks(save, begin)
    reply({ practice: open, deadline: at(2700) })
    await begun
    expect(shown()).toEqual([open, at(2700)])
  })

  it('takes the unused rest off when it is left, and then says what the server says', async () => {
    take({ head: { practice: open, deadline: at(2700) }, progress: { place: 'practice:two:twop' } })
    await live.goTo('item:two1')
    // 300 of the 300 seconds are left: it was begun this moment.
    expect(shown()).toEqual([null, at(2400)])
    expect((await readAttempt(store, assignmentId))?.head.deadline).toBe(at(2400))
    await asks(end)
    reply({ practice: null, deadline: at(2402) })
    await becomes(null, at(2402))
  })

  it('never waits for a line: by the clock, and counted as if it had been ended at once', async () => {
    take({ progress: { place: 'practice:two:twop' } })
    const begun = live.beginPractice('two')
    await asks(begin)
    reply(undefined)
    await begun
    expect(shown()).toEqual([null, at(2400)])
    expect(live.get()).toMatchObject({ reached: false, beginning: undefined })

    take({ head: { practice: open, deadline: at(2700) }, progress: { place: 'practice:two:twop' } })
    vi.advanceTimersByTime(50_000)
    // Waiting for calls has moved the clock a little, too.
    const used = (Date.now() - start) / 1000 - 100
    await live.goTo('item:two1')
    await asks(begin, end)
    reply(undefined)
    await expect.poll(() => live.get().reached).toBe(false)
    expect(shown()).toEqual([null, at(2400 + used)])
  })

  it('left while it is being begun ends after its beginning', async () => {
    take({ progress: { place: 'practice:two:twop' } })
    const begun = live.beginPractice('two')
    await live.goTo('item:two1')
    await asks(begin)
    reply({ practice: open, deadline: at(2700) })
    await begun
    expect(shown()).toEqual([null, at(2400)])
    await asks(begin, end)
    reply({ practice: null, deadline: at(2401) })
    await becomes(null, at(2401))
  })

  it('left open on another device ends where somebody goes on without it', async () => {
    take({ head: { practice: open, deadline: at(2700) }, progress: { place: 'item:one1' } })
    expect(shown()).toEqual([null, at(2400)])
    await asks(end)
  })

  it('is nothing to ask for without a limit', async () => {
    take({ head: { deadline: null }, progress: { place: 'practice:two:twop' } })
    await live.beginPractice('two')
    await live.goTo('item:two1')
    await sentHasArrived()
    expect(asked()).toEqual([])
  })
})

it('tells the section of a practice by its place', () => {
  expect(['practice:two:twop', 'item:two1', 'review'].map(practisedAt)).toEqual(['two', undefined, undefined])
})
