import { createDecipheriv } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cancelAssignment } from '#contract/assignment-actions.ts'
import { getAssignment } from '#contract/assignments.ts'
import { listOwnConsents, withdrawConsent } from '#contract/consents.ts'
import { disableInventory, enableInventory } from '#contract/enablements.ts'
import type { BodyIn } from '#contract/kit.ts'
import { acceptLateAnswers, leaveLateAnswers } from '#contract/late-answers.ts'
import { startAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import {
  deliverOfflineAttempt,
  enterByDayCode,
  getTabletDay,
  getTabletPackage,
  openTablet,
  type PackageContent,
  packageContent,
  registerTablet,
} from '#contract/tablets.ts'
import { createTestDay, listKeptAttempts, listTestDayPeople } from '#contract/test-days.ts'
import { newId } from '#server/db/ids.ts'
import { expireOverdue } from '#server/features/assignments/assignments.ts'
import { closeTimedOut } from '#server/features/attempts/close.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'
import { packagedHash } from './secrets.ts'

let server: TestServer
let cast: Cast
// Noon, so that an hour ago is the same day.
const timeZone = zoneWhereItIs(12)
const today = new Intl.DateTimeFormat('sv', { timeZone }).format(new Date())
const minutes = (count: number) => count * 60_000

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  await server.database.db.updateTable('clients').set({ time_zone: timeZone }).execute()
})
afterAll(() => server.close())

/** A day of one person with a timed test, its open tablets, and what they have prepared. */
async function scene({ tablets = 1, code: test = 'AYT' } = {}) {
  const { db } = server.database
  const { membershipId } = await addMember(db, cast.anadolu)
  const day = (
    await request(server.url, createTestDay, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: {
        ...{ place: 'Kapı 2', day: today, locale: 'tr' },
        ...{ inventoryIds: [inventory(cast, test)], membershipIds: [membershipId] },
      },
    })
  ).answer
  const params = { clientId: cast.anadolu, testDayId: day.id }
  const people = await request(server.url, listTestDayPeople, { token: cast.manager.token, params })
  const code = people.answer.results[0]?.code ?? ''
  const opened = []
  for (let n = 1; n <= tablets; n += 1) {
    const body = { number: day.number, pin: day.pin, name: `Tablet ${n}` }
    const { token } = (await request(server.url, registerTablet, { body })).answer
    const { key } = (await request(server.url, openTablet, { token, body: { pin: day.pin } })).answer
    opened.push({ token, key })
  }
  // They have been open for an hour.
  await sql`UPDATE tablets SET opened_at = now() - interval '1 hour' WHERE test_day_id = ${day.id}`.execute(
    db,
  )
  const content = await unpack(opened[0] ?? { token: '', key: '' })
  const own = content.people.find((one) => one.codeHash === packagedHash(content.salt, code))
  const mine = own?.tests[0]
  const form = content.forms[mine?.forms.tr ?? '']
  const questions = (form?.sections ?? []).flatMap((section) =>
    section.items.map((name) => {
      const item = content.items[name]
      return { section: section.id, id: item?.id ?? '', option: item?.options?.[0]?.id ?? '' }
    }),
  )
  return {
    day,
    params,
    code,
    tablets: opened,
    content,
    mine,
    form,
    questions: questions.filter((one) => one.option),
  }
}

async function unpack({ token, key }: { token: string; key: string }): Promise<PackageContent> {
  const { version, iv, data } = (await request(server.url, getTabletPackage, { token })).answer
  const bytes = Buffer.from(data, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'))
  cipher.setAAD(Buffer.from(version))
  cipher.setAuthTag(bytes.subarray(-16))
  const text = Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]).toString()
  return packageContent.parse(JSON.parse(text))
}

type Delivery = BodyIn<typeof deliverOfflineAttempt>
const deliver = (token: string, body: Delivery) => request(server.url, deliverOfflineAttempt, { token, body })

