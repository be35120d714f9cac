import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usersMe } from '#contract/auth.ts'
import { updateBilling } from '#contract/billing.ts'
import { calls } from '#contract/calls.ts'
import { getClient, updateClient } from '#contract/clients.ts'
import { type Call, pathOf } from '#contract/kit.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { inviteEmails } from '#contract/people.ts'
import { magicLinkForAdmin, updateUser } from '#contract/users.ts'
import { newId } from '#server/db/ids.ts'
import { inputOf } from '#test/denials/inputs.ts'
import { makeScene, type Scene, tokenOf } from '#test/denials/scene.ts'
import { type CallerName, callers } from '#test/denials/table.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { ask } from './ask.ts'
import { addAccount, addSession } from './people.ts'
import { askFor, walk } from './walk.ts'

let server: TestServer
let cast: Cast
let scene: Scene

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  scene = await makeScene(server, cast)
})
afterAll(() => server.close())

const fieldsOf = (answer: { text: string }) => Object.keys(Object(JSON.parse(answer.text)).message)

describe('SR-28: what a body may not contain', () => {
  const stolen: Record<string, unknown> = {
    role: 'admin',
    roles: ['superuser'],
    authority: ['superuser'],
    clients: [newId()],
    client_id: newId(),
    clientId: newId(),
    is_admin: true,
    is_staff: true,
    is_superuser: true,
    isAdmin: true,
    quota: 1000,
    price: 0,
    status: 'active',
    verified: true,
    emailVerified: true,
    email_verified_at: '2026-01-01T00:00:00Z',
    id: newId(),
    userId: newId(),
    public_id: 'x',
    password_hash: 'x',
    createdAt: '2020-01-01T00:00:00Z',
    hasPassword: false,
    balance: 5,
  }
  const withBody = calls.filter(({ body }) => body !== undefined)

  const callerOf: Partial<Record<Call['access'], CallerName>> = {
    participant: 'participant',
    attempt: 'participant',
    tablet: 'tablet',
  }

  test.each(withBody.map((entry) => ({ name: entry.name, entry })))(
    'SR-28: $name refuses each unknown field by its name',
    async ({ entry }) => {
      const input = inputOf(scene, entry.name)
      const known = entry.body?.shape ?? {}
      const token = await tokenOf(server, scene, callerOf[entry.access] ?? 'super')
      const unknown = Object.fromEntries(Object.entries(stolen).filter(([field]) => !(field in known)))
      const body = { ...input.body, ...unknown }
      const refused = await askFor(server.url, entry, { ...input, body }, token)
      expect([refused.status, fieldsOf(refused).toSorted()]).toEqual([400, Object.keys(unknown).toSorted()])
    },
  )

  test('SR-28: no one changes their own role or status, and no manager a client’s status', async () => {
    const { userId, email } = await addAccount(server)
    const person = await addSession(server, userId)
    const before = (await request(server.url, usersMe, { token: person })).answer
    const own = (token: string, id: string, body: object) =>
      request(server.url, updateUser, { token, params: { userId: id }, body })
    for (const [token, id] of [
      [person, userId],
      [cast.manager.token, cast.manager.userId],
      [cast.admin.token, cast.admin.userId],
      [cast.superuser.token, cast.superuser.userId],
    ] as const)
      for (const body of [{ authority: ['superuser'] }, { authority: [] }, { status: 'active' }]) {
        const refused = await own(token, id, { ...body, name: 'Changed All The Same' })
        expect([refused.status, fieldsOf(refused)]).toEqual([400, Object.keys(body)])
      }
    expect((await request(server.url, usersMe, { token: person })).answer).toEqual(before)
    expect(email).toBe(before.email)

    const params = { clientId: cast.anadolu }
    const sent = { token: cast.manager.token, params }
    const client = (await request(server.url, getClient, sent)).answer
    for (const body of [{ status: 'active' }, { status: 'suspended' }, { timeZone: 'UTC' }] as const) {
      const refused = await request(server.url, updateClient, { ...sent, body: { ...body, name: 'Changed' } })
      expect([refused.status, fieldsOf(refused)]).toEqual([400, Object.keys(body)])
    }
    expect((await request(server.url, getClient, sent)).answer).toEqual(client)
    const asManager = { emails: [`${newId()}@example.test`], inventoryIds: [], role: 'manager' as const }
    const invited = await request(server.url, inviteEmails, { ...sent, body: asManager })
    expect([invited.status, (await request(server.url, getClient, sent)).answer]).toEqual([403, client])
  })

  test('SR-28: a row of an invitation list gives no role either', async () => {
    const params = { clientId: cast.anadolu }
    const row = { email: `${newId()}@example.test`, role: 'manager' }
    const input = { params, body: { emails: [row], inventoryIds: [] } }
    const refused = await askFor(server.url, inviteEmails, input, cast.manager.token)
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['emails.0.role']])
  })
})

