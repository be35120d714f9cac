import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cancelAssignment,
  cancelAssignments,
  extendAssignment,
  extendAssignments,
  previewCancellation,
  previewExtension,
  previewReminders,
  remindAssignment,
  remindAssignments,
} from '#contract/assignment-actions.ts'
import { getAssignment } from '#contract/assignments.ts'
import { openMagicLink } from '#contract/auth.ts'
import { submitAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { newId } from '#server/db/ids.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addEnablement } from '#test/support/enablement.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { makeJobsDue } from '#test/support/jobs.ts'
import { mailsTo } from '#test/support/mails.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker } from '#test/support/taking.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'
import { expireOverdue } from './assignments.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const token = () => cast.admin.token
const db = () => server.database.db

/** A client where it is noon, or another hour, with units of the English test. */
async function client({ units = 10, hour = 12 } = {}): Promise<string> {
  const clientId = await addClient(db())
  const zone = zoneWhereItIs(hour)
  await db().updateTable('clients').set({ time_zone: zone }).where('id', '=', clientId).execute()
  const addition = { clientId, inventoryId: inventory(cast, 'ENGLISH'), reason: 'test' }
  await addQuota(db(), { ...addition, quantity: units, addedBy: cast.admin.userId })
  return clientId
}

const left = async (clientId: string) => {
  const rows = await db().selectFrom('quotas').select('available').where('client_id', '=', clientId).execute()
  return rows[0]?.available
}
const one = (entry: typeof cancelAssignment | typeof remindAssignment, assignmentId: string) =>
  request(server.url, entry, { token: token(), params: { assignmentId } })
const extend = (assignmentId: string, dueDate: string, key = newId()) =>
  request(server.url, extendAssignment, {
    token: token(),
    params: { assignmentId },
    body: { dueDate },
    headers: { 'idempotency-key': key },
  })
const mailsOf = (userId: string) => mailsTo(db(), `${userId}@example.com`)

/** An assignment that has run out with its unit given back. */
async function expired(clientId: string) {
  const taker = await addTaker(server, clientId)
  const assignmentId = await addAssignment(db(), clientId, taker, { code: 'ENGLISH', due: '2020-01-01' })
  await expireOverdue(db())
  return { ...taker, assignmentId }
}

describe('cancelling', () => {
  test('gives the unit of an unstarted test back once, however often it is asked for', async () => {
    const clientId = await client()
    const assignmentId = await addAssignment(db(), clientId, await addMember(db(), clientId), {
      code: 'ENGLISH',
    })
    const answers = await Promise.all(Array.from({ length: 6 }, () => one(cancelAssignment, assignmentId)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200))
    expect(answers[0]?.answer).toMatchObject({ status: 'cancelled' })
    expect(await left(clientId)).toBe(11)
  })

  test('of a test under way takes no more answers, keeps what was saved, and its unit stays used', async () => {
    const clientId = await client()
    const running = await addRunning(server, clientId, 'ENGLISH')
    const [first, second] = running.choices
    const save = (choice: typeof first) =>
      request(server.url, saveResponses, {
        token: running.started.attemptToken,
        body: {
          testId: running.started.testId,
          responses: { [choice?.id ?? '']: choice?.options[0] ?? '' },
        },
      })
    expect((await save(first)).status).toBe(200)
    expect((await one(cancelAssignment, running.assignmentId)).status).toBe(200)
    expect((await save(second)).code).toBe('assignment_closed')
    expect(await left(clientId)).toBe(10)
    const kept = await db()
      .selectFrom('responses')
      .select('item_id')
      .where('client_id', '=', clientId)
      .execute()
    expect(kept.map((row) => row.item_id)).toEqual([first?.id])
  })

  test('is refused for a completed test', async () => {
    const clientId = await client()
    const running = await addRunning(server, clientId, 'ENGLISH')
    await request(server.url, submitAttempt, {
      token: running.token,
      params: { assignmentId: running.assignmentId },
      body: {},
    })
    expect((await one(cancelAssignment, running.assignmentId)).code).toBe('assignment_completed')
  })

  test('of many says how many were left out and why', async () => {
    const clientId = await client()
    const member = await addMember(db(), clientId)
    const assignmentId = await addAssignment(db(), clientId, member, { code: 'ENGLISH' })
    const elsewhere = await addAssignment(db(), cast.ege, await addMember(db(), cast.ege), {
      code: 'ENGLISH',
    })
    const cancel = (body: { assignmentIds: string[] } | { filter: object }) =>
      request(server.url, cancelAssignments, { token: token(), params: { clientId }, body })
    const first = await cancel({ assignmentIds: [assignmentId, elsewhere, newId()] })
    expect(first.answer).toEqual({ done: 1, skipped: [{ reason: 'not_found', count: 2 }] })
    const second = await cancel({ assignmentIds: [assignmentId] })
    expect(second.answer).toEqual({ done: 0, skipped: [{ reason: 'cancelled', count: 1 }] })
    for (let number = 0; number < 5; number++)
      await addAssignment(db(), clientId, await addMember(db(), clientId), { code: 'ENGLISH' })
    expect((await cancel({ filter: { inventory: inventory(cast, 'ENGLISH') } })).answer.done).toBe(5)
    expect(await left(clientId)).toBe(16)
  })
})

describe('reminding', () => {
  test('mails a link once in twelve hours', async () => {
    const clientId = await client()
    const member = await addMember(db(), clientId)
    const assignmentId = await addAssignment(db(), clientId, member, { code: 'ENGLISH', locale: 'en' })
    const reminded = await one(remindAssignment, assignmentId)
    expect(Object(reminded.json).reminder.queued).toBe(false)
    expect((await one(remindAssignment, assignmentId)).code).toBe('reminded_recently')
    await server.runJobs()
    const [mail, ...more] = await mailsOf(member.userId)
    expect(more).toEqual([])
    expect([mail?.kind, mail?.subject]).toEqual(['reminder', 'Reminder: your test for Anadolu Gıda A.Ş.'])
    const [, uid = '', secret = ''] = /magic-link\/([^/]+)\/([\w-]+)/.exec(mail?.links[0] ?? '') ?? []
    const opened = await request(server.url, openMagicLink, { params: { uid, token: secret } })
    expect(opened.status).toBe(200)
  })

  test('at night waits for eight in the morning, and says so', async () => {
    const clientId = await client({ hour: 2 })
    const member = await addMember(db(), clientId)
    const assignmentId = await addAssignment(db(), clientId, member, { code: 'ENGLISH' })
    const { reminder } = Object((await one(remindAssignment, assignmentId)).json)
    expect(reminder.queued).toBe(true)
    const { rows } = await sql<{ hour: string }>`
      SELECT (${reminder.sendAt}::timestamptz AT TIME ZONE ${zoneWhereItIs(2)})::time::text AS hour`.execute(
      db(),
    )
    expect(rows[0]?.hour).toBe('08:00:00')
    await server.runJobs()
    // Also a job that runs too early finds that it is night.
    await makeJobsDue(db())
    await server.runJobs()
    expect(await mailsOf(member.userId)).toEqual([])
  })

  test('of many sends one mail a person, and leaves out who has no address', async () => {
    const clientId = await client()
    const [both, none] = [await addMember(db(), clientId), await addMember(db(), clientId, { email: null })]
    const ids = [
      await addAssignment(db(), clientId, both, { code: 'ENGLISH' }),
      await addAssignment(db(), clientId, both, { code: 'SCL90' }),
      await addAssignment(db(), clientId, none, { code: 'ENGLISH' }),
    ]
    const ask = async () =>
      (await request(server.url, previewReminders, { token: token(), params: { clientId }, query: {} }))
        .answer
    expect(await ask()).toEqual({ people: 1, withoutEmail: 1, recently: 0, justInvited: 1 })
    const reminded = await request(server.url, remindAssignments, {
      token: token(),
      params: { clientId },
      body: { assignmentIds: ids },
    })
    expect(await ask()).toEqual({ people: 0, withoutEmail: 1, recently: 1, justInvited: 0 })
    expect(reminded.answer).toMatchObject({
      done: 2,
      people: 1,
      skipped: [{ reason: 'no_email', count: 1 }],
      queued: false,
    })
    // The next step of a long command finds the mail still waiting, and adds to it.
    const later = await addAssignment(db(), clientId, both, { code: 'MYT' })
    const { rows } = await sql<{ due: boolean }>`
      SELECT run_at <= now() AS due FROM graphile_worker.jobs
      WHERE key = ${`reminder:${both.membershipId}`}`.execute(db())
    expect(rows).toEqual([{ due: false }])
    await request(server.url, remindAssignments, {
      token: token(),
      params: { clientId },
      body: { assignmentIds: [later] },
    })
    await server.runJobs()
    expect(await mailsOf(both.userId)).toHaveLength(1)
    const again = await request(server.url, remindAssignments, {
      token: token(),
      params: { clientId },
      body: { filter: {} },
    })
    expect(again.answer.done).toBe(0)
  })
})

describe('reminding of a sensitive test that is closed', () => {
  test('mails, counts and shows nothing, and says why', async () => {
    const clientId = await client()
    const member = await addMember(db(), clientId)
    const assignmentId = await addAssignment(db(), clientId, member, { code: 'SCL90' })
    const scl90 = { clientId, inventoryId: inventory(cast, 'SCL90') }
    const closed = async () => {
      for (const table of ['report_recipients', 'inventory_enablements'] as const)
        await db()
          .deleteFrom(table)
          .where('client_id', '=', clientId)
          .where('inventory_id', '=', scl90.inventoryId)
          .execute()
    }
    const many = () =>
      request(server.url, remindAssignments, {
        token: token(),
        params: { clientId },
        body: { assignmentIds: [assignmentId] },
      })
    await closed()
    const refused = await one(remindAssignment, assignmentId)
    expect([refused.status, refused.code]).toEqual([409, 'inventory_not_enabled'])
    expect(Object(refused.json).message).toMatch(/^Terazi [^{]+ bu kurum için/)
    expect((await many()).answer).toMatchObject({
      done: 0,
      people: 0,
      skipped: [{ reason: 'inventory_not_enabled', count: 1 }],
    })
    const enablement = { legalBasis: 'test', enabledBy: cast.admin.userId, recipients: [] }
    await addEnablement(db(), { ...scl90, ...enablement })
    await db()
      .updateTable('memberships')
      .set({ role: 'candidate' })
      .where('id', '=', member.membershipId)
      .execute()
    expect((await one(remindAssignment, assignmentId)).code).toBe('not_for_candidates')
    await server.runJobs()
    expect(await mailsOf(member.userId)).toEqual([])
    const shown = await request(server.url, getAssignment, { token: token(), params: { assignmentId } })
    expect(shown.answer.remindedAt).toBeNull()
  })
})

describe('extending', () => {
  test('gives a pending test a later day and its links the time', async () => {
    const clientId = await client()
    const member = await addMember(db(), clientId)
    const assignmentId = await addAssignment(db(), clientId, member, { code: 'ENGLISH', due: '2998-01-01' })
    expect((await extend(assignmentId, '2997-01-01')).status).toBe(400)
    expect((await extend(assignmentId, '2020-01-01')).status).toBe(400)
    await one(remindAssignment, assignmentId)
    await server.runJobs()
    expect((await extend(assignmentId, '2999-01-01')).answer.dueDate).toBe('2999-01-01')
    const link = await db()
      .selectFrom('one_time_links')
      .select('expires_at')
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow()
    expect(link.expires_at.getUTCFullYear()).toBe(2999)
    expect(await left(clientId)).toBe(10)
    await server.runJobs()
    expect((await mailsOf(member.userId)).map((mail) => mail.kind)).toEqual(['reminder', 'invitation'])
  })

  test('gives a test its first due date, not before it opens, and its person a mail that says so', async () => {
    const clientId = await client()
    const member = await addMember(db(), clientId)
    const assignmentId = await addAssignment(db(), clientId, member, { code: 'ENGLISH', due: null })
    const opensAt = new Date('2998-01-01T12:00:00Z')
    await db().updateTable('assignments').set({ opens_at: opensAt }).where('id', '=', assignmentId).execute()
    expect((await extend(assignmentId, '2997-12-01')).code).toBe('not_open_yet')
    expect((await extend(assignmentId, '2998-02-01')).answer.dueDate).toBe('2998-02-01')
    expect(await left(clientId)).toBe(10)
    await server.runJobs()
    const mails = await mailsOf(member.userId)
    expect(mails.map((mail) => mail.subject)).toEqual(['Anadolu Gıda A.Ş. testiniz için son gün belirledi'])
    expect((await extend(assignmentId, '2998-01-15')).status).toBe(400)
  })

  test('of an expired test takes a unit again, once, and it is pending again', async () => {
    const clientId = await client({ units: 1 })
    const { assignmentId } = await expired(clientId)
    expect(await left(clientId)).toBe(2)
    const key = newId()
    const answers = await Promise.all([1, 2, 3].map(() => extend(assignmentId, '2999-01-01', key)))
    expect(answers.map((answer) => answer.answer.status)).toEqual(['pending', 'pending', 'pending'])
    expect((await extend(assignmentId, '2999-01-01')).status).toBe(200)
    expect(await left(clientId)).toBe(1)
  })

  test('of an expired test follows the rule of candidates, alone and among many', async () => {
    const clientId = await client()
    const scl90 = { clientId, inventoryId: inventory(cast, 'SCL90') }
    await addQuota(db(), { ...scl90, quantity: 5, reason: 'test', addedBy: cast.admin.userId })
    const enablement = { legalBasis: 'test', enabledBy: cast.admin.userId, recipients: [] }
    await addEnablement(db(), { ...scl90, ...enablement })
    const give = async (role: 'candidate' | 'employee') =>
      addAssignment(db(), clientId, await addMember(db(), clientId, { role }), {
        code: 'SCL90',
        due: '2020-01-01',
      })
    const [candidate, employee] = [await give('candidate'), await give('employee')]
    const letCandidates = (allowed: boolean) =>
      db()
        .updateTable('inventory_enablements')
        .set({ for_candidates: allowed })
        .where('client_id', '=', clientId)
        .execute()
    await letCandidates(false)
    await expireOverdue(db())
    const refused = await extend(candidate, '2999-01-01')
    expect([refused.status, refused.code]).toEqual([409, 'not_for_candidates'])
    const many = await request(server.url, extendAssignments, {
      token: token(),
      params: { clientId },
      body: { assignmentIds: [candidate, employee], dueDate: '2999-01-01' },
    })
    expect(many.answer).toEqual({ done: 1, skipped: [{ reason: 'not_for_candidates', count: 1 }] })
    await letCandidates(true)
    expect((await extend(candidate, '2999-01-01')).answer.status).toBe('pending')
  })

  test('opens a link again that had run out with the last day, and none that was ended', async () => {
    const clientId = await client()
    const { userId, assignmentId } = await expired(clientId)
    const link = (expiresAt: string) => ({
      token_hash: Buffer.from(newId()),
      user_id: userId,
      purpose: 'invitation' as const,
      client_id: clientId,
      email: null,
      created_by: null,
      expires_at: sql<Date>`${expiresAt}::timestamp AT TIME ZONE ${zoneWhereItIs(12)}`,
    })
    await db()
      .insertInto('one_time_links')
      .values([link('2020-01-02 00:00'), link('2020-01-01 15:13:12.123')])
      .execute()
    await extend(assignmentId, '2999-01-01')
    const { rows } = await sql<{ live: boolean }>`
      SELECT expires_at > now() AS live FROM one_time_links WHERE user_id = ${userId} ORDER BY expires_at`.execute(
      db(),
    )
    expect(rows.map((row) => row.live)).toEqual([false, true])
  })

  test('of many takes as many units as there are', async () => {
    const clientId = await client({ units: 1 })
    const people = [await expired(clientId), await expired(clientId), await expired(clientId)]
    // Every one of them gave a unit back that none had taken: two are left when these are used.
    await db().updateTable('quotas').set({ available: 2 }).where('client_id', '=', clientId).execute()
    const extended = await request(server.url, extendAssignments, {
      token: token(),
      params: { clientId },
      body: { assignmentIds: people.map((person) => person.assignmentId), dueDate: '2999-01-01' },
    })
    expect(extended.answer).toEqual({ done: 2, skipped: [{ reason: 'quota_exceeded', count: 1 }] })
    expect(await left(clientId)).toBe(0)
  })
})

test('extending, reminding and cancelling each leave one entry on record, with how many it was', async () => {
  const clientId = await client({ units: 5 })
  const one = await expired(clientId)
  const due = { code: 'ENGLISH', due: '2998-01-01' }
  const ids = [
    await addAssignment(db(), clientId, await addMember(db(), clientId), due),
    await addAssignment(db(), clientId, await addMember(db(), clientId), due),
  ]
  const sent = { token: token(), params: { clientId } }
  await request(server.url, remindAssignments, { ...sent, body: { assignmentIds: ids } })
  await request(server.url, extendAssignments, { ...sent, body: { filter: {}, dueDate: '2999-01-01' } })
  await extend(one.assignmentId, '2999-02-01')
  await request(server.url, cancelAssignments, { ...sent, body: { assignmentIds: ids } })
  // Nothing was done: nothing to put on record.
  await request(server.url, remindAssignments, { ...sent, body: { assignmentIds: ids } })
  const entries = await db()
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'subject_id', 'details'])
    .where('client_id', '=', clientId)
    .where('action', 'like', 'assignments_%')
    .orderBy('id')
    .execute()
  const actor_id = cast.admin.userId
  expect(entries.map(({ details, ...entry }) => [entry, Object(details).quantity])).toEqual([
    [{ action: 'assignments_reminded', actor_id, subject_id: null }, 2],
    [{ action: 'assignments_extended', actor_id, subject_id: null }, 3],
    [{ action: 'assignments_extended', actor_id, subject_id: one.userId }, 1],
    [{ action: 'assignments_cancelled', actor_id, subject_id: null }, 2],
  ])
  expect(Object(entries[1]?.details).unitsTaken).toBe(1)
})

