import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { changeAccommodations } from '#contract/accommodations.ts'
import { liveBoard, pauseTests, reportPresence } from '#contract/board.ts'
import { endBreak, takeBreak } from '#contract/breaks.ts'
import { startSection } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { closeTimedOut } from '#server/features/delivery/attempts/closing/close.ts'
import { sweepPauses } from '#server/features/delivery/attempts/control.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addTaker, pass, type Running, startTest, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const [ofMyt, ofDikkat] = [3300, 180]
const minutes = (count: number) => count * 60

/** A test that has begun, whose person may take two breaks of ten minutes. */
async function begin(change: Partial<typeof noAccommodations> = {}): Promise<Running> {
  const taker = await addTaker(server, cast.anadolu)
  const assignmentId = await addAssignment(server.database.db, cast.anadolu, taker, { code: 'MYT' })
  await request(server.url, changeAccommodations, {
    token: cast.manager.token,
    params: { assignmentId },
    body: { ...noAccommodations, breaks: 2, breakMinutes: 10, ...change },
  })
  return {
    ...taker,
    assignmentId,
    started: await startTest(server.url, taker.token, assignmentId),
    choices: [],
  }
}
const of = ({ started, assignmentId }: Running) => ({ token: started.attemptToken, params: { assignmentId } })
const take = (running: Running) => request(server.url, takeBreak, of(running))
const leave = (running: Running) => request(server.url, endBreak, of(running))
async function pause(paused: boolean, { assignmentId }: Running): Promise<number> {
  const { answer } = await request(server.url, pauseTests, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { paused, assignmentIds: [assignmentId] },
  })
  return answer.done
}
const sign = async (running: Running) =>
  (await request(server.url, reportPresence, { ...of(running), body: { itemId: null, unsent: 0 } })).answer
const rowOf = async ({ assignmentId }: Running) =>
  (
    await request(server.url, liveBoard, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      query: {},
    })
  ).answer.rows.find((row) => row.assignmentId === assignmentId)
const report = async ({ assignmentId }: Running) =>
  (await request(server.url, getReport, { token: cast.manager.token, params: { assignmentId } })).answer

/** The seconds that are left, as a device counts them: during a break from its end, during a pause from a day later. */
async function left(running: Running) {
  const { clock, pausedAt, serverTime } = await sign(running)
  const pauseEnd = pausedAt === null ? 0 : Date.parse(pausedAt) + 86_400_000
  const until = clock.breaks?.until
  const at = Math.max(Date.parse(serverTime), until == null ? pauseEnd : Date.parse(until))
  const of = (moment: string | null | undefined) => (moment == null ? null : (Date.parse(moment) - at) / 1000)
  return { whole: of(clock.deadline), section: of(clock.sections[0]?.deadline) }
}
/** Close to, by the seconds that the test itself takes. */
const about = (seconds: number) => ({
  asymmetricMatch: (got: unknown) => typeof got === 'number' && Math.abs(got - seconds) < 20,
  toString: () => `about ${seconds}`,
})

