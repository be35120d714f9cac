import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countAssignments, listAssignments } from '#contract/assignments.ts'
import { createClient, getClient, listClients } from '#contract/clients.ts'
import type { BodyIn } from '#contract/kit.ts'
import { inviteEmails, listCandidates, listManagers } from '#contract/people.ts'
import { addQuota } from '#contract/quotas.ts'
import { newId } from '#server/db/ids.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

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

type Body = BodyIn<typeof inviteEmails>
const invite = (
  body: Partial<Body>,
  more: { token?: string; clientId?: string; key?: string; at?: TestServer } = {},
) =>
  request((more.at ?? server).url, inviteEmails, {
    token: more.token ?? cast.manager.token,
    params: { clientId: more.clientId ?? cast.anadolu },
    body: { emails: [`${newId()}@example.test`], inventoryIds: [], ...body },
    ...(more.key !== undefined && { headers: { 'idempotency-key': more.key } }),
  })
const count = async (table: 'assignments' | 'memberships' | 'users') => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(
    server.database.db,
  )
  return rows[0]?.count ?? -1
}

describe('an idempotency key', () => {
  test('keeps an answer that names rows no database can hold', async () => {
    const body = { emails: ['a\u0000b@example', 'half \ud83d@', `${newId()}@example.test`] }
    const answer = await invite(body, { key: 'odd-rows' })
    expect([answer.status, answer.answer.failed.length]).toEqual([200, 2])
    expect((await invite(body, { key: 'odd-rows' })).text).toBe(answer.text)
  })

  test('gives the same answer to the same call, however many arrive at once on two servers', async () => {
    const body = {
      emails: [`${newId()}@example.test`, `${newId()}@example.test`],
      inventoryIds: [inventory(cast, 'ENGLISH')],
    }
    const before = await count('assignments')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        invite(body, { key: 'spring-1', at: at % 2 === 0 ? server : second }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers[0]?.answer.created).toHaveLength(2)
    expect(await count('assignments')).toBe(before + 2)
  })

  test('with another body, or from somebody else, is refused and changes nothing', async () => {
    const body = { emails: [`${newId()}@example.test`] }
    expect((await invite(body, { key: 'spring-2' })).status).toBe(200)
    const before = await count('users')
    expect((await invite({}, { key: 'spring-2' })).code).toBe('idempotency_key_reused')
    expect((await invite(body, { key: 'spring-2', token: cast.admin.token })).code).toBe(
      'idempotency_key_reused',
    )
    expect(await count('users')).toBe(before)
    // The keys of two clients are two keys.
    expect(
      (await invite({}, { key: 'spring-2', clientId: cast.ege, token: cast.otherManager.token })).status,
    ).toBe(200)
  })

  test('of a call that failed is free for the next try', async () => {
    const clientId = await addClient(server.database.db)
    const body = { emails: [`${newId()}@example.test`], inventoryIds: [inventory(cast, 'ENGLISH')] }
    const asAdmin = { clientId, key: 'spring-3', token: cast.admin.token }
    expect((await invite(body, asAdmin)).code).toBe('quota_exceeded')
    const credit = { inventoryId: inventory(cast, 'ENGLISH'), quantity: 1 }
    const add = () =>
      request(server.url, addQuota, {
        token: cast.admin.token,
        params: { clientId },
        body: credit,
        headers: { 'idempotency-key': 'credit-1' },
      })
    const [one, again] = [await add(), await add()]
    expect([again.status, again.answer]).toEqual([201, one.answer])
    expect((await invite(body, asAdmin)).answer.created).toHaveLength(1)
  })

  test('has to be printable and short', async () => {
    for (const key of ['a b', 'x'.repeat(201), '']) {
      const refused = await invite({}, { key })
      expect([refused.status, Object.keys(Object(Object(refused.json).message))]).toEqual([
        400,
        ['Idempotency-Key'],
      ])
    }
  })
})

