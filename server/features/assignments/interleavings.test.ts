import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replacePerson } from '#contract/access-rules.ts'
import { createAssignments } from '#contract/assigning.ts'
import { cancelAssignment, extendAssignment, extendAssignments } from '#contract/assignment-actions.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { getOwnAssignment, refuseConsent, startAttempt } from '#contract/participant.ts'
import { addQuota } from '#contract/quotas.ts'
import { removeCandidate } from '#contract/removals.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { expireOverdue } from '#server/features/assignments/assignments.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addEnablement } from '#test/support/enablement.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let second: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  cast = await castOf(server, 0)
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const codes = ['ENGLISH', 'SCL90'] as const

/** Faults in a client's books; none when every unit is accounted for. */
async function faults(clientId: string): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    SELECT 'balance ' || q.available || ' is not the ledger''s ' || e.sum AS fault
    FROM quotas q CROSS JOIN LATERAL (
      SELECT coalesce(sum(quantity), 0) AS sum FROM quota_entries e
      WHERE e.client_id = q.client_id AND e.inventory_id = q.inventory_id
    ) e WHERE q.client_id = ${clientId} AND (q.available <> e.sum OR q.available < 0)
    UNION ALL
    -- A test that waits, was taken, or was begun has used one unit; one that ended before it was begun has used none.
    SELECT a.status || ' of ' || coalesce(a.end_reason, '-') || ' has used ' || -coalesce(e.sum, 0) FROM assignments a
    LEFT JOIN LATERAL (
      SELECT sum(quantity) AS sum FROM quota_entries e WHERE e.client_id = a.client_id AND e.assignment_id = a.id
    ) e ON true
    WHERE a.client_id = ${clientId} AND coalesce(e.sum, 0) <>
      CASE WHEN a.status IN ('expired', 'cancelled') AND a.started_at IS NULL THEN 0 ELSE -1 END
    UNION ALL
    SELECT 'pending for somebody who is gone' FROM assignments a
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    WHERE a.client_id = ${clientId} AND a.status = 'pending' AND m.removed_at IS NOT NULL
    UNION ALL
    SELECT 'purchased ' || q.purchased || ' is not what was added' FROM quotas q
    WHERE q.client_id = ${clientId} AND q.purchased <> (
      SELECT coalesce(sum(quantity), 0) FROM quota_entries e
      WHERE e.client_id = q.client_id AND e.inventory_id = q.inventory_id AND e.kind = 'addition')
    UNION ALL
    SELECT 'open attempt of a test that is over' FROM attempts t
    JOIN assignments a ON a.client_id = t.client_id AND a.id = t.assignment_id
    WHERE t.client_id = ${clientId} AND a.status <> 'pending' AND t.closed_at IS NULL`.execute(
    server.database.db,
  )
  return rows.map((row) => row.fault)
}

const actions = [
  'create',
  'create',
  'create',
  'add',
  'cancel',
  'cancel',
  'expire',
  'extend',
  'extendAll',
  'refuse',
  'start',
  'replace',
  'replace',
  'remove',
] as const
const step = fc.record({ do: fc.constantFrom(...actions), pick: fc.nat(30), code: fc.constantFrom(...codes) })
/** Calls that come too late, or have nothing to do, are refused with one of these; anything else is a fault. */
const refusals: Record<(typeof actions)[number], readonly ErrorCode[]> = {
  create: ['quota_exceeded', 'already_assigned', 'invalid_request'],
  add: [],
  cancel: ['assignment_completed', 'assignment_closed'],
  expire: [],
  extend: ['assignment_completed', 'assignment_closed', 'already_assigned', 'quota_exceeded'],
  extendAll: [],
  // The session of somebody who is removed ends, and with it the sight of their tests.
  refuse: ['consent_not_asked', 'assignment_closed', 'not_authenticated', 'not_found'],
  start: ['assignment_closed', 'not_authenticated', 'not_found'],
  replace: ['assignment_started', 'assignment_closed', 'already_assigned', 'not_found', 'invalid_request'],
  remove: ['not_found'],
}
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface World {
  clientId: string
  people: { userId: string }[]
}

async function world(): Promise<World> {
  const { db } = server.database
  const clientId = await addClient(db)
  const enabledBy = cast.admin.userId
  const inventoryId = inventory(cast, 'SCL90')
  await addEnablement(db, {
    clientId,
    inventoryId,
    legalBasis: 'test',
    enabledBy,
    recipients: [],
    forCandidates: true,
  })
  const people = []
  for (let number = 0; number < 4; number++) people.push(await addMember(db, clientId))
  return { clientId, people }
}

async function take({ clientId, people }: World, { do: what, pick, code }: Step, url: string) {
  const { db } = server.database
  const token = cast.admin.token
  const params = { clientId }
  const person = people[pick % people.length] ?? { userId: '' }
  const inventoryId = inventory(cast, code)
  const assignments = await db
    .selectFrom('assignments')
    .select(['id', 'user_id'])
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute()
  const one = assignments[pick % Math.max(1, assignments.length)]
  const assignmentId = one?.id ?? ''
  const own = () =>
    openSession(db, { userId: one?.user_id ?? '', invitationClientId: clientId, remembered: false })
  if (what === 'add')
    return request(url, addQuota, { token, params, body: { inventoryId, quantity: 1 + (pick % 4) } })
  if (what === 'create') {
    const userIds = pick % 3 === 0 ? people.map((each) => each.userId) : [person.userId]
    const inventoryIds = pick % 2 === 0 ? [inventoryId] : codes.map((each) => inventory(cast, each))
    const body = {
      userIds,
      inventoryIds,
      description: 'x',
      dueDate: '2998-01-01',
      skipExisting: pick % 2 === 0,
    }
    return request(url, createAssignments, { token, params, body })
  }
  if (what === 'remove')
    return request(url, removeCandidate, { token, params, body: { user_id: person.userId } })
  if (what === 'extendAll')
    return request(url, extendAssignments, { token, params, body: { filter: {}, dueDate: '2999-01-01' } })
  if (one === undefined) return undefined
  if (what === 'cancel') return request(url, cancelAssignment, { token, params: { assignmentId } })
  if (what === 'replace')
    return request(url, replacePerson, {
      token,
      params: { clientId },
      body: {
        assignmentIds: [one.id],
        person: { name: 'Ada Deniz', email: `${person.userId}@example.com` },
      },
    })
  if (what === 'extend')
    return request(url, extendAssignment, {
      token,
      params: { assignmentId },
      body: { dueDate: '2999-01-01' },
    })
  if (what === 'refuse') return request(url, refuseConsent, { token: await own(), params: { assignmentId } })
  if (what === 'start') {
    const sent = { token: await own(), params: { assignmentId } }
    const detail = await request(url, getOwnAssignment, sent)
    if (detail.code !== undefined) return detail
    const accepted = detail.answer.notices.map((notice) => notice.id)
    return request(url, startAttempt, { ...sent, body: { accepted } })
  }
  await sql`
    UPDATE assignments SET due_date = '2020-01-01' WHERE client_id = ${clientId} AND id = ${assignmentId}`.execute(
    db,
  )
  await expireOverdue(db)
  return undefined
}

test('a test that expires while it is given a later day is pending in the end, for one unit', async () => {
  const { db } = server.database
  for (let round = 0; round < 6; round++) {
    const { clientId, people } = await world()
    const sent = { token: cast.admin.token, params: { clientId } }
    const inventoryId = inventory(cast, 'ENGLISH')
    // Each may give its unit back and take it again; a few in reserve let nobody be refused meanwhile.
    await request(server.url, addQuota, { ...sent, body: { inventoryId, quantity: people.length * 2 } })
    const userIds = people.map(({ userId }) => userId)
    const body = { userIds, inventoryIds: [inventoryId], description: 'x', dueDate: '2998-01-01' }
    const { answer } = await request(server.url, createAssignments, { ...sent, body })
    await sql`UPDATE assignments SET due_date = '2020-01-01' WHERE client_id = ${clientId}`.execute(db)
    const extended = (url: string, assignmentId: string) =>
      request(url, extendAssignment, {
        token: cast.admin.token,
        params: { assignmentId },
        body: { dueDate: '2999-01-01' },
      })
    const both = [server.url, second.url]
    const all = await Promise.all([
      expireOverdue(db),
      ...answer.assignments.flatMap(({ id }) => both.map((url) => extended(url, id))),
      request(second.url, extendAssignments, { ...sent, body: { filter: {}, dueDate: '2999-01-01' } }),
      expireOverdue(db),
    ])
    for (const one of all) if (typeof one === 'object') expect(one.status, one.text).toBe(200)
    const rows = await db
      .selectFrom('assignments')
      .select(['status', 'due_date'])
      .where('client_id', '=', clientId)
      .execute()
    expect(rows).toEqual(people.map(() => ({ status: 'pending', due_date: '2999-01-01' })))
    expect(await faults(clientId)).toEqual([])
  }
})

test('an action on a test waits for its person’s removal before it holds the test', async () => {
  const { db } = server.database
  const { clientId, people } = await world()
  const sent = { token: cast.admin.token, params: { clientId } }
  const inventoryId = inventory(cast, 'ENGLISH')
  await request(server.url, addQuota, { ...sent, body: { inventoryId, quantity: 1 } })
  const body = { userIds: people.slice(0, 1).map(({ userId }) => userId), inventoryIds: [inventoryId] }
  const { answer } = await request(server.url, createAssignments, {
    ...sent,
    body: { ...body, description: 'x' },
  })
  const assignmentId = answer.assignments[0]?.id ?? ''
  const waiting = async () =>
    (
      await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
    ).rows.length
  const { cancelled } = await db.transaction().execute(async (tx) => {
    await sql`SELECT FROM memberships WHERE client_id = ${clientId} FOR UPDATE`.execute(tx)
    const params = { assignmentId }
    const cancelled = request(second.url, cancelAssignment, { token: cast.admin.token, params })
    await expect.poll(waiting).toBe(1)
    await sql`SELECT FROM assignments WHERE id = ${assignmentId} FOR UPDATE NOWAIT`.execute(tx)
    return { cancelled }
  })
  expect((await cancelled).status).toBe(200)
})

test('a person is replaced or starts the test, never both', async () => {
  const { db } = server.database
  const nobody = { userId: '' }
  for (let round = 0; round < 12; round++) {
    const { clientId, people } = await world()
    const [first = nobody, other = nobody] = people
    const sent = { token: cast.admin.token, params: { clientId } }
    const inventoryId = inventory(cast, 'ENGLISH')
    await request(server.url, addQuota, { ...sent, body: { inventoryId, quantity: 1 } })
    const body = { userIds: [first.userId], inventoryIds: [inventoryId], description: 'x' }
    const { answer } = await request(server.url, createAssignments, { ...sent, body })
    const assignmentId = answer.assignments[0]?.id ?? ''
    const own = {
      token: await openSession(db, {
        userId: first.userId,
        invitationClientId: clientId,
        remembered: false,
      }),
      params: { assignmentId },
    }
    const { notices } = (await request(server.url, getOwnAssignment, own)).answer
    const accepted = notices.map((notice) => notice.id)
    const replacement = {
      token: cast.admin.token,
      params: { clientId },
      body: {
        assignmentIds: [assignmentId],
        person: { name: 'Ada Deniz', email: `${other.userId}@example.com` },
      },
    }
    const calls = [
      () => request(server.url, startAttempt, { ...own, body: { accepted } }),
      () => request(second.url, replacePerson, replacement),
    ]
    // Each is first in half of the rounds.
    const asked = (round % 2 === 0 ? calls : calls.toReversed()).map((call) => call())
    const [started, replaced] =
      round % 2 === 0 ? await Promise.all(asked) : (await Promise.all(asked)).reverse()
    if (started?.status === 200) expect(replaced).toMatchObject({ status: 409, code: 'assignment_started' })
    else expect([started?.code, replaced?.status]).toEqual(['assignment_closed', 200])
    expect(await faults(clientId)).toEqual([])
    const { available } = await db
      .selectFrom('quotas')
      .select('available')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    expect(available).toBe(0)
  }
})

test('every unit is accounted for after any simultaneous calls on two servers', async () => {
  const rounds = fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 6 })
  const property = fc.asyncProperty(rounds, async (history) => {
    const clients = await world()
    for (const round of history) {
      const answers = await Promise.all(
        round.map(async (one, place) => ({
          what: one.do,
          answer: await take(clients, one, place % 2 === 0 ? server.url : second.url),
        })),
      )
      for (const { what, answer } of answers)
        if (answer?.code !== undefined) expect(refusals[what], answer.text).toContain(answer.code)
      expect(await faults(clients.clientId)).toEqual([])
    }
  })
  await fc.assert(property, {
    numRuns: Number(process.env.FUZZ_RUNS ?? 25),
    seed: Number(process.env.FUZZ_SEED ?? 42),
    endOnFailure: true,
  })
})
