import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNote } from '#contract/board.ts'
import { erasePerson } from '#contract/erasure.ts'
import { startAttempt, submitAttempt } from '#contract/participant.ts'
import { inviteEmails } from '#contract/people.ts'
import { saveResponses } from '#contract/responses.ts'
import { sealAudit } from '#server/audit/seal.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { readTestId } from '#server/features/delivery/attempts/tokens.ts'
import { foldGroups } from '#server/features/delivery/results/results.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { publicKeyOf } from '#server/signing.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember, addTwice } from '#test/support/invited.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning, addTaker, startTest, submit } from '#test/support/taking.ts'
import { tracesIn } from '#test/support/traces.ts'

import { clientForErasing, erasePerson as erasePersonOf, eraseTests } from './erase.ts'

let server: TestServer
let cast: Cast
const logged: string[] = []

beforeAll(async () => {
  server = await startTestServer({
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
  })
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db
const token = () => cast.admin.token

/** A person with something in every place that keeps something of them. */
async function plant(mark: string) {
  const clientId = await addClient(db())
  for (const code of ['ENGLISH', 'SCL90'])
    await addQuota(db(), {
      clientId,
      inventoryId: inventory(cast, code),
      reason: 'test',
      quantity: 5,
      addedBy: cast.admin.userId,
    })
  const email = `${mark}-mail@example.com`
  const sent = { token: token(), headers: { 'idempotency-key': newId(), prefer: 'respond-async' } }
  await request(server.url, inviteEmails, {
    ...sent,
    params: { clientId },
    body: {
      emails: [{ email, name: `${mark} Kanarya`, staffNumber: `${mark}-staff`, phone: '0532 771 88 11' }],
      inventoryIds: [inventory(cast, 'ENGLISH')],
      role: 'candidate',
      group: 'Depo',
      description: `${mark}-description`,
    },
  })
  await server.runJobs()
  const member = await db()
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.id as membershipId', 'memberships.user_id as userId'])
    .where('users.email', '=', email)
    .executeTakeFirstOrThrow()
  const { membershipId, userId } = member
  const { id: assignmentId } = await db()
    .selectFrom('assignments')
    .select('id')
    .where('membership_id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const session = await openSession(db(), { userId, invitationClientId: clientId, remembered: false })
  const started = await startTest(server.url, session, assignmentId)
  const items = started.form.sections.flatMap((section) => section.items)
  const responses = Object.fromEntries(items.map(({ id, options }) => [id, options?.[1]?.id ?? '']))
  await request(server.url, saveResponses, { token: session, body: { testId: started.testId, responses } })
  await db()
    .insertInto('attempt_breaks')
    .columns(['client_id', 'attempt_id'])
    .expression(
      db().selectFrom('attempts').select(['client_id', 'id']).where('assignment_id', '=', assignmentId),
    )
    .execute()
  await request(server.url, submitAttempt, { token: session, params: { assignmentId }, body: {} })
  await request(server.url, addNote, {
    token: token(),
    params: { assignmentId },
    body: { text: `${mark}-note` },
  })
  return {
    ...member,
    clientId,
    assignmentId,
    email,
    attemptId: readTestId(started.testId)?.attemptId ?? 'none',
    traces: [mark, '0532 771 88 11', '5327718811'],
  }
}

/** Adds registrations at the same client that made nobody a member: one refused, one pending, one not confirmed. */
async function plantRegistrations(
  { clientId, email }: { clientId: string; email: string },
  mark: string,
): Promise<void> {
  const closed = newId()
  for (const id of [newId(), closed])
    await sql`
      INSERT INTO registrations (client_id, id, code, name, inventory_ids, locale, cap, ends_on, approval, created_by, closed_at)
      VALUES (${clientId}, ${id}, ${id.slice(-8)}, 'Depo', ${[inventory(cast, 'ENGLISH')]}, 'tr', 5, '2999-12-31', true,
        ${cast.admin.userId}, ${id === closed ? sql`now()` : null})`.execute(db())
  await sql`
    INSERT INTO registrants (client_id, id, registration_id, name, email, phone, contact, locale, notice_version, state, decided_at)
    SELECT client_id, gen_random_uuid(), id, ${`${mark} KANARYA`}, v.* FROM registrations, (VALUES
      (${email}, NULL, ${email}, 'tr', 1, 'refused', now()),
      (NULL, '0532 771 88 11', '5327718811', 'tr', 1, 'waiting', NULL)) v WHERE client_id = ${clientId}`.execute(
    db(),
  )
  await sql`
    INSERT INTO registration_checks (client_id, id, registration_id, token_hash, name, email, locale, notice_version)
    VALUES (${clientId}, gen_random_uuid(), ${closed}, ''::bytea, ${mark}, ${email}, 'tr', 1)`.execute(db())
  await sql`
    WITH failed AS (SELECT * FROM graphile_worker.add_job('send_contact_mail', '{}'::json))
    SELECT FROM failed`.execute(db())
  await sql`UPDATE graphile_worker._private_jobs SET last_error = ${`refused: ${email}`}, attempts = max_attempts
    WHERE payload::text = '{}'`.execute(db())
}

const erase = ({ clientId, membershipId }: { clientId: string; membershipId: string }, confirm: string) =>
  request(server.url, erasePerson, { token: token(), params: { clientId, membershipId }, body: { confirm } })

const entriesOf = async (clientId: string) =>
  (
    await sql<{ entry: string }>`
      SELECT (to_jsonb(e) - 'actor_id' - 'subject_id' - 'address' - 'salt')::text AS entry FROM audit_entries e
      WHERE client_id = ${clientId} ORDER BY id`.execute(db())
  ).rows.map(({ entry }) => entry)

const unitsOf = async (clientId: string) =>
  (
    await sql<{ sum: number; rows: number }>`
      SELECT sum(quantity)::int AS sum, count(*)::int AS rows FROM quota_entries WHERE client_id = ${clientId}`.execute(
      db(),
    )
  ).rows[0]

const sumsOf = async (clientId: string) => {
  await foldGroups(db())
  const { rows } = await sql<{ key: string; total: number }>`
    SELECT key, total::float8 AS total FROM group_sums WHERE client_id = ${clientId} AND group_name = '' ORDER BY key`.execute(
    db(),
  )
  return rows
}

test('nothing of an erased person is left in the database or in the log, and the ledger and the means are whole', async () => {
  const mark = 'kanarya7731'
  const planted = await plant(mark)
  const { clientId, membershipId, assignmentId, userId, attemptId, traces } = planted
  await plantRegistrations(planted, mark)
  await sql`UPDATE assignments SET time_percent = 200, text_size = 2, read_aloud = false WHERE id = ${assignmentId}`.execute(
    db(),
  )
  const before = await tracesIn(db(), traces)
  expect(before).toEqual(
    expect.arrayContaining(['users.email', 'memberships.search_text', 'demo_mails.text']),
  )
  expect(before).toEqual(
    expect.arrayContaining(['assignment_notes.text', 'registrants.phone', '_private_jobs.last_error']),
  )
  expect(await tracesIn(db(), [attemptId])).not.toEqual([])
  const [units, entries] = [await unitsOf(clientId), await entriesOf(clientId)]

  expect((await erase(planted, 'Başka Biri')).code).toBe('name_differs')
  expect((await erase(planted, `${mark}  KANARYA`)).status).toBe(204)
  expect((await erase(planted, '—')).status).toBe(404)

  // The numbers of one person alone would still be theirs.
  expect((await sumsOf(clientId)).filter(({ total }) => total !== 0)).toEqual([])
  expect(await tracesIn(db(), traces)).toEqual([])
  // The attempt's id would lead to the answers.
  expect(await tracesIn(db(), [attemptId])).toEqual([])
  expect(logged.filter((line) => traces.some((trace) => line.includes(trace)))).toEqual([])
  expect(await unitsOf(clientId)).toEqual(units)
  // The entries are as they were but for who it was; the address they came from is gone.
  expect((await entriesOf(clientId)).slice(0, entries.length)).toEqual(entries)
  const { rows: own } =
    await sql`SELECT FROM audit_entries WHERE actor_id = ${userId} AND address <> ''`.execute(db())
  expect(own).toEqual([])
  const { rows: people } =
    await sql`SELECT FROM group_people WHERE client_id = ${clientId} AND results > 0`.execute(db())
  expect(people).toEqual([])
  const kept = await db()
    .selectFrom('assignments')
    .select(['status', 'membership_id', 'erased_at', 'time_percent', 'text_size', 'read_aloud'])
    .where('id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  // Somebody still has to decide about a place of a closed registration.
  const { rows: registered } =
    await sql`SELECT name, state FROM registrants WHERE client_id = ${clientId}`.execute(db())
  expect(registered).toEqual([{ name: '—', state: 'waiting' }])
  expect(kept).toMatchObject({
    time_percent: 100,
    text_size: 0,
    read_aloud: true,
    status: 'completed',
    membership_id: membershipId,
    erased_at: expect.any(Date),
  })
})

test('the numbers of an erased person leave the means, so that nobody subtracts them from those of the others', async () => {
  const clientId = await addClient(db())
  const people: Awaited<ReturnType<typeof addRunning>>[] = []
  for (let n = 0; n < 2; n++) {
    const person = await addRunning(server, clientId, 'ENGLISH')
    const responses = Object.fromEntries(person.choices.map(({ id, options }) => [id, options[n] ?? '']))
    await request(server.url, saveResponses, {
      token: person.token,
      body: { testId: person.started.testId, responses },
    })
    const started = { ...person.started, attemptToken: person.token }
    await submit(server, { started, assignmentId: person.assignmentId })
    people.push(person)
  }
  const [first, second] = people
  if (!first || !second) throw new Error('nobody')
  const both = await sumsOf(clientId)
  await erase({ clientId, membershipId: first.membershipId }, 'ŞÜKRÜ İĞNECİ')
  const { rows } = await sql`
    SELECT p.key, p.value::float8 AS total FROM results r, result_parts(r.scores) p WHERE r.client_id = ${clientId}
    ORDER BY p.key`.execute(db())
  expect(await sumsOf(clientId)).toEqual(rows)
  expect(both).not.toEqual(rows)
})

test('everything that somebody was at the client goes, what had ended before as well', async () => {
  const clientId = await addClient(db())
  const before = await addRunning(server, clientId, 'ENGLISH')
  await sql`UPDATE memberships SET removed_at = now() WHERE id = ${before.membershipId}`.execute(db())
  const now = await addMember(db(), clientId, { name: 'Gülşah Öztürk', role: 'employee' })
  await sql`UPDATE memberships SET user_id = ${before.userId} WHERE id = ${now.membershipId}`.execute(db())
  expect((await erase({ clientId, membershipId: now.membershipId }, 'Gülşah Öztürk')).status).toBe(204)
  expect(await tracesIn(db(), [`${before.userId}@example.com`])).toEqual([])
  const { rows } =
    await sql`SELECT FROM memberships WHERE client_id = ${clientId} AND erased_at IS NULL`.execute(db())
  expect(rows).toEqual([])
})

test('another client keeps its own of the person, and what is erased leads there no more', async () => {
  const { clientId, membershipId, userId, email } = await plant('kanarya8842')
  const other = await addClient(db())
  const stays = await addMember(db(), other)
  await sql`UPDATE memberships SET user_id = ${userId} WHERE id = ${stays.membershipId}`.execute(db())
  // Somebody who had left opened an invitation.
  await sql`UPDATE memberships SET removed_at = now() WHERE id = ${membershipId}`.execute(db())
  await openSession(db(), { userId, invitationClientId: clientId, remembered: false, mailed: true })
  expect((await erase({ clientId, membershipId }, 'kanarya8842 Kanarya')).status).toBe(204)
  const account = await db()
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(account).toMatchObject({ email, erased_at: null, deactivated_at: null })
  const { rows } = await sql<{ table: string }>`
    SELECT 'memberships' AS table FROM memberships WHERE client_id = ${clientId} AND user_id = ${userId}
    UNION ALL SELECT 'assignments' FROM assignments WHERE client_id = ${clientId} AND user_id = ${userId}
    UNION ALL SELECT 'sessions' FROM sessions WHERE invitation_client_id = ${clientId} AND user_id = ${userId}
    UNION ALL SELECT 'one_time_links' FROM one_time_links WHERE client_id = ${clientId} AND user_id = ${userId}
    UNION ALL SELECT 'idempotency_keys' FROM idempotency_keys WHERE client_id = ${clientId} AND user_id = ${userId}
    UNION ALL SELECT 'consents' FROM consents WHERE client_id = ${clientId} AND user_id = ${userId}
    UNION ALL SELECT 'audit_entries' FROM audit_entries WHERE client_id = ${clientId} AND ${userId} IN (actor_id::text, subject_id::text)
    UNION ALL SELECT 'group_people' FROM group_people WHERE client_id = ${clientId} AND user_id = ${userId}`.execute(
    db(),
  )
  expect(rows).toEqual([])
})

test('an audit entry without a client that leads to what is erased names nobody either, and seals stay right', async () => {
  const [clientId, other] = [await addClient(db()), await addClient(db())]
  const one = await addRunning(server, clientId, 'ENGLISH')
  const { userId, membershipId, assignmentId } = one
  const stays = await addMember(db(), other)
  await sql`UPDATE memberships SET user_id = ${userId} WHERE id = ${stays.membershipId}`.execute(db())
  const elsewhere = newId()
  const written = [
    // Consents to sensitive scales are recorded without a client, because not everybody who reads its activity may
    // see them.
    { action: 'consent_given', actorId: userId, details: { assignments: [assignmentId] } },
    {
      action: 'consent_withdrawn',
      actorId: null,
      subjectId: userId,
      details: { assignments: [assignmentId] },
    },
    {
      action: 'late_answers_decided',
      actorId: null,
      subjectId: userId,
      details: { code: 'ENGLISH', items: [] },
    },
    { action: 'result_rescored', actorId: null, subjectId: userId, details: { assignmentId } },
    { action: 'access_refused', actorId: userId, details: { sought: { clientId } } },
    { action: 'access_refused', actorId: userId, details: { sought: { clientId: other, membershipId } } },
    // Entries about other clients stay.
    { action: 'consent_given', actorId: userId, details: { assignments: [elsewhere] } },
    { action: 'late_answers_decided', actorId: null, subjectId: userId, details: { code: 'MYT', items: [] } },
  ] as const
  const ids: string[] = []
  for (const { action, actorId, details, ...entry } of written) {
    const id = newId()
    ids.push(id)
    const subjectId = 'subjectId' in entry ? entry.subjectId : null
    await sql`INSERT INTO audit_entries (id, at, action, actor_id, subject_id, address, details)
      VALUES (${id}, now() - interval '70 minutes', ${action}, ${actorId}, ${subjectId}, '192.0.2.9', ${JSON.stringify(details)})`.execute(
      db(),
    )
  }
  await sealAudit(db(), testSlipKey)
  expect((await erase({ clientId, membershipId }, 'ŞÜKRÜ İĞNECİ')).status).toBe(204)
  const { rows } = await sql<{ details: object }>`
    SELECT details FROM audit_entries
    WHERE id = ANY (${ids}::uuid[]) AND (${userId} IN (actor_id, subject_id) OR address <> '') ORDER BY id`.execute(
    db(),
  )
  expect(rows.map(({ details }) => details)).toEqual(written.slice(-2).map(({ details }) => details))
  const signed = await sql`SELECT FROM audit_renamings WHERE entry_id = ANY (${ids}::uuid[])`.execute(db())
  expect(signed.rows).toHaveLength(6)
  const { broken } = await verifyAudit(db(), { publicKey: publicKeyOf(testSlipKey), expect: undefined })
  expect(broken).toBeUndefined()
})

test('what is erased is never started, also where it is pending still', async () => {
  const clientId = await addClient(db())
  const { token: session, ...member } = await addTaker(server, clientId)
  const assignmentId = await addAssignment(db(), clientId, member, { code: 'ENGLISH' })
  await sql`UPDATE assignments SET erased_at = now() WHERE id = ${assignmentId}`.execute(db())
  const start = { token: session, params: { assignmentId }, body: { accepted: ['information'] } }
  expect((await request(server.url, startAttempt, start)).code).toBe('assignment_closed')
})

test('a test that got a later last day after it was found is left', async () => {
  const clientId = await addClient(db())
  const [extended, expired] = [await addMember(db(), clientId), await addMember(db(), clientId)]
  const ids = [
    await addAssignment(db(), clientId, extended, { code: 'ENGLISH' }),
    await addAssignment(db(), clientId, expired, { code: 'ENGLISH' }),
  ]
  await sql`UPDATE assignments SET status = 'expired', ended_at = now() WHERE id = ${ids[1]}`.execute(db())
  const client = await clientForErasing(db(), clientId)
  const by = { userId: null, address: '', reason: 'retention' } as const
  const erased = await db()
    .transaction()
    .execute((tx) => eraseTests(tx, testSlipKey, client, ids, by))
  const left = await db()
    .selectFrom('assignments')
    .select('id')
    .where('client_id', '=', clientId)
    .where('erased_at', 'is', null)
    .execute()
  expect([erased, left]).toEqual([1, [{ id: ids[0] }]])
})

test('what a manager did stays theirs when what they were before is erased', async () => {
  const clientId = await addClient(db())
  const { userId, before } = await addTwice(db(), clientId, { role: 'manager' })
  const reader = await addMember(db(), clientId)
  await sql`INSERT INTO audit_entries (id, at, action, actor_id, subject_id, client_id, address) VALUES
    (gen_random_uuid(), now() - interval '1 month', 'sign_in', ${userId}, ${userId}, ${clientId}, '10.0.0.1'),
    (gen_random_uuid(), now() + interval '1 minute', 'report_opened', ${userId}, ${reader.userId}, ${clientId}, '10.0.0.2')`.execute(
    db(),
  )
  await db()
    .transaction()
    .execute(async (tx) =>
      erasePersonOf(tx, testSlipKey, await clientForErasing(tx, clientId), before, {
        userId: null,
        address: '',
        reason: 'retention',
      }),
    )
  const { rows } = await sql<{ action: string; own: boolean; address: string }>`
    SELECT action, actor_id = ${userId} AS own, address FROM audit_entries
    WHERE client_id = ${clientId} AND action IN ('sign_in', 'report_opened') ORDER BY at`.execute(db())
  expect(rows).toEqual([
    { action: 'sign_in', own: false, address: '' },
    { action: 'report_opened', own: true, address: '10.0.0.2' },
  ])
})

test('an audit entry changes only while a person in it is erased', async () => {
  const { userId } = await addMember(db(), await addClient(db()))
  const other = cast.admin.userId
  await sql`INSERT INTO audit_entries (id, action, actor_id, address) VALUES (gen_random_uuid(), 'sign_in', ${userId}, '10.0.0.1')`.execute(
    db(),
  )
  const change = (what: ReturnType<typeof sql>, setting = 'terazi.renaming') =>
    db()
      .transaction()
      .execute(async (tx) => {
        await sql`SELECT set_config(${setting}, ${userId}, true)`.execute(tx)
        await sql`UPDATE audit_entries SET ${what} WHERE actor_id = ${userId}`.execute(tx)
      })
  for (const what of [
    sql`action = 'x'`,
    sql`address = '10.0.0.2'`,
    sql`actor_id = ${other}`,
    sql`details = '{"a": 1}'`,
    sql`salt = NULL, action = 'x'`,
  ])
    await expect(change(what)).rejects.toThrow('audit entries are only ever added')
  // A process of a version before seals, which signs nothing.
  await expect(change(sql`address = ''`, 'terazi.erasing')).rejects.toThrow('only ever added')
  await change(sql`address = ''`)
})