describe('an invitation list', () => {
  test('SR-38: puts every row into exactly one of its three lists, in any spelling', async () => {
    const known = `${newId()}@example.test`
    await invite({ emails: [known] })
    const rows: Body['emails'] = [
      known.toUpperCase(),
      'Ayşe Yılmaz <ayse@example.test>',
      'ayse@example.test',
      'mehmet@example.test;Mehmet Öz',
      'broken@',
      '@',
      '',
      'no address at all',
      'two@example.test,three@example.test',
      'nul\u0000@example.test',
      { email: 'crlf@example.test', name: 'A\r\nBcc: x@example.test' },
      { email: 'phone@example.test', phone: 'call me' },
      { email: 'short@example.test', name: 'A' },
      { email: cast.manager.email, name: 'The manager' },
    ]
    const { created, existing, failed } = (await invite({ emails: rows })).answer
    expect(created.length + existing.length + failed.length).toBe(rows.length)
    expect(existing.map(({ email }) => email)).toEqual([known])
    expect(created.map(({ email }) => email)).toEqual(
      expect.arrayContaining(['ayse@example.test', 'mehmet@example.test']),
    )
    const reasons = Object.fromEntries(failed.map(({ email, reason }) => [email, reason]))
    expect(reasons).toMatchObject({
      'ayse@example.test': 'duplicate',
      'broken@': 'invalid_email',
      'crlf@example.test': 'invalid_name',
      'phone@example.test': 'invalid_phone',
      'short@example.test': 'invalid_name',
      [cast.manager.email]: 'other_role',
    })
  })

  test('says nothing of whether somebody has an account elsewhere', async () => {
    const email = `${newId()}@example.test`
    await invite({ emails: [email] }, { clientId: cast.ege, token: cast.otherManager.token })
    const here = await invite({ emails: [email, `${newId()}@example.test`] })
    expect(here.answer.created).toHaveLength(2)
    expect(here.answer.existing).toEqual([])
    // A UUIDv7 would tell when the account was made.
    const versions = here.answer.created.map(({ userId }) => userId.charAt(14))
    expect(versions).toEqual(['4', '4'])
  })

  test('adds people once, however often it is sent at the same time', async () => {
    const email = `${newId()}@example.test`
    const body = { emails: [email], inventoryIds: [inventory(cast, 'ENGLISH')] }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => invite(body, { at: at % 2 === 0 ? server : second })),
    )
    const people = answers.flatMap((answer) => [...answer.answer.created, ...answer.answer.existing])
    expect(new Set(people.map(({ userId, membershipId }) => `${userId} ${membershipId}`)).size).toBe(1)
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM assignments a JOIN users u ON u.id = a.user_id WHERE u.email = ${email}`.execute(
      server.database.db,
    )
    expect(rows[0]?.count).toBe(1)
  })

  test('needs an active client, a day to come, and an admin for managers', async () => {
    const { db } = server.database
    const clientId = await addClient(db)
    const asAdmin = { clientId, token: cast.admin.token }
    for (const status of ['suspended', 'pending'] as const) {
      await db.updateTable('clients').set({ status }).where('id', '=', clientId).execute()
      expect((await invite({}, asAdmin)).code).toBe('client_not_active')
    }
    const past = await invite({ dueDate: '2020-01-01' })
    expect([past.status, Object.keys(Object(past.json).message)]).toEqual([400, ['dueDate']])
    expect((await invite({ role: 'manager' })).code).toBe('forbidden')
    expect((await invite({ role: 'manager' }, { token: cast.admin.token })).status).toBe(200)
    const unknown = await invite({ inventoryIds: [newId()] })
    expect([unknown.status, Object.keys(Object(unknown.json).message)]).toEqual([400, ['inventoryIds']])
  })
})

describe('a list', () => {
  const canary = 'KANARYA'
  beforeAll(async () => {
    const emails = [1, 2, 3].map((number) => ({
      email: `${canary}${number}@example.test`,
      name: `${canary} Şükrü İĞNECİ ${number}`,
    }))
    await invite(
      { emails, inventoryIds: [inventory(cast, 'ENGLISH')], group: canary },
      { clientId: cast.ege, token: cast.otherManager.token },
    )
  })
  const people = (query: Record<string, string>, token = cast.otherManager.token, clientId = cast.ege) =>
    fetch(`${server.url}/api/clients/${clientId}/candidates/?${new URLSearchParams(query)}`, {
      headers: { authorization: `Token ${token}` },
    })

  test('is found with and without Turkish letters, and never takes a search for a pattern', async () => {
    const found = async (search: string) =>
      listCandidates.answer.json.parse(await (await people({ search })).json()).count
    for (const search of ['sukru', 'ŞÜKRÜ', 'igneci', 'İĞNECİ', 'ığneci', 'IGNECI'])
      expect(await found(search), search).toBe(3)
    for (const search of ['%', '_', '\\', "'", 'ş%ü']) expect(await found(search), search).toBe(0)
  })

  test('comes in pages that lead to one another', async () => {
    const first = listCandidates.answer.json.parse(
      await (await people({ page_size: '2', ordering: '-name', search: canary })).json(),
    )
    expect([first.count, first.results.length, first.previous]).toEqual([3, 2, null])
    expect(first.results[0]).toMatchObject({ role: 'participant', type: 'candidate' })
    const next = await fetch(server.url + (first.next ?? ''), {
      headers: { authorization: `Token ${cast.otherManager.token}` },
    })
    const last = listCandidates.answer.json.parse(await next.json())
    expect([last.results.length, last.next]).toEqual([1, null])
    expect((await people({ page: '900000' })).status).toBe(200)
    for (const query of [
      { page_size: '101' },
      { page: '0' },
      { ordering: 'email' },
      { page: '1e3' },
      { page_size: '-1' },
    ]) {
      expect((await people(query)).status, JSON.stringify(query)).toBe(400)
    }
    const doubled = await fetch(`${server.url}/api/clients/${cast.ege}/candidates/?page=1&page=2`, {
      headers: { authorization: `Token ${cast.otherManager.token}` },
    })
    expect(doubled.status).toBe(400)
  })

  test('SR-26: contains nothing of another client, nor does a filter, a count or an export', async () => {
    const { token } = cast.manager
    const params = { clientId: cast.anadolu }
    const answers = [
      await request(server.url, listCandidates, { token, params, query: { search: canary } }),
      await request(server.url, listManagers, { token, params }),
      await request(server.url, listAssignments, { token, params, query: { group: canary } }),
      await request(server.url, listAssignments, { token, params, query: { search: canary } }),
      await request(server.url, listClients, { token }),
      await request(server.url, countAssignments, { token, params }),
    ]
    for (const { text } of answers) {
      expect(text).not.toContain(canary)
      expect(text).not.toContain('Ege Lojistik')
    }
    const csv = await fetch(`${server.url}/api/clients/${cast.anadolu}/results.csv`, {
      headers: { authorization: `Token ${token}` },
    })
    expect(await csv.text()).not.toContain(canary)
  })
})

test('a client is opened active, with its first manager invited', async () => {
  const email = `${newId()}@example.test`
  const created = await request(server.url, createClient, {
    token: cast.admin.token,
    body: {
      name: 'Yeni A.Ş.',
      email,
      phone: '0232 000 00 00',
      managerName: 'Ada Deniz',
      managerEmail: email,
      managerPhone: '0232 000 00 00',
    },
  })
  expect(created.answer).toMatchObject({ status: 'active', managerEmail: email, quota: 0, role: 'admin' })
  const shown = await request(server.url, getClient, {
    token: cast.superuser.token,
    params: { clientId: created.answer.id },
  })
  expect(shown.answer).toEqual({ ...created.answer, role: 'superuser' })
})
