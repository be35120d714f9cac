import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelAssignment } from '#contract/assignment-actions.ts'
import { getAssignment } from '#contract/assignments.ts'
import { beginPractice, endPractice, startSection } from '#contract/participant.ts'
import { practiceSeconds } from '#contract/practice.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { closeTimedOut } from '#server/features/delivery/attempts/closing/close.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, pass, type Running, startTest, submit } from '#test/support/taking.ts'

let server: TestServer
let second: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  cast = await castOf(server)
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const of = (running: Running, sectionId: string) => ({
  token: running.started.attemptToken,
  params: { assignmentId: running.assignmentId, sectionId },
})
const begin = (running: Running, sectionId: string, at = server) =>
  request(at.url, beginPractice, of(running, sectionId))
const end = (running: Running, sectionId: string) => request(server.url, endPractice, of(running, sectionId))
const enter = (running: Running, sectionId: string) =>
  request(server.url, startSection, of(running, sectionId))
const save = async (running: Running, responses: Record<string, string>) => {
  const { token } = of(running, '')
  const body = { testId: running.started.testId, responses }
  expect((await request(server.url, saveResponses, { token, body })).status).toBe(200)
}
/** An answer to a section's first item that is a choice. */
function answerOf(running: Running, sectionId: string): Record<string, string> {
  const section = running.started.form.sections.find(({ id }) => id === sectionId)
  const item = section?.items.find(({ type }) => type === 'single' || type === 'image_choice')
  return { [item?.id ?? '']: item?.options?.[0]?.id ?? '' }
}
interface Clock {
  /** Seconds by which the deadline exceeds the test's own limit. */
  more: number
  open: string | null
}
async function clockOf(running: Running, limitSeconds: number): Promise<Clock> {
  const { rows } = await sql<{ length: number; kept: number; practice_section: string | null }>`
    SELECT extract(epoch FROM deadline - started_at)::float8 AS length, extract(epoch FROM practice_time)::float8 AS kept,
      practice_section
    FROM attempts WHERE assignment_id = ${running.assignmentId}`.execute(server.database.db)
  const row = rows[0]
  const more = (row?.length ?? Number.NaN) - limitSeconds
  // The reported practice time is what the deadline was moved by.
  expect(more).toBeCloseTo(row?.kept ?? Number.NaN, 3)
  return { more, open: row?.practice_section ?? null }
}
const [ofMyt, ofAyt] = [3300, 2400]
/** Expects so many seconds and the time that the calls themselves took. */
const about = (more: number, seconds: number) => {
  expect(more).toBeGreaterThanOrEqual(seconds)
  expect(more).toBeLessThan(seconds + 60)
}

