import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { getAssignment } from '#contract/assignments.ts'
import { acceptLateAnswers, leaveLateAnswers, listLateAnswers } from '#contract/late-answers.ts'
import { getOwnAssignment } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { type Received, received, saveResponses } from '#contract/responses.ts'
import { receiptOf } from '#server/features/delivery/attempts/saving/receipts.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { closeByTime, closeTimedOut } from './close.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

test('late answers count once a manager accepts them, and no more when they are left', async () => {
  const { db } = server.database
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const { assignmentId, choices, started } = running
  const params = { assignmentId }
  const save = (numbers: number[]) =>
    request(server.url, saveResponses, {
      token: started.attemptToken,
      body: {
        testId: started.testId,
        responses: Object.fromEntries(
          numbers.map((number) => [choices[number]?.id ?? '', choices[number]?.options[0] ?? '']),
        ),
      },
    })
  const decide = (entry: typeof acceptLateAnswers | typeof leaveLateAnswers) =>
    request(server.url, entry, { token: cast.manager.token, params })
  const answered = async () => {
    const { answer } = await request(server.url, getReport, { token: cast.manager.token, params })
    // The progress that managers and the person see is what is scored.
    const row = await request(server.url, getAssignment, { token: cast.manager.token, params })
    const own = await request(server.url, getOwnAssignment, { token: running.token, params })
    expect([row.answer.progress.answered, own.answer.answered]).toEqual([answer.answered, answer.answered])
    return { answered: answer.answered, late: answer.lateAnswers }
  }
  await save([0])
  expect((await decide(acceptLateAnswers)).code).toBe('no_late_answers')
  await sql`UPDATE attempts SET deadline = now() - interval '1 second' WHERE assignment_id = ${assignmentId}`.execute(
    db,
  )
  await closeTimedOut(db)
  expect((await decide(acceptLateAnswers)).code).toBe('no_late_answers')
  expect((await save([1, 2])).answer.data.late).toHaveLength(2)
  expect(await answered()).toEqual({
    answered: 1,
    late: { count: 2, inTime: 0, accepted: false, undecided: 0 },
  })

  const accepted = await decide(acceptLateAnswers)
  expect(accepted.answer).toMatchObject({ lateAnswers: 2, lateDecision: 'accepted', status: 'completed' })
  expect(await answered()).toEqual({
    answered: 3,
    late: { count: 2, inTime: 0, accepted: true, undecided: 0 },
  })
  // Even later answers need another acceptance.
  await save([3])
  expect(await answered()).toEqual({
    answered: 3,
    late: { count: 3, inTime: 0, accepted: true, undecided: 1 },
  })
  const open = await request(server.url, getAssignment, { token: cast.manager.token, params })
  expect(open.answer).toMatchObject({ lateAnswers: 3, lateDecision: null })
  await decide(acceptLateAnswers)
  expect((await answered()).answered).toBe(4)
  // Pressed again there is nothing new, and nothing to put on record.
  await decide(acceptLateAnswers)

  expect((await decide(leaveLateAnswers)).answer.lateDecision).toBe('left')
  expect(await answered()).toEqual({
    answered: 1,
    late: { count: 3, inTime: 0, accepted: false, undecided: 0 },
  })
  const seen = await request(server.url, getAssignment, { token: cast.manager.token, params })
  expect(seen.answer).toMatchObject({ lateAnswers: 3, lateDecision: 'left' })
  const audited = await db
    .selectFrom('audit_entries')
    .select('reason')
    .where('action', '=', 'late_answers_decided')
    .orderBy('at')
    .execute()
  expect(audited.map((entry) => entry.reason)).toEqual(['accepted', 'accepted', 'left'])
})

test('a manager sees which late answers were given before the limit, and when', async () => {
  const { db } = server.database
  const { assignmentId, choices, started } = await addRunning(server, cast.anadolu, 'ENGLISH')
  const params = { assignmentId }
  await sql`UPDATE attempts SET deadline = now() - interval '1 minute' WHERE assignment_id = ${assignmentId}`.execute(
    db,
  )
  await closeTimedOut(db)
  const before = new Date(Date.now() - 120_000).toISOString()
  const after = new Date().toISOString()
  const answer = (number: number, seq: number, at?: string) => [
    choices[number]?.id ?? '',
    { value: choices[number]?.options[0] ?? '', seq, ...(at && { at }) },
  ]
  await request(server.url, saveResponses, {
    token: started.attemptToken,
    body: {
      testId: started.testId,
      epoch: started.epoch,
      responses: Object.fromEntries([answer(3, 1, before), answer(0, 2, after), answer(1, 3)]),
    },
  })
  const { answer: listed } = await request(server.url, listLateAnswers, {
    token: cast.manager.token,
    params,
  })
  expect(listed.answers).toMatchObject([
    {
      number: 1,
      itemId: choices[0]?.id,
      answeredAt: after,
      inTime: false,
      section: expect.stringMatching(/./),
    },
    { number: 2, itemId: choices[1]?.id, answeredAt: null, inTime: null },
    { number: 4, itemId: choices[3]?.id, answeredAt: before, inTime: true },
  ])
  const report = await request(server.url, getReport, { token: cast.manager.token, params })
  expect(report.answer.lateAnswers).toEqual({ count: 3, inTime: 1, accepted: false, undecided: 0 })
})