test('SR-30: only admins get a link for someone else', async () => {
  const body = { email: cast.stranger.email }
  for (const caller of callers) {
    const token = await tokenOf(server, scene, caller)
    const answer = await request(server.url, magicLinkForAdmin, { token, body })
    const may = caller === 'admin' || caller === 'super'
    expect([caller, answer.text.includes('magic-link')]).toEqual([caller, may])
  }
})

describe('SR-31: other ways to reach a call', () => {
  const named = () =>
    calls.map((entry) => ({ entry, path: pathOf(entry, inputOf(scene, entry.name).params) }))
  const status = async (path: string, method: string, token?: string, headers?: Record<string, string>) =>
    (await ask(server.url, { path, method, token, ...(headers && { headers }) })).status

  test('SR-31: unlisted methods are not found, for every caller', async () => {
    // Another call may share the address: `me` is in an id's place.
    const patternOf = ({ root, path }: Call) =>
      new RegExp(`^${root ? '' : '/api'}${path.replace(/:\w+/g, '[^/]+')}$`)
    const isListed = (path: string, method: string) =>
      calls.some((entry) => entry.method === method && patternOf(entry).test(path))
    for (const path of new Set(named().map(({ path }) => path)))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
        if (isListed(path, method)) continue
        const known = [await status(path, method), await status(path, method, cast.superuser.token)]
        expect([method, path, known]).toEqual([method, path, [404, 404]])
      }
  })

  test('SR-31: no spelling of a path and no header lets a guest in', async () => {
    const forged = {
      'x-original-url': '/health/live',
      'x-rewrite-url': '/health/live',
      'x-forwarded-prefix': '/health',
      'x-http-method-override': 'GET',
      'x-user-id': cast.superuser.userId,
      'x-forwarded-user': cast.superuser.email,
      'x-remote-user': cast.superuser.email,
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      cookie: `token=${cast.superuser.token}`,
    }
    for (const { entry, path } of named()) {
      if (entry.access === 'guest' || entry.access === 'demo') continue
      const spellings = [
        path,
        `/${path}`,
        path.replace('/api/', '/api//'),
        path.replace('/api/', '/api/./'),
        path.replace('/api/', '/health/../api/'),
        path.replace('/api/', '/health/%2e%2e/api/'),
        path.replace('/api/', '/API/'),
        path.replace(/\/$/, ''),
        `${path};x=1`,
        path.replace(/[a-z]\/?$/, (last) => `%${last.charCodeAt(0).toString(16)}${last.slice(1)}`),
      ]
      for (const spelling of spellings) {
        const answered = [
          await status(spelling, entry.method),
          await status(spelling, entry.method, undefined, forged),
        ]
        for (const one of answered) expect([401, 404], `${entry.method} ${spelling}`).toContain(one)
      }
    }
  })

  test('SR-31: a manager with an admin’s name in a header stays that manager', async () => {
    const headers = { 'x-user-id': cast.superuser.userId, 'x-original-url': `/api/clients/${cast.anadolu}/` }
    const { token } = cast.manager
    expect(await status('/api/users/', 'GET', token, headers)).toBe(403)
    expect(await status(`/api/clients/${cast.ege}/`, 'GET', token, headers)).toBe(404)
    const me = await ask(server.url, { path: '/api/users/me/', method: 'GET', token, headers })
    expect(Object(JSON.parse(me.text)).id).toBe(cast.manager.userId)
  })
})

