import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { changeAccommodations } from '#contract/accommodations.ts'
import { cancelAssignment } from '#contract/assignment-actions.ts'
import { addMinutes, endTest, pauseTests, reportPresence } from '#contract/board.ts'
import { beginPractice, endPractice, listOwnAssignments, startSection } from '#contract/participant.ts'
import { practiceSeconds } from '#contract/practice.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { expireOverdue } from '#server/features/assignments/assignments.ts'
import { closeTimedOut } from '#server/features/delivery/attempts/closing/close.ts'
import { sweepPauses } from '#server/features/delivery/attempts/control.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, pass, type Running, startTest, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const [ofMyt, ofDikkat, day] = [3300, 180, 86_400]

const begin = (code = 'MYT') => addRunning(server, cast.anadolu, code)
async function pause(paused: boolean, ...tests: Pick<Running, 'assignmentId'>[]): Promise<number> {
  const assignmentIds = tests.map(({ assignmentId }) => assignmentId)
  const { answer } = await request(server.url, pauseTests, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { paused, assignmentIds },
  })
  return answer.done
}
const sign = async ({ started, assignmentId }: Running) =>
  (
    await request(server.url, reportPresence, {
      token: started.attemptToken,
      params: { assignmentId },
      body: { itemId: null, unsent: 0 },
    })
  ).answer
const ofSection = ({ started, assignmentId }: Running, sectionId: string) => ({
  token: started.attemptToken,
  params: { assignmentId, sectionId },
})
const give = (running: Running, minutes: number) =>
  request(server.url, addMinutes, {
    token: cast.manager.token,
    params: { assignmentId: running.assignmentId },
    body: { minutes },
  })
const end = ({ assignmentId }: Running) =>
  request(server.url, endTest, { token: cast.manager.token, params: { assignmentId } })
const save = async ({ started }: Running, responses: Record<string, string>) =>
  (
    await request(server.url, saveResponses, {
      token: started.attemptToken,
      body: { testId: started.testId, responses },
    })
  ).answer.data
const attemptOf = ({ assignmentId }: Running) =>
  server.database.db
    .selectFrom('attempts')
    .select(['paused_at', 'paused_seconds', 'closed_by', 'ended_by', 'deadline', 'closed_at'])
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirstOrThrow()
function choiceIn({ started }: Running, sectionId: string): Record<string, string> {
  const item = started.form.sections
    .find(({ id }) => id === sectionId)
    ?.items.find(({ type }) => type === 'single')
  return { [item?.id ?? '']: item?.options?.[0]?.id ?? '' }
}

/** The seconds that each clock has left, as a device counts them: during a pause from the moment at which it will go on. */
async function left(running: Running) {
  const { clock, pausedAt, serverTime } = await sign(running)
  const at = Math.max(Date.parse(serverTime), pausedAt === null ? 0 : Date.parse(pausedAt) + day * 1000)
  const until = (moment: string | null | undefined) =>
    moment == null ? null : (Date.parse(moment) - at) / 1000
  const section = clock.sections.find(({ id }) => id === 'dikkat')
  return {
    whole: until(clock.deadline),
    section: until(section?.deadline),
    practice: until(clock.practice?.until),
    paused: pausedAt !== null,
  }
}

/** Close to, by the seconds that the test itself takes; a begun second of a pause counts for the person. */
const about = (seconds: number) => ({
  asymmetricMatch: (got: unknown) => typeof got === 'number' && Math.abs(got - seconds) < 20,
  toString: () => `about ${seconds}`,
})