test('before all that match are cancelled it can be asked how many units come back and what stays', async () => {
  const clientId = await client()
  const given = async () =>
    addAssignment(db(), clientId, await addMember(db(), clientId), { code: 'ENGLISH' })
  await given()
  await given()
  const cancelled = await given()
  await addRunning(server, clientId, 'ENGLISH')
  const tooLate = await addRunning(server, clientId, 'ENGLISH')
  await db()
    .updateTable('attempts')
    .set({ deadline: new Date(Date.now() - 1000) })
    .where('assignment_id', '=', tooLate.assignmentId)
    .execute()
  await one(cancelAssignment, cancelled)
  const ask = async (query: { status?: 'pending' } = {}) =>
    (await request(server.url, previewCancellation, { token: token(), params: { clientId }, query })).answer
  expect(await ask()).toEqual({ unstarted: 2, started: 1, over: 2 })
  expect(await ask({ status: 'pending' })).toEqual({ unstarted: 2, started: 1, over: 1 })
  const before = await left(clientId)
  await request(server.url, cancelAssignments, { token: token(), params: { clientId }, body: { filter: {} } })
  expect(await left(clientId)).toBe((before ?? 0) + 2)
  expect(await ask()).toEqual({ unstarted: 0, started: 0, over: 5 })
})