describe('practice beside the clock of the whole test', () => {
  test('moves the deadline by its allowance, once, however often and on however many devices it is begun', async () => {
    const running = await addRunning(server, cast.anadolu, 'MYT')
    const answers = await Promise.all(
      [server, second, server, second].map((at) => begin(running, 'basit', at)),
    )
    const deadline = new Date(
      Date.parse(running.started.deadline ?? '') + practiceSeconds * 1000,
    ).toISOString()
    expect(answers.map(({ answer }) => answer.deadline)).toEqual(answers.map(() => deadline))
    const [practice, ...others] = answers.map(({ answer }) => answer.practice)
    expect(practice).toMatchObject({ sectionId: 'basit' })
    for (const other of others) expect(other).toEqual(practice)
    // A reload or another phone learns of it.
    const again = await startTest(second.url, running.token, running.assignmentId)
    expect(again).toMatchObject({ practice, deadline })
  })

  test('gives back what was not used of it, once', async () => {
    const running = await addRunning(server, cast.anadolu, 'MYT')
    expect(running.started.practice).toBeNull()
    await begin(running, 'basit')
    await pass(server, running, 60)
    const left = await end(running, 'basit')
    expect(left.answer.practice).toBeNull()
    about((await clockOf(running, ofMyt)).more, 60)
    expect((await end(running, 'basit')).answer.deadline).toBe(left.answer.deadline)
    // Begun again it would be a second allowance.
    expect((await begin(running, 'basit')).answer).toMatchObject({
      practice: null,
      deadline: left.answer.deadline,
    })
  })

  test('runs on the clock once its allowance is used up', async () => {
    const running = await addRunning(server, cast.anadolu, 'MYT')
    await begin(running, 'basit')
    await pass(server, running, practiceSeconds + 100)
    expect((await startTest(server.url, running.token, running.assignmentId)).practice).toBeNull()
    expect((await end(running, 'basit')).status).toBe(200)
    expect((await clockOf(running, ofMyt)).more).toBeCloseTo(practiceSeconds, 3)
  })

  test('ends by the next one, of which it knows its own from a late call', async () => {
    const running = await addRunning(server, cast.anadolu, 'AYT')
    await begin(running, 'verbal')
    await pass(server, running, 10)
    await begin(running, 'numerical')
    await end(running, 'verbal')
    expect((await clockOf(running, ofAyt)).open).toBe('numerical')
    await pass(server, running, 20)
    await end(running, 'numerical')
    about((await clockOf(running, ofAyt)).more, 30)
  })

  test('ends by an answer to any question, not by a call that asks for the time', async () => {
    const running = await addRunning(server, cast.anadolu, 'AYT')
    await save(running, answerOf(running, 'verbal'))
    await begin(running, 'numerical')
    await pass(server, running, 30)
    await save(running, {})
    expect((await clockOf(running, ofAyt)).open).toBe('numerical')
    await save(running, answerOf(running, 'verbal'))
    const { more, open } = await clockOf(running, ofAyt)
    expect(open).toBeNull()
    about(more, 30)
  })

  test('ends when a section is opened', async () => {
    const running = await addRunning(server, cast.anadolu, 'MYT')
    await begin(running, 'dikkat')
    await pass(server, running, 30)
    expect((await enter(running, 'dikkat')).answer.deadline).not.toBeNull()
    about((await clockOf(running, ofMyt)).more, 30)
    await begin(running, 'basit')
    await enter(running, 'sebep')
    expect((await clockOf(running, ofMyt)).open).toBeNull()
  })
})

describe('no allowance', () => {
  const refuses = async (running: Running, sectionId: string) => {
    const before = await startTest(server.url, running.token, running.assignmentId)
    const { answer } = await begin(running, sectionId)
    expect(answer).toMatchObject({ practice: null, deadline: before.deadline })
  }

  test('has a section that was answered or entered', async () => {
    const running = await addRunning(server, cast.anadolu, 'MYT')
    await enter(running, 'dikkat')
    await refuses(running, 'dikkat')
    await save(running, answerOf(running, 'basit'))
    await refuses(running, 'basit')
  })

  test('has a section without practice, and a test without a limit', async () => {
    await refuses(await addRunning(server, cast.anadolu, 'MYT'), 'sebep')
    const running = await addRunning(server, cast.anadolu, 'SCL90')
    await refuses(running, running.started.form.sections[0]?.id ?? '')
    expect((await end(running, running.started.form.sections[0]?.id ?? '')).answer.deadline).toBeNull()
    expect((await begin(running, 'nothing')).code).toBe('not_found')
  })

  test('has what is over', async () => {
    const running = await addRunning(server, cast.anadolu, 'AYT')
    await begin(running, 'verbal')
    await pass(server, running, ofAyt + practiceSeconds)
    for (const ask of [begin, end]) expect((await ask(running, 'numerical')).code).toBe('assignment_closed')
    const other = await addRunning(server, cast.anadolu, 'AYT')
    await submit(server, other)
    for (const ask of [begin, end]) expect((await ask(other, 'verbal')).code).toBe('attempt_submitted')
  })
})