function delivery(
  { mine, questions }: Awaited<ReturnType<typeof scene>>,
  { answeredAt, ...rest }: Partial<Delivery> & { answeredAt: number[] },
): Delivery {
  const answered = answeredAt.map((afterMs, at) => ({ afterMs, ...questions[at] }))
  return {
    offlineId: newId(),
    assignmentId: mine?.assignmentId ?? '',
    accepted: ['information'],
    locale: 'tr',
    elapsedMs: 0,
    sections: [],
    responses: Object.fromEntries(
      answered.map(({ id = '', option = '' }, at) => [id, { value: option, seq: at + 1 }]),
    ),
    answeredAfterMs: Object.fromEntries(answered.map(({ id = '', afterMs }) => [id, afterMs])),
    ...rest,
  }
}
const stored = async (assignmentId: string) => {
  const { rows } = await sql<{ item_id: string; late: boolean }>`
    SELECT r.item_id, r.late FROM responses r JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
    WHERE t.assignment_id = ${assignmentId} ORDER BY r.item_id`.execute(server.database.db)
  return rows
}
const assignmentOf = async (assignmentId: string) =>
  (await request(server.url, getAssignment, { token: cast.manager.token, params: { assignmentId } })).answer

/** A session of the person who has this test, by a link in their mailbox. */
async function byMail(assignmentId: string): Promise<string> {
  const { db } = server.database
  const { user_id: userId } = await db
    .selectFrom('assignments')
    .select('user_id')
    .where('id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  return openSession(db, { userId, invitationClientId: cast.anadolu, remembered: false, mailed: true })
}

test('a consent that was given without a connection has the time of arrival and the tablet’s own', async () => {
  const one = await scene()
  const sent = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(20) })
  expect((await deliver(one.tablets[0]?.token ?? '', sent)).status).toBe(200)
  const { rows } = await sql<{ minutes: number }>`
    SELECT round(extract(epoch FROM accepted_at - device_accepted_at) / 60) AS minutes FROM consents
    WHERE assignment_id = ${sent.assignmentId}`.execute(server.database.db)
  expect(rows.map((row) => Number(row.minutes))).toEqual([20])
  const token = await byMail(sent.assignmentId)
  const shown = await request(server.url, listOwnConsents, { token })
  const [{ acceptedAt, deviceAcceptedAt } = { acceptedAt: '', deviceAcceptedAt: null }] = shown.answer.results
  expect(Date.parse(acceptedAt) - Date.parse(deviceAcceptedAt ?? '')).toBe(minutes(20))
})

test('the package is encrypted, has each test and question once, and no names or codes in the open', async () => {
  const one = await scene()
  const { data } = (await request(server.url, getTabletPackage, { token: one.tablets[0]?.token })).answer
  expect(Buffer.from(data, 'base64').includes('İĞNECİ')).toBe(false)
  expect(JSON.stringify(one.content)).not.toContain(one.code)
  expect(one.content.people).toHaveLength(1)
  expect(one.questions.length).toBeGreaterThan(20)
  const template = one.content.templates[one.mine?.template ?? '']
  expect(template?.assignment.tr?.inventory.code).toBe('AYT')
  expect(template?.limitSeconds).toBeGreaterThan(0)
})

test('a test that was begun, answered and handed in without a connection counts with the times of the tablet', async () => {
  const one = await scene()
  const [tablet] = one.tablets
  const body = delivery(one, {
    ...{ answeredAt: [minutes(1), minutes(2), minutes(3)], elapsedMs: minutes(50) },
    submittedAfterMs: minutes(4),
  })
  const { answer } = await deliver(tablet?.token ?? '', body)
  expect(answer).toMatchObject({ outcome: 'started', receipt: expect.stringMatching(/^TRZ-/) })
  expect((await stored(body.assignmentId)).map((row) => row.late)).toEqual([false, false, false])
  expect(await assignmentOf(body.assignmentId)).toMatchObject({ status: 'completed', durationSeconds: 240 })
  // Its answer was lost on the way: the same again.
  expect((await deliver(tablet?.token ?? '', body)).answer).toMatchObject({ receipt: Object(answer).receipt })
})

test('what was answered after the limit by the tablet’s clock is late, and the test is closed by time', async () => {
  const one = await scene()
  const limit = (one.content.templates[one.mine?.template ?? '']?.limitSeconds ?? 0) * 1000
  const body = delivery(one, { answeredAt: [limit - 1000, limit + 1000], elapsedMs: limit + minutes(1) })
  const { answer } = await deliver(one.tablets[0]?.token ?? '', body)
  expect(answer).toMatchObject({ outcome: 'started' })
  expect((await stored(body.assignmentId)).map((row) => row.late).toSorted()).toEqual([false, true])
  expect(await assignmentOf(body.assignmentId)).toMatchObject({ status: 'completed', lateAnswers: 1 })
})

