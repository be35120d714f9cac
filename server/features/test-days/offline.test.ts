import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { acceptLateAnswers, leaveLateAnswers } from '#contract/late-answers.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { getTabletDay, getTabletPackage, openTablet } from '#contract/tablets.ts'
import { expireOverdue } from '#server/features/assignments/assignments.ts'
import { closeTimedOut } from '#server/features/delivery/attempts/closing/close.ts'
import { request } from '#test/support/api.ts'
import {
  assignmentOf,
  deliver,
  delivery,
  minutes,
  scene,
  startOffline,
  stored,
} from '#test/support/offline.ts'

let where: Awaited<ReturnType<typeof startOffline>>

beforeAll(async () => {
  where = await startOffline()
})
afterAll(() => where.server.close())

test('the package is encrypted, has each test and question once, and no names or codes in the open', async () => {
  const one = await scene(where)
  const { data } = (await request(where.server.url, getTabletPackage, { token: one.tablets[0]?.token }))
    .answer
  expect(Buffer.from(data, 'base64').includes('İĞNECİ')).toBe(false)
  expect(JSON.stringify(one.content)).not.toContain(one.code)
  expect(one.content.people).toHaveLength(1)
  expect(one.questions.length).toBeGreaterThan(20)
  const template = one.content.templates[one.mine?.template ?? '']
  expect(template?.assignment.tr?.inventory.code).toBe('AYT')
  expect(template?.limitSeconds).toBeGreaterThan(0)
})

test('a test that was begun, answered and handed in without a connection counts with the times of the tablet', async () => {
  const one = await scene(where)
  const [tablet] = one.tablets
  const body = delivery(one, {
    answeredAt: [minutes(1), minutes(2), minutes(3)],
    elapsedMs: minutes(50),
    submittedAfterMs: minutes(4),
  })
  const { answer } = await deliver(where, tablet?.token ?? '', body)
  expect(answer).toMatchObject({ outcome: 'started', receipt: expect.stringMatching(/^TRZ-/) })
  expect((await stored(where, body.assignmentId)).map((row) => row.late)).toEqual([false, false, false])
  expect(await assignmentOf(where, body.assignmentId)).toMatchObject({
    status: 'completed',
    durationSeconds: 240,
  })
  // Its answer was lost on the way: the same again.
  expect((await deliver(where, tablet?.token ?? '', body)).answer).toMatchObject({
    receipt: Object(answer).receipt,
  })
})

test('what was answered after the limit by the tablet’s clock is late, and the test is closed by time', async () => {
  const one = await scene(where)
  const limit = (one.content.templates[one.mine?.template ?? '']?.limitSeconds ?? 0) * 1000
  const body = delivery(one, { answeredAt: [limit - 1000, limit + 1000], elapsedMs: limit + minutes(1) })
  const { answer } = await deliver(where, one.tablets[0]?.token ?? '', body)
  expect(answer).toMatchObject({ outcome: 'started' })
  expect((await stored(where, body.assignmentId)).map((row) => row.late).toSorted()).toEqual([false, true])
  expect(await assignmentOf(where, body.assignmentId)).toMatchObject({ status: 'completed', lateAnswers: 1 })
})

test('practice counts for no limit, and no tablet has been under way for longer than it was open', async () => {
  const one = await scene(where)
  const limit = (one.content.templates[one.mine?.template ?? '']?.limitSeconds ?? 0) * 1000
  const body = delivery(one, {
    answeredAt: [limit + minutes(1)],
    elapsedMs: limit + minutes(1),
    practiceMs: minutes(2),
  })
  await deliver(where, one.tablets[0]?.token ?? '', body)
  const other = await scene(where)
  const bragging = delivery(other, { answeredAt: [0], elapsedMs: minutes(20 * 60) })
  await deliver(where, other.tablets[0]?.token ?? '', bragging)
  const started = (await assignmentOf(where, bragging.assignmentId)).startedAt
  expect([(await stored(where, body.assignmentId)).map((row) => row.late), started !== null]).toEqual([
    [false],
    true,
  ])
  const { rows } = await sql<{ minutes: number }>`
    SELECT extract(epoch FROM now() - started_at)::int / 60 AS minutes FROM attempts
    WHERE assignment_id = ${bragging.assignmentId}`.execute(where.server.database.db)
  expect(rows[0]?.minutes).toBe(61)
})