test('before all that match are extended it can be asked how many get a later day, which units that takes and what stays', async () => {
  const clientId = await client()
  const given = async (due: string | null) =>
    addAssignment(db(), clientId, await addMember(db(), clientId), { code: 'ENGLISH', due })
  await expired(clientId)
  const gone = await expired(clientId)
  await db()
    .updateTable('memberships')
    .set({ removed_at: new Date() })
    .where('id', '=', gone.membershipId)
    .execute()
  await given('2999-01-01')
  await given('2999-01-01')
  await given(null)
  await one(cancelAssignment, await given('2999-01-01'))
  const tooLate = await addRunning(server, clientId, 'ENGLISH')
  await db()
    .updateTable('attempts')
    .set({ deadline: new Date(Date.now() - 1000) })
    .where('assignment_id', '=', tooLate.assignmentId)
    .execute()
  const ask = async (query: { status?: 'pending' } = {}) =>
    (await request(server.url, previewExtension, { token: token(), params: { clientId }, query })).answer
  expect(await ask()).toEqual({ undated: 1, pending: 2, expired: 1, stays: 3 })
  expect(await ask({ status: 'pending' })).toEqual({ undated: 1, pending: 2, expired: 0, stays: 1 })
  const before = await left(clientId)
  const body = { filter: {}, dueDate: '2999-06-01' }
  const { answer } = await request(server.url, extendAssignments, {
    token: token(),
    params: { clientId },
    body,
  })
  expect([answer.done, (before ?? 0) - ((await left(clientId)) ?? 0)]).toEqual([4, 1])
})
