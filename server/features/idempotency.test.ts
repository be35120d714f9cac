import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replacePerson } from '#contract/access-rules.ts'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { changeManyAccommodations } from '#contract/accommodations.ts'
import { createAssignments } from '#contract/assigning.ts'
import {
  cancelAssignment,
  cancelAssignments,
  extendAssignment,
  extendAssignments,
  remindAssignment,
  remindAssignments,
} from '#contract/assignment-actions.ts'
import { addMinutes } from '#contract/board.ts'
import { calls } from '#contract/calls.ts'
import { createClient } from '#contract/clients.ts'
import { inviteManagers } from '#contract/colleagues.ts'
import { invitePerson } from '#contract/invitations.ts'
import type { BodyIn, Call, ParamsIn } from '#contract/kit.ts'
import { takesKey } from '#contract/kit.ts'
import { createOrder, refundOrder } from '#contract/orders.ts'
import { inviteEmails } from '#contract/people.ts'
import { addQuota as addQuotaCall } from '#contract/quotas.ts'
import { openRegistration } from '#contract/registrations.ts'
import { removeCandidate, removeEmployee, removeManager } from '#contract/removals.ts'
import { enterRequest } from '#contract/requests.ts'
import { addTestDayPeople, createTestDay } from '#contract/test-days.ts'
import { newId } from '#server/db/ids.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { request } from '#test/support/api.ts'
import { companyBilling } from '#test/support/billing.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { makeOrders } from '#test/support/orders.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'
import { expireOverdue } from './assignments/assignments.ts'

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

const db = () => server.database.db

interface Case {
  readonly entry: Call
  readonly params: Record<string, string>
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** The same key with this in place of the body, or of the parameters, is somebody's mistake. */
  readonly other: { params?: Record<string, string>; body?: unknown; headers?: Record<string, string> }
}

/** A client where it is noon, which has fifty units of the English test. */
async function client(): Promise<string> {
  const clientId = await addClient(db())
  await db()
    .updateTable('clients')
    .set({ time_zone: zoneWhereItIs(12) })
    .where('id', '=', clientId)
    .execute()
  const inventoryId = inventory(cast, 'ENGLISH')
  await addQuota(db(), { clientId, inventoryId, quantity: 50, reason: 'test', addedBy: cast.admin.userId })
  return clientId
}

const given = async (clientId: string, due: string | null = null) =>
  addAssignment(db(), clientId, await addMember(db(), clientId), { code: 'ENGLISH', due })

/** Two tests that expired: extending them takes two units. */
async function expired(clientId: string): Promise<[string, string]> {
  const ids: [string, string] = [await given(clientId, '2020-01-01'), await given(clientId, '2020-01-01')]
  await expireOverdue(db())
  return ids
}

const common = () => ({
  inventoryIds: [inventory(cast, 'ENGLISH')],
  description: 'Bahar',
  dueDate: '2999-01-01',
})

/** Checks a case against its call's types. */
const made = <const C extends Call>(
  entry: C,
  params: ParamsIn<C>,
  other: { params?: ParamsIn<C>; body?: BodyIn<C>; headers?: Record<string, string> },
  body?: BodyIn<C>,
  headers?: Record<string, string>,
): Case => ({
  entry,
  params: Object(params),
  other: Object(other),
  ...(body !== undefined && { body }),
  ...(headers && { headers }),
})

const removal =
  (
    entry: typeof removeManager | typeof removeCandidate | typeof removeEmployee,
    role: 'manager' | 'candidate' | 'employee',
  ) =>
  async (clientId: string) => {
    const [one, two] = [await addMember(db(), clientId, { role }), await addMember(db(), clientId, { role })]
    await addAssignment(db(), clientId, one, { code: 'ENGLISH' })
    return made(entry, { clientId }, { body: { user_id: two.userId } }, { user_id: one.userId })
  }