describe('SR-32: people who belong to nothing', () => {
  /** The answers with our data that a caller can read. */
  const seen = async (token: string) => {
    const ids = [scene.clientId, scene.participant.userId, scene.completed]
    const told = ['Anadolu', 'ŞÜKRÜ', ...ids]
    const walked = await walk(server, scene, token, told)
    expect(walked.length).toBeGreaterThan(20)
    return walked.filter(({ status, text }) => status === 200 && told.some((word) => text.includes(word)))
  }

  test('SR-32: a person at no client sees nothing, while its manager does', async () => {
    const { userId } = await addAccount(server)
    expect(await seen(await addSession(server, userId))).toEqual([])
    expect((await seen(cast.manager.token)).length).toBeGreaterThan(10)
  })

  test('SR-32: neither does a manager who was removed, by a session that was open before', async () => {
    const { db } = server.database
    const { userId } = await addMember(db, cast.anadolu, {
      role: 'manager',
      name: 'Removed',
      email: `${newId()}@example.test`,
    })
    const token = await addSession(server, userId)
    expect((await seen(token)).length).toBeGreaterThan(10)
    await db
      .updateTable('memberships')
      .set({ removed_at: sql`now()` })
      .where('user_id', '=', userId)
      .execute()
    expect(await seen(token)).toEqual([])
    expect((await request(server.url, listOwnAssignments, { token })).answer.results).toEqual([])
    const billing = inputOf(scene, 'updateBilling')
    expect((await askFor(server.url, updateBilling, billing, token)).status).toBe(403)
  })

  test('SR-32: a manager removed from one of two clients keeps only the other', async () => {
    const { db } = server.database
    const { userId } = await addMember(db, cast.anadolu, { role: 'manager', name: 'Removed' })
    const token = await addSession(server, userId)
    const other = await addClient(db)
    await db.updateTable('clients').set({ name: 'Kalan' }).where('id', '=', other).execute()
    await db
      .insertInto('memberships')
      .values({
        client_id: other,
        id: newId(),
        user_id: userId,
        role: 'manager',
        name: 'Removed',
        search_text: '',
        removed_by: null,
      })
      .execute()
    expect((await seen(token)).length).toBeGreaterThan(10)
    await db
      .updateTable('memberships')
      .set({ removed_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('client_id', '=', cast.anadolu)
      .execute()
    expect(await seen(token)).toEqual([])
    const own = await request(server.url, getClient, { token, params: { clientId: other } })
    expect([own.status, own.answer.role]).toEqual([200, 'manager'])
  })

  test('SR-32: a participant who left sees nothing of the client any more', async () => {
    const { db } = server.database
    const left = await makeScene(server, cast)
    const full = await addSession(server, left.participant.userId)
    await db
      .updateTable('memberships')
      .set({ removed_at: sql`now()` })
      .where('user_id', '=', left.participant.userId)
      .execute()
    // Invited people reach what is held about them, and no more.
    for (const [token, authority] of [
      [full, []],
      [left.participant.token, ['participant']],
    ] as const) {
      const own = (await request(server.url, usersMe, { token })).answer
      expect([own.authority, own.company]).toEqual([authority, ''])
      expect((await request(server.url, listOwnAssignments, { token })).answer.results).toEqual([])
    }
  })

  test('SR-32: a suspended client gives its managers nothing of others, and no one anything new', async () => {
    const { db } = server.database
    await db.updateTable('clients').set({ status: 'suspended' }).where('id', '=', cast.ege).execute()
    const { token } = cast.otherManager
    expect(await seen(token)).toEqual([])
    const body = { emails: [`${newId()}@example.test`], inventoryIds: [] }
    const invited = await request(server.url, inviteEmails, { token, params: { clientId: cast.ege }, body })
    expect(invited.code).toBe('client_not_active')
    await db.updateTable('clients').set({ status: 'active' }).where('id', '=', cast.ege).execute()
  })
})