test('practice counts for no limit, and no tablet has been under way for longer than it was open', async () => {
  const one = await scene()
  const limit = (one.content.templates[one.mine?.template ?? '']?.limitSeconds ?? 0) * 1000
  const body = delivery(one, {
    ...{ answeredAt: [limit + minutes(1)], elapsedMs: limit + minutes(1), practiceMs: minutes(2) },
  })
  await deliver(one.tablets[0]?.token ?? '', body)
  const other = await scene()
  const bragging = delivery(other, { answeredAt: [0], elapsedMs: minutes(20 * 60) })
  await deliver(other.tablets[0]?.token ?? '', bragging)
  const started = (await assignmentOf(bragging.assignmentId)).startedAt
  expect([(await stored(body.assignmentId)).map((row) => row.late), started !== null]).toEqual([
    [false],
    true,
  ])
  const { rows } = await sql<{ minutes: number }>`
    SELECT extract(epoch FROM now() - started_at)::int / 60 AS minutes FROM attempts
    WHERE assignment_id = ${bragging.assignmentId}`.execute(server.database.db)
  expect(rows[0]?.minutes).toBe(61)
})

test('a test that goes on gets a token, and its next answers are saved as any others', async () => {
  const one = await scene()
  const body = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(2) })
  const { answer } = await deliver(one.tablets[0]?.token ?? '', body)
  if (answer.outcome !== 'started') throw new Error('it was kept')
  const { started } = answer
  expect(started.form.sections.flatMap((section) => section.items.map((item) => item.id))).toEqual(
    one.form?.sections.flatMap((section) => section.items.map((name) => one.content.items[name]?.id)),
  )
  const [, second] = one.questions
  const saved = await request(server.url, saveResponses, {
    token: started.attemptToken,
    body: {
      ...{ testId: started.testId, epoch: started.epoch },
      responses: { [second?.id ?? '']: { value: second?.option ?? '', seq: 2 } },
    },
  })
  expect(saved.answer.data).toMatchObject({ saved: [second?.id], late: [] })
  // Delivered again with what was changed meanwhile, the newest stays.
  await deliver(one.tablets[0]?.token ?? '', body)
  expect(await stored(body.assignmentId)).toHaveLength(2)
})

test('of two beginnings the first to arrive counts, and the other is kept for the manager', async () => {
  const one = await scene({ tablets: 2 })
  const bodies = [1, 2].map((answers) =>
    delivery(one, {
      answeredAt: Array.from({ length: answers }, (_, at) => minutes(at + 1)),
      elapsedMs: minutes(5),
    }),
  )
  const outcomes = await Promise.all(
    bodies.map(async (body, at) => (await deliver(one.tablets[at]?.token ?? '', body)).answer.outcome),
  )
  expect(outcomes.toSorted()).toEqual(['kept', 'started'])
  const kept = outcomes.indexOf('kept')
  const again = bodies[kept]
  if (again === undefined) throw new Error('none was kept')
  await deliver(one.tablets[kept]?.token ?? '', again)
  const listed = await request(server.url, listKeptAttempts, {
    token: cast.manager.token,
    params: one.params,
  })
  expect(listed.answer.results).toMatchObject([
    { answered: kept + 1, submitted: false, tablet: `Tablet ${kept + 1}`, inventory: { code: 'AYT' } },
  ])
  expect(await stored(again.assignmentId)).toHaveLength(2 - kept)
})

test('a test that comes in days later counts, also where its tablet was opened again meanwhile', async () => {
  const { db } = server.database
  const one = await scene()
  const [tablet] = one.tablets
  await sql`UPDATE tablets SET opened_at = opened_at - interval '30 hours' WHERE test_day_id = ${one.day.id}`.execute(
    db,
  )
  await sql`UPDATE test_days SET day = day - 2 WHERE id = ${one.day.id}`.execute(db)
  const body = delivery(one, {
    ...{ answeredAt: [minutes(1)], elapsedMs: minutes(30 * 60), submittedAfterMs: minutes(2) },
  })
  const { answer } = await deliver(tablet?.token ?? '', body)
  expect(answer).toMatchObject({ outcome: 'started', receipt: expect.stringMatching(/^TRZ-/) })
  const { startedAt, completedAt, durationSeconds } = await assignmentOf(body.assignmentId)
  const hoursAgo = (moment: string | null) => (Date.now() - Date.parse(moment ?? '')) / 3_600_000
  expect([Math.round(hoursAgo(startedAt)), Math.round(hoursAgo(completedAt)), durationSeconds]).toEqual([
    30, 30, 120,
  ])
})