describe('an attempt that ends while practice is open', () => {
  const shown = async (running: Running) => {
    const params = { assignmentId: running.assignmentId }
    const token = cast.manager.token
    const report = await request(server.url, getReport, { token, params })
    const listed = await request(server.url, getAssignment, { token, params })
    expect(listed.answer.durationSeconds).toBe(Math.round(report.answer.durationSeconds ?? 0))
    return report.answer
  }

  test('handed in, took the time beside practice, of the limit of the test', async () => {
    const running = await addRunning(server, cast.anadolu, 'AYT')
    await pass(server, running, 100)
    await begin(running, 'verbal')
    await pass(server, running, 200)
    await submit(server, running)
    const { more, open } = await clockOf(running, ofAyt)
    expect(open).toBeNull()
    about(more, 200)
    const report = await shown(running)
    expect(report.limitSeconds).toBeCloseTo(ofAyt, 3)
    about(report.durationSeconds ?? 0, 100)
  })

  test('is closed by the clock no sooner than practice lets it, and changes no more then', async () => {
    const running = await addRunning(server, cast.anadolu, 'AYT')
    await pass(server, running, ofAyt - 100)
    await begin(running, 'verbal')
    await pass(server, running, 200)
    await closeTimedOut(server.database.db)
    expect((await clockOf(running, ofAyt)).open).toBe('verbal')
    await pass(server, running, practiceSeconds)
    await closeTimedOut(server.database.db)
    await save(running, answerOf(running, 'verbal'))
    expect(await clockOf(running, ofAyt)).toEqual({ more: practiceSeconds, open: null })
    const report = await shown(running)
    expect([report.durationSeconds, report.limitSeconds, report.submittedBy]).toEqual([ofAyt, ofAyt, 'time'])
  })

  test('is cancelled without an open practice', async () => {
    const running = await addRunning(server, cast.anadolu, 'AYT')
    await begin(running, 'verbal')
    const cancelled = await request(server.url, cancelAssignment, {
      token: cast.manager.token,
      params: { assignmentId: running.assignmentId },
    })
    expect(cancelled.status).toBeLessThan(300)
    expect((await clockOf(running, ofAyt)).open).toBeNull()
  })
})

type Step = { pass: number } | { begin: string } | { end: string } | { answer: string }
const section = fc.constantFrom('verbal', 'numerical', 'figural', 'mechanical')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ pass: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ begin: section }),
  fc.record({ end: section }),
  fc.record({ answer: section }),
)

test('after any starts, exits and answers, the deadline is the start, the limit and the time practised', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
    const running = await addRunning(server, cast.anadolu, 'AYT')
    const began = performance.now()
    const closed = new Set<string>()
    let open: { section: string; left: number } | undefined
    let practised = 0
    for (const one of steps) {
      if ('pass' in one) {
        await pass(server, running, one.pass)
        const used = Math.min(one.pass, open?.left ?? 0)
        practised += used
        if (open) open.left -= used
      } else if ('begin' in one) {
        await begin(running, one.begin)
        if (!closed.has(one.begin)) open = { section: one.begin, left: practiceSeconds }
        closed.add(one.begin)
      } else if ('end' in one) {
        await end(running, one.end)
        if (open?.section === one.end) open = undefined
      } else {
        await save(running, answerOf(running, one.answer))
        closed.add(one.answer)
        open = undefined
      }
    }
    for (const id of ['verbal', 'numerical', 'figural', 'mechanical']) await end(running, id)
    const { more } = await clockOf(running, ofAyt)
    // While a call is on its way practice goes on: what the calls took may be in it, and no more than that.
    expect(more).toBeGreaterThanOrEqual(practised - 0.001)
    expect(more).toBeLessThanOrEqual(practised + (performance.now() - began) / 1000 + 0.001)
    expect(more).toBeLessThanOrEqual(practiceSeconds * closed.size)
  })
  await fc.assert(property, { numRuns: 25, seed: 33 })
})
