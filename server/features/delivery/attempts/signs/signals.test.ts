import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOwnAssignment, startAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { signalLimits } from '#contract/signal-limits.ts'
import { noteSignals, type Signal } from '#contract/signals.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addTaker, type Running, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/124.0.0.0 Mobile Safari/537.36' }
const computer = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/124.0.0.0' }

/** Opens a test as a player does: on a device that has it already, or not. */
async function open(
  { token, assignmentId }: Pick<Running, 'token' | 'assignmentId'>,
  { newDevice, headers = phone }: { newDevice: boolean; headers?: Record<string, string> },
) {
  const params = { assignmentId }
  const { answer } = await request(server.url, getOwnAssignment, { token, params })
  const accepted = answer.notices.map(({ id }) => id)
  const body = { accepted, ...(newDevice && { newDevice: true as const }) }
  return (await request(server.url, startAttempt, { token, params, body, headers })).answer
}

async function begun(code = 'ENGLISH', { newDevice = true, own = { time_percent: 100 } as object } = {}) {
  const taker = await addTaker(server, cast.anadolu)
  const assignmentId = await addAssignment(server.database.db, cast.anadolu, taker, { code })
  await server.database.db.updateTable('assignments').set(own).where('id', '=', assignmentId).execute()
  const started = await open({ ...taker, assignmentId }, { newDevice })
  return { ...taker, assignmentId, started }
}
type Begun = Awaited<ReturnType<typeof begun>>

const note = ({ started, assignmentId }: Begun, signals: Signal[], token = started.attemptToken) =>
  request(server.url, noteSignals, { token, params: { assignmentId }, body: { signals } })
const read = async ({ assignmentId }: Begun, token = cast.manager.token) =>
  (await request(server.url, getReport, { token, params: { assignmentId } })).answer
const moments = (count: number, { started }: Begun) =>
  Array.from({ length: count }, (_, ms) => new Date(Date.parse(started.startedAt) + ms).toISOString())
const copies = (count: number, running: Begun): Signal[] =>
  moments(count, running).map((at) => ({ kind: 'copied', at }))

describe('what a device notes', () => {
  test('is on the report for managers, once however often it is sent, and never on the person’s own', async () => {
    const running = await begun()
    const [first = '', second = ''] = moments(2, running)
    const away = { kind: 'away' as const, at: first, seconds: 45 }
    const copied = { kind: 'copied' as const, at: second }
    expect((await note(running, [away])).status).toBe(204)
    await submit(server, running)
    // The last ones may come after the test was handed in.
    expect((await note(running, [away, copied])).status).toBe(204)
    expect((await read(running)).signals).toEqual({
      openings: [{ at: expect.any(String), device: 'phone' }],
      away: [{ at: first, seconds: 45 }],
      copied: [second],
      fast: null,
      sameAnswers: null,
    })
    expect(await read(running, running.token)).toMatchObject({ reader: 'participant', signals: null })
  })

  test('changes neither scores nor response quality', async () => {
    const running = await begun()
    await submit(server, running)
    const { signals: _, ...before } = await read(running)
    await note(running, copies(3, running))
    const { signals, ...after } = await read(running)
    expect(signals?.copied).toHaveLength(3)
    expect(after).toEqual(before)
  })

  test('is limited, and only of the time in which the test was taken', async () => {
    const running = await begun()
    const far = [
      '0000-01-01T00:00:00Z',
      '2020-01-01T00:00:00Z',
      '2099-01-01T00:00:00Z',
      '9999-12-31T00:00:00Z',
    ]
    expect(
      (
        await note(
          running,
          far.map((at): Signal => ({ kind: 'copied', at })),
        )
      ).status,
    ).toBe(204)
    const all = copies(300, running)
    for (let at = 0; at < all.length; at += signalLimits.call)
      expect((await note(running, all.slice(at, at + signalLimits.call))).status).toBe(204)
    expect((await note(running, copies(signalLimits.call + 1, running))).code).toBe('invalid_request')
    await submit(server, running)
    // The opening counts too.
    expect((await read(running)).signals?.copied).toHaveLength(signalLimits.attempt - 1)
  })

  test('is not stored for somebody whose player said nothing about it before the start', async () => {
    const running = await begun('ENGLISH', { newDevice: false })
    expect((await note(running, copies(1, running))).status).toBe(204)
    await open(running, { newDevice: true, headers: computer })
    expect((await note(running, copies(1, running))).status).toBe(204)
    await submit(server, running)
    expect((await read(running)).signals).toMatchObject({ openings: [], copied: [] })
  })
})

test('further devices are named with their kind, a reload is none', async () => {
  const running = await begun()
  await open(running, { newDevice: false })
  // Repeated, because its answer got lost.
  await open(running, { newDevice: true, headers: computer })
  const last = await open(running, { newDevice: true, headers: computer })
  await submit(server, { ...running, started: last })
  expect((await read(running)).signals?.openings.map(({ device }) => device)).toEqual(['phone', 'computer'])
})

describe('answers faster than their questions can be read', () => {
  const answered = async (running: Begun, more: { readAloudUsed?: true } = {}) => {
    const items = running.started.form.sections.flatMap((section) => section.items)
    const responses = Object.fromEntries(
      items
        .filter(({ type }) => type === 'single' || type === 'likert')
        .map(({ id, options }, at) => [id, { value: options?.[0]?.id ?? '', seq: at + 1, elapsedMs: 40 }]),
    )
    await request(server.url, saveResponses, {
      token: running.started.attemptToken,
      body: { testId: running.started.testId, epoch: 1, responses, ...more },
    })
    await submit(server, running)
    const { signals, validity } = await read(running)
    return {
      fast: signals?.fast,
      same: signals?.sameAnswers,
      speed: validity.notes.find(({ id }) => id === 'speed')?.ok,
    }
  }

  test('are counted, and the longest run of the same answer is named where its check finds it long', async () => {
    const { fast, same, speed } = await answered(await begun('MYT'))
    expect(speed).toBe(false)
    expect(fast?.count).toBeGreaterThan(50)
    // The rest came in groups of too few.
    expect(fast?.of).toBeGreaterThan(fast?.count ?? 0)
    expect(same).toBeGreaterThanOrEqual(12)
  })

  test('are not spoken of, in no check either, where somebody was read to', async () => {
    const heard = await answered(await begun('MYT'), { readAloudUsed: true })
    expect(heard).toMatchObject({ fast: null, speed: undefined })
  })

  test.each([
    ['had more time', { time_percent: 150 as const }],
    ['had no limit', { time_percent: null }],
    ['had larger letters', { text_size: 2 as const }],
  ])('are not spoken of, in no check either, where somebody %s', async (_, own) => {
    expect(await answered(await begun('MYT', { own }))).toMatchObject({ fast: null, speed: undefined })
  })
})