test('a tablet’s times count by the database’s clock where the server’s is wrong', async () => {
  const one = await scene()
  const body = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(25) })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutes(120) })
  try {
    await deliver(one.tablets[0]?.token ?? '', body)
  } finally {
    vi.useRealTimers()
  }
  const { rows } = await sql<{ minutes: number }>`
    SELECT round(extract(epoch FROM now() - started_at) / 60)::int AS minutes FROM attempts
    WHERE assignment_id = ${body.assignmentId}`.execute(server.database.db)
  expect(rows[0]?.minutes).toBe(25)
})

test('a PIN entered again does not make the tablet’s tests younger', async () => {
  const one = await scene()
  const [tablet] = one.tablets
  await request(server.url, openTablet, { token: tablet?.token, body: { pin: one.day.pin } })
  const body = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(25) })
  await deliver(tablet?.token ?? '', body)
  const { rows } = await sql<{ minutes: number }>`
    SELECT round(extract(epoch FROM now() - started_at) / 60)::int AS minutes FROM attempts
    WHERE assignment_id = ${body.assignmentId}`.execute(server.database.db)
  expect(rows[0]?.minutes).toBe(25)
})

test('what comes after the sweep has closed the test is stored, and scored with the rest', async () => {
  const { db } = server.database
  const one = await scene()
  const { token = '' } = one.tablets[0] ?? {}
  const first = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(2) })
  await deliver(token, first)
  // The answer of that call was lost, and the tablet is away until the limit is over.
  await sql`UPDATE attempts SET started_at = started_at - interval '50 minutes', deadline = now() - interval '1 minute'
    WHERE assignment_id = ${first.assignmentId}`.execute(db)
  await closeTimedOut(db)
  expect((await assignmentOf(first.assignmentId)).progress.answered).toBe(1)
  const again = delivery(one, {
    ...{ offlineId: first.offlineId, answeredAt: [minutes(1), minutes(2), minutes(3)] },
    ...{ elapsedMs: minutes(55), submittedAfterMs: minutes(4) },
  })
  expect((await deliver(token, again)).answer).toMatchObject({ outcome: 'started' })
  expect((await stored(first.assignmentId)).map((row) => row.late)).toEqual([false, false, false])
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
    const { db } = server.database
    const one = await scene()
    const { token = '' } = one.tablets[0] ?? {}
    const first = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(2) })
    const { answer } = await deliver(token, first)
    if (answer.outcome !== 'started') throw new Error('it was kept')
    const params = { assignmentId: first.assignmentId }
    await sql`UPDATE attempts SET started_at = started_at - interval '50 minutes', deadline = now() - interval '1 minute'
      WHERE assignment_id = ${first.assignmentId}`.execute(db)
    await closeTimedOut(db)
    const { id = '', option = '' } = one.questions[9] ?? {}
    await request(server.url, saveResponses, {
      token: answer.started.attemptToken,
      body: { testId: answer.started.testId, epoch: 1, responses: { [id]: { value: option, seq: 9 } } },
    })
    await request(server.url, decide, { token: cast.manager.token, params })
    const facts = async () => {
      const report = await request(server.url, getReport, { token: cast.manager.token, params })
      return { answered: report.answer.answered, late: report.answer.lateAnswers }
    }
    const late = { count: 1, inTime: 0, accepted, undecided: 0 }
    expect(await facts()).toEqual({ answered: accepted ? 2 : 1, late })
    const again = delivery(one, {
      ...{ offlineId: first.offlineId, answeredAt: [minutes(1), minutes(2), minutes(3), minutes(54)] },
      elapsedMs: minutes(55),
    })
    await deliver(token, again)
    expect(await facts()).toEqual({ answered: accepted ? 4 : 3, late: { ...late, count: 2, undecided: 1 } })
    // The manager is asked about the new one.
    expect(await assignmentOf(first.assignmentId)).toMatchObject({ lateAnswers: 2, lateDecision: null })
  },
)