describe('the clocks of a paused test', () => {
  type Step = { do: 'pass'; seconds: number } | { do: 'give'; minutes: number } | { do: Plain }
  type Plain = 'pause' | 'resume' | 'practise' | 'leave' | 'enter'
  const step = fc.oneof(
    fc.record({ do: fc.constant('pass' as const), seconds: fc.integer({ min: 30, max: 250 }) }),
    fc.record({ do: fc.constant('give' as const), minutes: fc.integer({ min: 1, max: 5 }) }),
    fc.record({
      do: fc.constantFrom<Plain[]>('pause', 'resume', 'pause', 'resume', 'practise', 'leave', 'enter'),
    }),
  )

  /** The time that they must have left, counted without any clock. */
  class Expected {
    whole = ofMyt
    section: number | null = null
    practice: number | null = null
    paused = false
    private practised = false

    take(one: Step): void {
      switch (one.do) {
        case 'pass':
          if (this.paused) return
          this.whole -= one.seconds
          if (this.section !== null) this.section -= one.seconds
          if (this.practice !== null) this.practice -= one.seconds
          if (this.practice !== null && this.practice <= 0) this.practice = null
          return
        case 'give':
          this.whole += one.minutes * 60
          if (this.section !== null && this.section > 0)
            this.section = Math.min(this.section + one.minutes * 60, this.whole)
          return
        case 'pause':
        case 'resume':
          this.paused = one.do === 'pause'
          return
        case 'practise':
          if (this.paused || this.practised) return
          this.practised = true
          this.practice = practiceSeconds
          this.whole += practiceSeconds
          return
        case 'leave':
          this.whole -= this.practice ?? 0
          this.practice = null
          return
        case 'enter':
          if (this.paused) return
          this.take({ do: 'leave' })
          this.section ??= Math.min(ofDikkat, this.whole)
      }
    }
  }

  async function take(running: Running, one: Step): Promise<void> {
    if (one.do === 'pass') return pass(server, running, one.seconds)
    if (one.do === 'pause' || one.do === 'resume') await pause(one.do === 'pause', running)
    if (one.do === 'give') await give(running, one.minutes)
    if (one.do === 'practise') await request(server.url, beginPractice, ofSection(running, 'basit'))
    if (one.do === 'leave') await request(server.url, endPractice, ofSection(running, 'basit'))
    if (one.do === 'enter') await request(server.url, startSection, ofSection(running, 'dikkat'))
  }

  test('lose nothing to pauses, in any order of what else happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const running = await begin()
        const expected = new Expected()
        for (const one of steps) {
          await take(running, one)
          expected.take(one)
          const { whole, section, practice, paused } = expected
          const over = section !== null && section <= 0
          const shown = await left(running)
          expect(shown, JSON.stringify(steps)).toEqual({
            whole: about(whole),
            section: section === null ? null : over ? shown.section : about(section),
            practice: practice === null ? null : about(practice),
            paused,
          })
          // An over section is over, in a pause and after it.
          if (over) expect(shown.section).toBeLessThan(20)
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)

  test('stop once and go on once, however often that is asked', async () => {
    const [one, other] = [await begin(), await begin()]
    expect(await pause(true, one, other)).toBe(2)
    await pass(server, one, 500)
    expect(await pause(true, one)).toBe(0)
    expect(await pause(false, one)).toBe(1)
    expect(await pause(false, one)).toBe(0)
    const { paused_seconds: seconds } = await attemptOf(one)
    expect(seconds).toBeGreaterThanOrEqual(500)
    expect(seconds).toBeLessThan(520)
    expect(await left(other)).toMatchObject({ whole: about(ofMyt), paused: true })
    expect(await pause(true, one)).toBe(1)
    await pass(server, one, 100)
    await pause(false, one)
    expect((await attemptOf(one)).paused_seconds).toBeGreaterThanOrEqual(600)
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select('action')
      .where(sql<boolean>`details -> 'assignments' ? ${one.assignmentId}`)
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual([
      ...['tests_paused', 'tests_resumed', 'tests_paused', 'tests_resumed'],
    ])
  })

  test('go on after a day that nobody has ended', async () => {
    const running = await begin()
    await pass(server, running, 300)
    await pause(true, running)
    await pass(server, running, day + 100)
    const before = { whole: about(ofMyt - 400), section: null, practice: null, paused: false }
    expect(await left(running)).toEqual(before)
    await sweepPauses(server.database.db)
    expect(await left(running)).toEqual(before)
    expect(await attemptOf(running)).toMatchObject({ paused_at: null, paused_seconds: day })
    expect(await pause(false, running)).toBe(0)
  })

  test('tell each device with its next save', async () => {
    const running = await begin()
    await pause(true, running)
    expect((await save(running, {})).clock?.pausedAt).not.toBeNull()
    expect((await startTest(server.url, running.token, running.assignmentId)).pausedAt).not.toBeNull()
    await pause(false, running)
    expect((await save(running, {})).clock).toMatchObject({ pausedAt: null })
  })

  test('tell no end of their time in the own list until they go on', async () => {
    const running = await begin()
    const own = async () => {
      const { answer } = await request(server.url, listOwnAssignments, { token: running.token })
      return answer.results.find(({ id }) => id === running.assignmentId)?.deadline
    }
    expect(await own()).toBe((await attemptOf(running)).deadline?.toISOString())
    await pause(true, running)
    expect(await own()).toBeNull()
    await pause(false, running)
    expect(await own()).toBe((await attemptOf(running)).deadline?.toISOString())
  })
  test('keep the pause of a section when a manager gives more time', async () => {
    const running = await begin()
    await request(server.url, startSection, ofSection(running, 'dikkat'))
    await pause(true, running)
    await pass(server, running, 1000)
    await pause(false, running)
    await request(server.url, changeAccommodations, {
      token: cast.manager.token,
      params: { assignmentId: running.assignmentId },
      body: { ...noAccommodations, timePercent: 150 },
    })
    expect(await left(running)).toMatchObject({
      whole: about(ofMyt * 1.5),
      section: about(ofDikkat * 1.5),
    })
  })
})

describe('while a test is paused', () => {
  test('answers are in time after its limit, and no sweep closes it', async () => {
    const running = await begin()
    await pause(true, running)
    await pass(server, running, ofMyt + 500)
    expect(await save(running, choiceIn(running, 'basit'))).toMatchObject({ late: [] })
    await closeTimedOut(server.database.db)
    expect(await attemptOf(running)).toMatchObject({ closed_by: null })
    await pause(false, running)
    expect(await left(running)).toMatchObject({ whole: about(ofMyt) })
    await pass(server, running, ofMyt + 30)
    await closeTimedOut(server.database.db)
    expect(await attemptOf(running)).toMatchObject({ closed_by: 'time' })
  })

  test('no section is entered and no practice begun; an answer starts its section with all its time', async () => {
    const running = await begin()
    await pause(true, running)
    const entered = await request(server.url, startSection, ofSection(running, 'dikkat'))
    expect([entered.status, entered.code]).toEqual([409, 'test_paused'])
    const practised = await request(server.url, beginPractice, ofSection(running, 'basit'))
    expect(practised.answer.practice).toBeNull()
    await save(running, choiceIn(running, 'dikkat'))
    await pass(server, running, 2000)
    expect(await left(running)).toMatchObject({ section: about(ofDikkat) })
    await pause(false, running)
    expect(await left(running)).toMatchObject({ whole: about(ofMyt), section: about(ofDikkat) })
  })

  test('it can be handed in; the pause is no part of its duration', async () => {
    const running = await begin()
    await pass(server, running, 60)
    await pause(true, running)
    await pass(server, running, 4000)
    expect((await submit(server, running)).status).toBe(200)
    const { answer } = await request(server.url, getReport, {
      token: cast.manager.token,
      params: { assignmentId: running.assignmentId },
    })
    expect(answer).toMatchObject({
      submittedBy: 'person',
      durationSeconds: about(60),
      limitSeconds: about(ofMyt),
    })
    const { deadline, closed_at: closedAt, ...attempt } = await attemptOf(running)
    expect(attempt).toMatchObject({ paused_at: null, closed_by: 'person' })
    expect(((deadline?.getTime() ?? 0) - (closedAt?.getTime() ?? 0)) / 1000).toEqual(about(ofMyt - 60))
  })

  test('it can be ended and cancelled', async () => {
    const [ended, cancelled] = [await begin(), await begin()]
    await pause(true, ended, cancelled)
    expect((await end(ended)).status).toBe(204)
    expect(await attemptOf(ended)).toMatchObject({
      paused_at: null,
      closed_by: 'time',
      ended_by: cast.manager.userId,
    })
    await request(server.url, cancelAssignment, {
      token: cast.manager.token,
      params: { assignmentId: cancelled.assignmentId },
    })
    expect(await attemptOf(cancelled)).toMatchObject({ paused_at: null, closed_by: 'cancelled' })
    expect(await pause(false, ended, cancelled)).toBe(0)
  })

  test('one without limits only shows it, and is not closed on its last day', async () => {
    const running = await begin('SCL90')
    const { db } = server.database
    expect(await pause(true, running)).toBe(1)
    expect(await sign(running)).toMatchObject({ clock: { deadline: null }, closed: false })
    await db
      .updateTable('assignments')
      .set({ due_date: '2026-01-01' })
      .where('id', '=', running.assignmentId)
      .execute()
    await expireOverdue(db)
    expect(await sign(running)).toMatchObject({ closed: false })
    expect((await save(running, {})).clock?.pausedAt).not.toBeNull()
    expect(await pause(false, running)).toBe(1)
    await expireOverdue(db)
    expect(await sign(running)).toMatchObject({ closed: true })
  })
})

test('tests that do not run, and those of others, stay as they are', async () => {
  const [done, foreign] = [await begin(), await addRunning(server, cast.ege, 'MYT')]
  await submit(server, done)
  expect(await pause(true, done, foreign)).toBe(0)
  expect(await left(foreign)).toMatchObject({ paused: false })
})