test('a test that goes on gets a token, and its next answers are saved as any others', async () => {
  const one = await scene(where)
  const body = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(2) })
  const { answer } = await deliver(where, one.tablets[0]?.token ?? '', body)
  if (answer.outcome !== 'started') throw new Error('it was kept')
  const { started } = answer
  expect(started.form.sections.flatMap((section) => section.items.map((item) => item.id))).toEqual(
    one.form?.sections.flatMap((section) => section.items.map((name) => one.content.items[name]?.id)),
  )
  const [, second] = one.questions
  const saved = await request(where.server.url, saveResponses, {
    token: started.attemptToken,
    body: {
      testId: started.testId,
      epoch: started.epoch,
      responses: { [second?.id ?? '']: { value: second?.option ?? '', seq: 2 } },
    },
  })
  expect(saved.answer.data).toMatchObject({ saved: [second?.id], late: [] })
  // Delivered again with what was changed meanwhile, the newest stays.
  await deliver(where, one.tablets[0]?.token ?? '', body)
  expect(await stored(where, body.assignmentId)).toHaveLength(2)
})

test('a test that comes in days later counts, also where its tablet was opened again meanwhile', async () => {
  const { db } = where.server.database
  const one = await scene(where)
  const [tablet] = one.tablets
  await sql`UPDATE tablets SET opened_at = opened_at - interval '30 hours' WHERE test_day_id = ${one.day.id}`.execute(
    db,
  )
  await sql`UPDATE test_days SET day = day - 2 WHERE id = ${one.day.id}`.execute(db)
  const body = delivery(one, {
    answeredAt: [minutes(1)],
    elapsedMs: minutes(30 * 60),
    submittedAfterMs: minutes(2),
  })
  const { answer } = await deliver(where, tablet?.token ?? '', body)
  expect(answer).toMatchObject({ outcome: 'started', receipt: expect.stringMatching(/^TRZ-/) })
  const { startedAt, completedAt, durationSeconds } = await assignmentOf(where, body.assignmentId)
  const hoursAgo = (moment: string | null) => (Date.now() - Date.parse(moment ?? '')) / 3_600_000
  expect([Math.round(hoursAgo(startedAt)), Math.round(hoursAgo(completedAt)), durationSeconds]).toEqual([
    30, 30, 120,
  ])
})

test('a tablet’s times count by the database’s clock where the server’s is wrong', async () => {
  const one = await scene(where)
  const body = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(25) })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutes(120) })
  try {
    await deliver(where, one.tablets[0]?.token ?? '', body)
  } finally {
    vi.useRealTimers()
  }
  const { rows } = await sql<{ minutes: number }>`
    SELECT round(extract(epoch FROM now() - started_at) / 60)::int AS minutes FROM attempts
    WHERE assignment_id = ${body.assignmentId}`.execute(where.server.database.db)
  expect(rows[0]?.minutes).toBe(25)
})

test('a PIN entered again does not make the tablet’s tests younger', async () => {
  const one = await scene(where)
  const [tablet] = one.tablets
  await request(where.server.url, openTablet, { token: tablet?.token, body: { pin: one.day.pin } })
  const body = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(25) })
  await deliver(where, tablet?.token ?? '', body)
  const { rows } = await sql<{ minutes: number }>`
    SELECT round(extract(epoch FROM now() - started_at) / 60)::int AS minutes FROM attempts
    WHERE assignment_id = ${body.assignmentId}`.execute(where.server.database.db)
  expect(rows[0]?.minutes).toBe(25)
})