const address = () => `${newId()}@example.test`
const list = () => ({ ...common(), emails: [address(), address()] })

/** One way to spend or to give units for every call that does; some have two. */
const cases: Record<string, (clientId: string) => Promise<Case>> = {
  addQuota: async (clientId) => {
    const body = { inventoryId: inventory(cast, 'ENGLISH'), quantity: 3 }
    return made(addQuotaCall, { clientId }, { body: { ...body, quantity: 4 } }, body)
  },
  createClient: async () => {
    const body = {
      name: 'Ege Kimya Ltd.',
      email: address(),
      phone: '0212 000 00 00',
      managerName: 'Ayşe Demir',
      managerEmail: address(),
      managerPhone: '0532 000 00 00',
    }
    return made(createClient, undefined, { body: { ...body, name: 'Ege Kimya' } }, body)
  },
  invitePerson: async (clientId) => {
    const body = { ...common(), name: 'Ayşe Demir', email: address() }
    return made(invitePerson, { clientId }, { body: { ...body, name: 'Ayşe Er' } }, body)
  },
  inviteManagers: async (clientId) => {
    const body = { name: 'Ayşe Demir', email: address(), access: 'full' as const }
    return made(inviteManagers, { clientId }, { body: { ...body, name: 'Ayşe Er' } }, body)
  },
  inviteEmails: async (clientId) => made(inviteEmails, { clientId }, { body: list() }, list()),
  'inviteEmails later': async (clientId) => {
    const headers = { prefer: 'respond-async' }
    return made(inviteEmails, { clientId }, { body: list(), headers }, list(), headers)
  },
  'inviteEmails now and later': async (clientId) => {
    const body = list()
    return made(inviteEmails, { clientId }, { body, headers: { prefer: 'respond-async' } }, body)
  },
  createAssignments: async (clientId) => {
    const { userId } = await addMember(db(), clientId)
    const body = { ...common(), userIds: [userId] }
    return made(createAssignments, { clientId }, { body: { ...body, skipExisting: true } }, body)
  },
  'createAssignments of a filter': async (clientId) => {
    await addMember(db(), clientId)
    await addMember(db(), clientId)
    const body = { ...common(), filter: { role: 'candidate' as const } }
    return made(createAssignments, { clientId }, { body: { ...body, description: 'Güz' } }, body)
  },
  cancelAssignment: async (clientId) =>
    made(
      cancelAssignment,
      { assignmentId: await given(clientId) },
      { params: { assignmentId: await given(clientId) } },
    ),
  remindAssignment: async (clientId) =>
    made(
      remindAssignment,
      { assignmentId: await given(clientId) },
      { params: { assignmentId: await given(clientId) } },
    ),
  extendAssignment: async (clientId) => {
    const [assignmentId] = await expired(clientId)
    const body = { dueDate: '2999-01-01' }
    return made(extendAssignment, { assignmentId }, { body: { dueDate: '2999-02-01' } }, body)
  },
  cancelAssignments: async (clientId) => {
    const assignmentIds = [await given(clientId), await given(clientId)]
    return made(cancelAssignments, { clientId }, { body: { filter: {} } }, { assignmentIds })
  },
  remindAssignments: async (clientId) => {
    const assignmentIds = [await given(clientId), await given(clientId)]
    return made(remindAssignments, { clientId }, { body: { filter: {} } }, { assignmentIds })
  },
  changeManyAccommodations: async (clientId) => {
    const accommodations = { ...noAccommodations, breaks: 2 as const }
    const body = { assignmentIds: [await given(clientId)], accommodations }
    const other = { ...body, accommodations: noAccommodations }
    return made(changeManyAccommodations, { clientId }, { body: other }, body)
  },
  extendAssignments: async (clientId) => {
    await expired(clientId)
    const body = { filter: {}, dueDate: '2999-01-01' }
    return made(extendAssignments, { clientId }, { body: { ...body, dueDate: '2999-02-01' } }, body)
  },
  createOrder: async (clientId) => {
    await makeOrders(server, cast, clientId)
    const body = {
      inventoryId: inventory(cast, 'AYT'),
      quantity: 3,
      paymentMethod: 'eft' as const,
      billing: companyBilling,
    }
    return made(createOrder, { clientId }, { body: { ...body, quantity: 4 } }, body)
  },
  refundOrder: async (clientId) => {
    const { approved } = await makeOrders(server, cast, clientId)
    const body = { reason: 'Yanlış sipariş' }
    return made(refundOrder, { orderId: approved.id }, { body: { reason: 'Başka' } }, body)
  },
  openRegistration: async (clientId) => {
    const body = {
      name: 'Depo',
      inventoryIds: [inventory(cast, 'ENGLISH')],
      locale: 'tr' as const,
      cap: 3,
      endsOn: '2999-01-01',
      approval: true,
    }
    return made(openRegistration, { clientId }, { body: { ...body, cap: 4 } }, body)
  },
  createTestDay: async (clientId) => {
    const { membershipId } = await addMember(db(), clientId)
    const body = {
      place: 'Kapı 2',
      day: '2998-05-05',
      inventoryIds: [inventory(cast, 'ENGLISH')],
      membershipIds: [membershipId],
    }
    return made(createTestDay, { clientId }, { body: { ...body, place: 'Kapı 3' } }, body)
  },
  addTestDayPeople: async (clientId) => {
    const [one, two] = [await addMember(db(), clientId), await addMember(db(), clientId)]
    const body = {
      place: 'Kapı 2',
      day: '2998-05-05',
      inventoryIds: [inventory(cast, 'ENGLISH')],
      membershipIds: [one.membershipId],
    }
    const sent = { token: cast.admin.token, params: { clientId }, body }
    const { id: testDayId } = (await request(server.url, createTestDay, sent)).answer
    const added = { membershipIds: [two.membershipId] }
    return made(addTestDayPeople, { clientId, testDayId }, { body: { ...added, room: 'A' } }, added)
  },
  addMinutes: async (clientId) => {
    const { assignmentId } = await addRunning(server, clientId, 'AYT')
    return made(addMinutes, { assignmentId }, { body: { minutes: 6 } }, { minutes: 5 })
  },
  replacePerson: async (clientId) => {
    const body = { assignmentIds: [await given(clientId)], person: { name: 'Ada Deniz', email: address() } }
    const person = { ...body.person, name: 'Ada Er' }
    return made(replacePerson, { clientId }, { body: { ...body, person } }, body)
  },
  enterRequest: async (clientId) => {
    const { membershipId } = await addMember(db(), clientId)
    const body = { membershipId, kind: 'access', channel: 'letter', receivedOn: '2026-01-05' } as const
    return made(enterRequest, { clientId }, { body: { ...body, channel: 'phone' } }, body)
  },
  removeManager: removal(removeManager, 'manager'),
  removeCandidate: removal(removeCandidate, 'candidate'),
  removeEmployee: removal(removeEmployee, 'employee'),
}