test('a test that has gone on at another tablet is not handed in by the first one', async () => {
  const { db } = server.database
  const one = await scene({ tablets: 2 })
  const [first, second] = one.tablets
  const body = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(2) })
  await deliver(first?.token ?? '', body)
  const { token } = (
    await request(server.url, enterByDayCode, { token: second?.token, body: { code: one.code } })
  ).answer
  const params = { assignmentId: body.assignmentId }
  const started = await request(server.url, startAttempt, { token, params, body: {} })
  expect(started.answer.epoch).toBe(2)
  const again = { ...body, submittedAfterMs: minutes(2) }
  expect((await deliver(first?.token ?? '', again)).answer).toMatchObject({
    started: { epoch: 1 },
    receipt: null,
  })
  const { rows } = await sql`
    SELECT FROM attempts WHERE assignment_id = ${body.assignmentId} AND closed_at IS NULL`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a withdrawn tablet delivers what it began before, and begins nothing', async () => {
  const [before, after] = [await scene(), await scene()]
  for (const [one, elapsedMs, outcome] of [
    [before, minutes(20), 'started'],
    [after, minutes(1), 'kept'],
  ] as const) {
    await sql`UPDATE tablets SET revoked_at = now() - interval '10 minutes' WHERE test_day_id = ${one.day.id}`.execute(
      server.database.db,
    )
    const { answer } = await deliver(
      one.tablets[0]?.token ?? '',
      delivery(one, { answeredAt: [0], elapsedMs }),
    )
    expect(answer.outcome).toBe(outcome)
  }
})

test('a test that was cancelled meanwhile is kept', async () => {
  const one = await scene()
  const params = { assignmentId: one.mine?.assignmentId ?? '' }
  await request(server.url, cancelAssignment, { token: cast.manager.token, params })
  const { answer } = await deliver(one.tablets[0]?.token ?? '', delivery(one, { answeredAt: [0] }))
  expect(answer.outcome).toBe('kept')
})

test('what was erased because its consent was withdrawn does not come back by its tablet', async () => {
  const one = await scene({ code: 'SCL90' })
  const [{ token = '' } = {}] = one.tablets
  const entered = (await request(server.url, enterByDayCode, { token, body: { code: one.code } })).answer
  const withdraw = (session: string) =>
    request(server.url, withdrawConsent, { token: session, params: { assignmentId: given.assignmentId } })
  const whole = delivery(one, { answeredAt: [0], submittedAfterMs: 0 })
  const given = { ...whole, accepted: ['information', 'consent'] }
  expect((await deliver(token, given)).answer).toMatchObject({ outcome: 'started' })
  // A day's code is printed on a list that others read.
  expect((await withdraw(entered.token)).code).toBe('identity_needed')
  expect((await withdraw(await byMail(given.assignmentId))).status).toBe(204)
  for (const offlineId of [given.offlineId, newId()])
    expect((await deliver(token, { ...given, offlineId })).answer).toEqual({ outcome: 'kept' })
  const kept = await request(server.url, listKeptAttempts, { token: cast.manager.token, params: one.params })
  expect(kept.answer.results).toEqual([])
})

test('of a sensitive test that is not open any more nothing is taken along, and nothing that a tablet asked is stored', async () => {
  const one = await scene({ code: 'SCL90' })
  const [tablet = { token: '', key: '' }] = one.tablets
  const params = { clientId: cast.anadolu, inventoryId: inventory(cast, 'SCL90') }
  await request(server.url, disableInventory, { token: cast.admin.token, params })
  expect((await unpack(tablet)).people.flatMap(({ tests }) => tests)).toEqual([])
  const given = { ...delivery(one, { answeredAt: [0] }), accepted: ['information', 'consent'] }
  expect((await deliver(tablet.token, given)).answer).toEqual({ outcome: 'kept' })
  const kept = await request(server.url, listKeptAttempts, { token: cast.manager.token, params: one.params })
  expect(kept.answer.results).toEqual([])
  expect(await assignmentOf(given.assignmentId)).toMatchObject({ status: 'pending', startedAt: null })
  await request(server.url, enableInventory, {
    ...{ token: cast.admin.token, params },
    body: {
      ...{ legalBasis: 'Açık rıza', purpose: 'İş sağlığı', recipientIds: [cast.manager.userId] },
      ...{ forCandidates: true, candidatesConfirmed: true },
    },
  })
})