describe('a break', () => {
  test('stops all clocks until the person ends it, and is one fewer', async () => {
    const running = await begin()
    expect(running.started.breaks).toEqual({ left: 2, minutes: 10, until: null })
    await request(server.url, startSection, {
      token: running.started.attemptToken,
      params: { assignmentId: running.assignmentId, sectionId: 'dikkat' },
    })
    const { answer } = await take(running)
    expect(answer.clock.breaks?.left).toBe(1)
    const length = Date.parse(answer.clock.breaks?.until ?? '') - Date.parse(answer.clock.pausedAt ?? '')
    expect(length).toBe(minutes(10) * 1000)
    await pass(server, running, minutes(4))
    expect(await left(running)).toEqual({ whole: about(ofMyt), section: about(ofDikkat) })
    expect((await leave(running)).answer.clock).toMatchObject({
      pausedAt: null,
      breaks: { left: 1, until: null },
    })
    expect(await left(running)).toEqual({ whole: about(ofMyt), section: about(ofDikkat) })
    // Left again, nothing changes.
    expect((await leave(running)).answer.clock.breaks).toEqual({ left: 1, minutes: 10, until: null })
  })

  test('is over after its length, also where the device sleeps and no job has run', async () => {
    const running = await begin()
    await take(running)
    await pass(server, running, minutes(25))
    expect(await left(running)).toMatchObject({ whole: about(ofMyt - minutes(15)) })
    expect(await sign(running)).toMatchObject({ pausedAt: null, clock: { breaks: { left: 1, until: null } } })
    const before = await left(running)
    await sweepPauses(server.database.db)
    expect(await left(running)).toMatchObject({ whole: about(before.whole ?? 0) })
    // Asleep until all the time was used, the test is over.
    await pass(server, running, ofMyt - minutes(15))
    await closeTimedOut(server.database.db)
    expect((await rowOf(running))?.state).toBe('ended')
  })

  test('asked for again while it lasts is the same break', async () => {
    const running = await begin()
    const [first, again] = [await take(running), await take(running)]
    expect(again.answer.clock).toEqual(first.answer.clock)
    const both = await begin()
    const answers = await Promise.all([take(both), take(both)])
    expect(answers.map(({ answer }) => answer.clock.breaks?.left)).toEqual([1, 1])
  })

  test('is refused where none is left, and where none was allowed', async () => {
    const running = await begin({ breaks: 1, breakMinutes: 5 })
    await take(running)
    await pass(server, running, minutes(6))
    // The one before is over by its time alone.
    expect(await take(running)).toMatchObject({ status: 409, code: 'no_breaks_left' })
    expect(await take(await begin({ breaks: 0 }))).toMatchObject({ code: 'no_breaks_left' })
  })

  test('can be taken in a test without limits, and tells its device by the next answer', async () => {
    const running = await begin({ timePercent: null })
    const { answer } = await take(running)
    expect(answer.clock).toMatchObject({ deadline: null, sections: [], breaks: { left: 1 } })
    const saved = await request(server.url, saveResponses, {
      token: running.started.attemptToken,
      body: { testId: running.started.testId, responses: {} },
    })
    expect(saved.answer.data.clock?.breaks).toEqual(answer.clock.breaks)
    await leave(running)
    expect((await submit(server, running)).status).toBe(200)
  })

  test('is refused once the test is handed in', async () => {
    const running = await begin()
    await submit(server, running)
    expect(await take(running)).toMatchObject({ status: 409, code: 'attempt_submitted' })
  })
})

describe('managers', () => {
  test('see who is on a break, which their Resume leaves as it is', async () => {
    const running = await begin()
    const { answer } = await take(running)
    await sign(running)
    const until = answer.clock.breaks?.until
    expect(await rowOf(running)).toMatchObject({ state: 'on_break', breakUntil: until })
    expect(await pause(false, running)).toBe(0)
    expect(await rowOf(running)).toMatchObject({ state: 'on_break' })
    await pass(server, running, minutes(11))
    await sign(running)
    await sweepPauses(server.database.db)
    expect(await rowOf(running)).toMatchObject({ state: 'running', breakUntil: null })
  })

  test('pause a test whose person is on a break: the break ends, and no other can be taken meanwhile', async () => {
    const running = await begin()
    await take(running)
    await pass(server, running, minutes(3))
    expect(await pause(true, running)).toBe(1)
    await sign(running)
    expect(await rowOf(running)).toMatchObject({ state: 'paused', breakUntil: null })
    expect(await take(running)).toMatchObject({ status: 409, code: 'test_paused' })
    // The person's press comes too late: the pause is the manager's.
    await leave(running)
    await pass(server, running, minutes(30))
    expect(await left(running)).toMatchObject({ whole: about(ofMyt) })
    await pause(false, running)
    expect(await left(running)).toMatchObject({ whole: about(ofMyt) })
    expect((await take(running)).answer.clock.breaks?.left).toBe(0)
  })

  test('read when it was and how long, apart from their own pauses; the time for the test is what was used of it', async () => {
    const running = await begin()
    await take(running)
    await pass(server, running, minutes(4))
    await leave(running)
    await pause(true, running)
    await pass(server, running, minutes(2))
    await pause(false, running)
    await take(running)
    await submit(server, running)
    const { conduct, durationSeconds, limitSeconds } = await report(running)
    expect(conduct?.breaks.map(({ seconds }) => seconds)).toEqual([about(minutes(4)), about(0)])
    expect(conduct?.pausedSeconds).toEqual(about(minutes(2)))
    expect(conduct?.breaks.every(({ startedAt }) => Date.parse(startedAt) < Date.now())).toBe(true)
    expect(limitSeconds).toBe(ofMyt)
    expect(durationSeconds).toEqual(about(0))
  })
})