test('answers that arrived in time while the database was away count, by their receipt', async () => {
  const { db } = server.database
  const { assignmentId, choices, started } = await addRunning(server, cast.anadolu, 'ENGLISH')
  const chosen = (seqs: readonly number[], option = 0) =>
    Object.fromEntries(
      seqs.map((seq) => [choices[seq]?.id ?? '', { value: choices[seq]?.options[option] ?? '', seq }]),
    )
  const save = (responses: ReturnType<typeof chosen>, received?: Received) =>
    request(server.url, saveResponses, {
      token: started.attemptToken,
      body: { testId: started.testId, epoch: started.epoch, responses, ...(received && { received }) },
    })
  /** A save whose statement is stopped while the database keeps it waiting. */
  const unstored = async (responses: ReturnType<typeof chosen>) => {
    const answer = await db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE responses IN ACCESS EXCLUSIVE MODE`.execute(tx)
      const saving = save(responses)
      await expect
        .poll(async () => {
          const stopped = await sql`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
          return stopped.rows.length
        })
        .toBe(1)
      return saving
    })
    expect([answer.status, answer.code]).toEqual([503, 'service_unavailable'])
    return z.object({ received }).parse(answer.json).received
  }
  const counted = async () => {
    const params = { assignmentId }
    const { answer } = await request(server.url, getReport, { token: cast.manager.token, params })
    return { answered: answer.answered, late: answer.lateAnswers.count }
  }
  const [early, other] = [await unstored(chosen([1, 2])), await unstored(chosen([3]))]
  // The deadline follows the clock of the receipts, which is some milliseconds behind the database's.
  await sql`UPDATE attempts SET deadline = ${other.at}::timestamptz + interval '1 millisecond'
    WHERE assignment_id = ${assignmentId}`.execute(db)
  const after = await unstored(chosen([4]))
  await closeTimedOut(db)
  expect((await save(chosen([1, 2]))).answer.data.late).toHaveLength(2)
  expect(await counted()).toEqual({ answered: 0, late: 2 })

  // Neither other answers nor another receipt, nor one from after the limit.
  expect((await save(chosen([1, 2], 1), early)).answer.data.late).toHaveLength(2)
  expect((await save(chosen([1, 2]), other)).answer.data.late).toHaveLength(2)
  expect((await save(chosen([3]), { ...other, at: early.at })).answer.data.late).toHaveLength(1)
  expect((await save(chosen([4]), after)).answer.data.late).toHaveLength(1)
  expect(await counted()).toEqual({ answered: 0, late: 4 })

  for (let sent = 0; sent < 2; sent += 1)
    expect((await save(chosen([1, 2]), early)).answer.data).toMatchObject({ superseded: [], late: [] })
  expect(await counted()).toEqual({ answered: 2, late: 2 })

  // A second answer that was sent then, too, changes nothing; neither does a receipt from a long outage.
  const receipt = (responses: ReturnType<typeof chosen>, arrived: Date) =>
    receiptOf(testSlipKey, { ...started, token: started.attemptToken, responses }, arrived)
  const second = Object.fromEntries(
    Object.entries(chosen([1], 1)).map(([id, answer]) => [id, { ...answer, seq: 9 }]),
  )
  expect((await save(second, receipt(second, new Date(early.at)))).answer.data.late).toHaveLength(1)
  const old = new Date(Date.now() - 11 * 60_000)
  expect((await save(chosen([5]), receipt(chosen([5]), old))).answer.data.late).toHaveLength(1)
  expect(await counted()).toEqual({ answered: 2, late: 4 })
  const audited = await db
    .selectFrom('audit_entries')
    .select('details')
    .where('action', '=', 'late_answers_decided')
    .where('reason', '=', 'received')
    .execute()
  expect(audited).toMatchObject([{ details: { at: early.at, items: Object.keys(chosen([1, 2])) } }])
})

test('a receipt counts up to the moment in which a test without a limit was closed', async () => {
  const { db } = server.database
  const { assignmentId, choices, started } = await addRunning(server, cast.anadolu, 'SCL90')
  const answer = (place: number) => ({
    [choices[place]?.id ?? '']: { value: choices[place]?.options[0] ?? '', seq: place + 1 },
  })
  // The clock closes the test, as it does on the day after its last one.
  await db.transaction().execute((tx) => closeByTime(tx, { clientId: cast.anadolu, assignmentId }))
  const closed = await db
    .selectFrom('attempts')
    .where('assignment_id', '=', assignmentId)
    .select(['closed_at', 'closed_by'])
    .executeTakeFirstOrThrow()
  expect(closed.closed_by).toBe('time')
  const save = (place: number, arrived: Date) => {
    const sent = { testId: started.testId, epoch: started.epoch, responses: answer(place) }
    const received = receiptOf(testSlipKey, { ...sent, token: started.attemptToken }, arrived)
    return request(server.url, saveResponses, { token: started.attemptToken, body: { ...sent, received } })
  }
  const moment = closed.closed_at?.getTime() ?? 0
  expect((await save(0, new Date(moment + 1))).answer.data.late).toHaveLength(1)
  expect((await save(1, new Date(moment - 1000))).answer.data.late).toEqual([])
})