test('a beginning that comes after one with a connection is kept', async () => {
  const one = await scene({ tablets: 2 })
  const [first, second] = one.tablets
  const { token } = (
    await request(server.url, enterByDayCode, { token: first?.token, body: { code: one.code } })
  ).answer
  const params = { assignmentId: one.mine?.assignmentId ?? '' }
  await request(server.url, startAttempt, { token, params, body: { accepted: ['information'] } })
  const late = await deliver(second?.token ?? '', delivery(one, { answeredAt: [0], elapsedMs: 1000 }))
  expect(late.answer.outcome).toBe('kept')
})

test('a tablet delivers nothing of another day, and nothing with a foreign value', async () => {
  const [one, other] = [await scene(), await scene()]
  const token = other.tablets[0]?.token ?? ''
  expect(await deliver(token, delivery(one, { answeredAt: [0] }))).toMatchObject({ status: 404 })
  const own = delivery(other, { answeredAt: [0] })
  const [itemId = ''] = Object.keys(own.responses)
  const wrong = { ...own, responses: { [itemId]: { value: 'nothing', seq: 1 } } }
  expect(await deliver(token, wrong)).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(await deliver(token, { ...own, accepted: [] })).toMatchObject({ code: 'consent_required' })
  expect(await stored(own.assignmentId)).toEqual([])
})

test('a test of yesterday waits three days for its tablet before its unit goes back', async () => {
  const { db } = server.database
  const one = await scene()
  const later = async (days: number) => {
    await sql`UPDATE test_days SET day = day - ${days}::int WHERE id = ${one.day.id}`.execute(db)
    await sql`UPDATE assignments SET due_date = due_date - ${days}::int WHERE test_day_id = ${one.day.id}`.execute(
      db,
    )
    await expireOverdue(db)
    return (await assignmentOf(one.mine?.assignmentId ?? '')).status
  }
  expect(await later(1)).toBe('pending')
  const { token = '' } = one.tablets[0] ?? {}
  expect((await request(server.url, getTabletDay, { token })).answer.state).toBe('over')
  const body = delivery(one, { answeredAt: [0], elapsedMs: minutes(2), submittedAfterMs: minutes(1) })
  expect((await deliver(token, body)).answer.outcome).toBe('started')
  const unbegun = await scene()
  await sql`UPDATE test_days SET day = day - 5 WHERE id = ${unbegun.day.id}`.execute(db)
  await sql`UPDATE assignments SET due_date = due_date - 5 WHERE test_day_id = ${unbegun.day.id}`.execute(db)
  await expireOverdue(db)
  expect((await assignmentOf(unbegun.mine?.assignmentId ?? '')).status).toBe('expired')
})

test('a consent that was refused on a tablet ends its test as with a connection, once, and gives its unit back', async () => {
  const one = await scene({ code: 'SCL90', tablets: 2 })
  const refused = { ...delivery(one, { answeredAt: [], refused: true, submittedAfterMs: 0 }), accepted: [] }
  const left = async () =>
    (
      await server.database.db
        .selectFrom('quotas')
        .select('available')
        .where('client_id', '=', cast.anadolu)
        .where('inventory_id', '=', inventory(cast, 'SCL90'))
        .executeTakeFirstOrThrow()
    ).available
  const before = await left()
  for (const { token } of one.tablets)
    expect((await deliver(token, refused)).answer).toEqual({ outcome: 'refused' })
  expect(await assignmentOf(refused.assignmentId)).toMatchObject({ status: 'cancelled' })
  expect(await left()).toBe(before + 1)
})

test('a refusal that arrives after the test was begun elsewhere ends nothing', async () => {
  const one = await scene({ code: 'SCL90', tablets: 2 })
  const [first, second] = one.tablets
  const begun = delivery(one, { answeredAt: [], elapsedMs: minutes(5) })
  const given = { ...begun, accepted: ['information', 'consent'] }
  expect((await deliver(first?.token ?? '', given)).answer).toMatchObject({ outcome: 'started' })
  const refused = { ...delivery(one, { answeredAt: [], refused: true }), accepted: [] }
  expect((await deliver(second?.token ?? '', refused)).answer).toEqual({ outcome: 'refused' })
  expect(await assignmentOf(refused.assignmentId)).toMatchObject({ status: 'pending' })
})