test('every call that takes a key is here, and none of them is described without it', () => {
  const here = new Set(Object.keys(cases).map((name) => name.split(' ')[0] ?? ''))
  expect([...here].sort()).toEqual(
    calls
      .filter(takesKey)
      .map(({ name }) => name)
      .sort(),
  )
})

/** Everything that a call may leave behind at a client. */
async function traces(clientId: string) {
  const { rows } = await sql`
    SELECT (SELECT count(*) FROM clients) AS clients,
           (SELECT json_agg(json_build_array(available, purchased)) FROM quotas WHERE client_id = ${clientId}) AS quota,
           (SELECT count(*) FROM quota_entries WHERE client_id = ${clientId}) AS entries,
           (SELECT json_agg(status ORDER BY status) FROM assignments WHERE client_id = ${clientId}) AS assignments,
           (SELECT count(*) FROM memberships WHERE client_id = ${clientId} AND removed_at IS NULL) AS people,
           (SELECT count(*) FROM reminders WHERE client_id = ${clientId}) AS reminders,
           (SELECT count(*) FROM registrations WHERE client_id = ${clientId}) AS registrations,
           (SELECT count(*) FROM invitation_jobs WHERE client_id = ${clientId}) AS lists,
           (SELECT count(*) FROM audit_entries WHERE client_id = ${clientId}) AS records`.execute(db())
  return rows[0]
}