test('what comes after the sweep has closed the test is stored, and scored with the rest', async () => {
  const { db } = where.server.database
  const one = await scene(where)
  const { token = '' } = one.tablets[0] ?? {}
  const first = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(2) })
  await deliver(where, token, first)
  // The answer of that call was lost, and the tablet is away until the limit is over.
  await sql`UPDATE attempts SET started_at = started_at - interval '50 minutes', deadline = now() - interval '1 minute'
    WHERE assignment_id = ${first.assignmentId}`.execute(db)
  await closeTimedOut(db)
  expect((await assignmentOf(where, first.assignmentId)).progress.answered).toBe(1)
  const again = delivery(one, {
    offlineId: first.offlineId,
    answeredAt: [minutes(1), minutes(2), minutes(3)],
    elapsedMs: minutes(55),
    submittedAfterMs: minutes(4),
  })
  expect((await deliver(where, token, again)).answer).toMatchObject({ outcome: 'started' })
  expect((await stored(where, first.assignmentId)).map((row) => row.late)).toEqual([false, false, false])
  const { rows } = await sql<{ closed_by: string }>`
    SELECT closed_by FROM attempts WHERE assignment_id = ${first.assignmentId}`.execute(db)
  expect(rows).toEqual([{ closed_by: 'person' }])
})

test.for([
  { decide: acceptLateAnswers, accepted: true },
  { decide: leaveLateAnswers, accepted: false },
])(
  'what a tablet brings after a manager’s decision counts where it was in time, and the report says so (accepted: $accepted)',
  async ({ decide, accepted }) => {
    const { db } = where.server.database
    const one = await scene(where)
    const { token = '' } = one.tablets[0] ?? {}
    const first = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(2) })
    const { answer } = await deliver(where, token, first)
    if (answer.outcome !== 'started') throw new Error('it was kept')
    const params = { assignmentId: first.assignmentId }
    await sql`UPDATE attempts SET started_at = started_at - interval '50 minutes', deadline = now() - interval '1 minute'
      WHERE assignment_id = ${first.assignmentId}`.execute(db)
    await closeTimedOut(db)
    const { id = '', option = '' } = one.questions[9] ?? {}
    await request(where.server.url, saveResponses, {
      token: answer.started.attemptToken,
      body: { testId: answer.started.testId, epoch: 1, responses: { [id]: { value: option, seq: 9 } } },
    })
    await request(where.server.url, decide, { token: where.cast.manager.token, params })
    const facts = async () => {
      const report = await request(where.server.url, getReport, { token: where.cast.manager.token, params })
      return { answered: report.answer.answered, late: report.answer.lateAnswers }
    }
    const late = { count: 1, inTime: 0, accepted, undecided: 0 }
    expect(await facts()).toEqual({ answered: accepted ? 2 : 1, late })
    const again = delivery(one, {
      offlineId: first.offlineId,
      answeredAt: [minutes(1), minutes(2), minutes(3), minutes(54)],
      elapsedMs: minutes(55),
    })
    await deliver(where, token, again)
    expect(await facts()).toEqual({ answered: accepted ? 4 : 3, late: { ...late, count: 2, undecided: 1 } })
    // The manager is asked about the new one.
    expect(await assignmentOf(where, first.assignmentId)).toMatchObject({
      lateAnswers: 2,
      lateDecision: null,
    })
  },
)

test('a test of yesterday waits three days for its tablet before its unit goes back', async () => {
  const { db } = where.server.database
  const one = await scene(where)
  const later = async (days: number) => {
    await sql`UPDATE test_days SET day = day - ${days}::int WHERE id = ${one.day.id}`.execute(db)
    await sql`UPDATE assignments SET due_date = due_date - ${days}::int WHERE test_day_id = ${one.day.id}`.execute(
      db,
    )
    await expireOverdue(db)
    return (await assignmentOf(where, one.mine?.assignmentId ?? '')).status
  }
  expect(await later(1)).toBe('pending')
  const { token = '' } = one.tablets[0] ?? {}
  expect((await request(where.server.url, getTabletDay, { token })).answer.state).toBe('over')
  const body = delivery(one, { answeredAt: [0], elapsedMs: minutes(2), submittedAfterMs: minutes(1) })
  expect((await deliver(where, token, body)).answer.outcome).toBe('started')
  const unbegun = await scene(where)
  await sql`UPDATE test_days SET day = day - 5 WHERE id = ${unbegun.day.id}`.execute(db)
  await sql`UPDATE assignments SET due_date = due_date - 5 WHERE test_day_id = ${unbegun.day.id}`.execute(db)
  await expireOverdue(db)
  expect((await assignmentOf(where, unbegun.mine?.assignmentId ?? '')).status).toBe('expired')
})