describe.each(Object.entries(cases))('%s', (_, prepare) => {
  test('under one key has one effect and one answer, on two servers at once', async () => {
    const clientId = await client()
    const { entry, params, body, headers, other } = await prepare(clientId)
    const key = newId()
    const send = (url: string, changed: Partial<Case> = {}) =>
      request(url, entry, {
        token: cast.admin.token,
        params: Object(changed.params ?? params),
        body: Object(changed.body ?? body),
        headers: { ...headers, ...changed.headers, 'idempotency-key': key },
      })
    const before = await traces(clientId)
    const answers = await Promise.all([server, second, server, second].map(({ url }) => send(url)))
    expect(answers.map((answer) => answer.text.slice(0, 300))).toEqual(
      Array(4).fill(answers[0]?.text.slice(0, 300)),
    )
    expect([200, 201, 202, 204]).toContain(answers[0]?.status)
    expect(new Set(answers.map((answer) => answer.status)).size).toBe(1)
    const after = await traces(clientId)
    expect(after).not.toEqual(before)

    const { rows } = await sql<{ answer: string }>`
      SELECT answer::text AS answer FROM idempotency_keys WHERE key = ${key}`.execute(db())
    // It lies there for a week.
    expect(rows[0]?.answer).not.toMatch(/İĞNECİ|Ayşe|admin|@/)

    const later = await send(second.url)
    expect([later.status, later.text]).toEqual([answers[0]?.status, answers[0]?.text])
    const reused = await send(server.url, other)
    expect([reused.status, reused.code]).toEqual([409, 'idempotency_key_reused'])
    expect(await traces(clientId)).toEqual(after)
  })

  test('takes no key that cannot be one', async () => {
    const { entry, params, body } = await prepare(await client())
    const refused = await request(server.url, entry, {
      token: cast.admin.token,
      params: Object(params),
      body: Object(body),
      headers: { 'idempotency-key': 'a b' },
    })
    expect([refused.status, Object.keys(Object(Object(refused.json).message))]).toEqual([
      400,
      ['Idempotency-Key'],
    ])
  })
})

test('a bulk call that broke off in the middle is finished under its key, and answers for all of it', async () => {
  const clientId = await client()
  const ids: string[] = []
  for (let number = 0; number < 5; number++) ids.push(await given(clientId))
  // The way of a server that died after its first step.
  const sent = { token: cast.admin.token, params: { clientId }, headers: { 'idempotency-key': 'broken' } }
  const whole = await request(server.url, cancelAssignments, { ...sent, body: { assignmentIds: ids } })
  expect(whole.answer).toEqual({ done: 5, skipped: [] })
  const [, , third = '', ...rest] = ids.toSorted()
  await sql`
    UPDATE idempotency_keys SET status = NULL,
      answer = answer || jsonb_build_object('over', false, 'done', 3, 'after', ${third}::text)
    WHERE client_id = ${clientId} AND key = 'broken'`.execute(db())
  await db()
    .updateTable('assignments')
    .set({ status: 'pending', ended_at: null, end_reason: null })
    .where('client_id', '=', clientId)
    .where('id', 'in', rest)
    .execute()
  const again = await request(second.url, cancelAssignments, { ...sent, body: { assignmentIds: ids } })
  expect(again.answer).toEqual({ done: 5, skipped: [] })
})
