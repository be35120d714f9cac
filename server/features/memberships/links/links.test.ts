import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openMagicLink, usersMe } from '#contract/auth.ts'
import { pathOf } from '#contract/kit.ts'
import { getOwnData } from '#contract/own-data.ts'
import { listOwnAssignments, startAttempt, submitAttempt } from '#contract/participant.ts'
import { listOwnRequests, makeRequest } from '#contract/requests.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment, addUser } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker } from '#test/support/taking.ts'
import { createLink } from './links.ts'
import type { NewLink } from './new-link.ts'

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

async function link(userId: string, purpose: NewLink['purpose'] = 'magic', minutes = 15) {
  const clientId = purpose === 'magic' ? null : cast.anadolu
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  const { path } = await createLink(server.database.db, {
    userId,
    purpose,
    clientId,
    createdBy: null,
    expiresAt,
  })
  const [uid = '', token = ''] = path.split('/').slice(2)
  return { uid, token }
}
const open = (params: { uid: string; token: string }, at = server) =>
  request(at.url, openMagicLink, { params })

/** Resolves once a statement of this database waits for another one's lock. */
const blocked = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      server.database.db,
    )
    expect(rows).toHaveLength(1)
  }, 30_000)

test('a link opens with a sign stuck to its end, and its token says whether it works once', async () => {
  const userId = await addUser(server.database.db)
  const { uid, token } = await link(userId)
  expect(token).toMatch(/^once_/)
  const opened = await request(server.url, openMagicLink, { params: { uid, token: `${token}>` } })
  expect(opened.status).toBe(200)
  expect((await link(userId, 'invitation')).token).not.toMatch(/^once_/)
})

describe('a magic link', () => {
  test('SR-10: lets exactly one of many in, on however many servers they ask', async () => {
    const params = await link(await addUser(server.database.db))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => open(params, at % 2 === 0 ? server : second)),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([undefined, 'magic_link_invalid']))
  })

  test('SR-10: is void once a newer one is made, or its time is over', async () => {
    const userId = await addUser(server.database.db)
    const [older, newer] = [await link(userId), await link(userId)]
    expect((await open(older)).code).toBe('magic_link_expired')
    expect((await open(newer)).status).toBe(200)
    expect((await open(await link(userId, 'magic', 0))).code).toBe('magic_link_expired')
  })

  test('SR-13: belongs to one person and one purpose', async () => {
    const [mine, yours] = [
      await link(await addUser(server.database.db)),
      await link(await addUser(server.database.db)),
    ]
    expect((await open({ uid: yours.uid, token: mine.token })).code).toBe('magic_link_invalid')
    expect((await open({ uid: mine.uid, token: cast.manager.token })).code).toBe('magic_link_invalid')
    expect((await request(server.url, usersMe, { token: mine.token })).status).toBe(401)
    expect((await open(mine)).status).toBe(200)
  })

  test('opens no session of an account that is being deactivated', async () => {
    const { db } = server.database
    const userId = await addUser(db)
    await db.updateTable('users').set({ email_verified_at: sql`now()` }).where('id', '=', userId).execute()
    const params = await link(userId)
    const deactivating = await db.startTransaction().execute()
    await deactivating
      .updateTable('users')
      .set({ deactivated_at: sql`now()` })
      .where('id', '=', userId)
      .execute()
    const opening = open(params)
    await blocked()
    await deactivating.deleteFrom('sessions').where('user_id', '=', userId).execute()
    await deactivating.commit().execute()
    expect((await opening).code).toBe('magic_link_invalid')
    expect(await db.selectFrom('sessions').where('user_id', '=', userId).execute()).toEqual([])
  })

  test('is not used up by a scanner that only looks', async () => {
    const params = await link(await addUser(server.database.db))
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const looked = await fetch(server.url + pathOf(openMagicLink, params), { method })
      expect(looked.status).toBe(404)
    }
    expect((await open(params)).status).toBe(200)
  })

  test('is stored as a hash', async () => {
    const { token } = await link(await addUser(server.database.db))
    const { rows } = await sql`SELECT t::text FROM one_time_links t`.execute(server.database.db)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('an invitation', () => {
  test('SR-11: opens as often as needed, and older ones go on working', async () => {
    const taker = await addTaker(server, cast.anadolu)
    await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
    const [older, newer] = [await link(taker.userId, 'invitation'), await link(taker.userId, 'invitation')]
    for (const params of [older, newer, older]) {
      const { answer } = await open(params)
      expect(answer.user.authority).toEqual(['participant'])
      const own = await request(server.url, listOwnAssignments, { token: answer.token })
      expect(own.answer.results).toHaveLength(1)
    }
  })

  test('shows the receipt once everything is handed in', async () => {
    const { userId, assignmentId } = await addRunning(server, cast.anadolu, 'ENGLISH')
    const params = await link(userId, 'invitation')
    const { token } = (await open(params)).answer
    const submitted = await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
    const again = await open(params)
    expect([again.status, again.answer.done]).toEqual([200, { receipt: submitted.answer.receipt }])
    // The session leads to the status, and begins nothing.
    const own = await request(server.url, listOwnAssignments, { token: again.answer.token })
    expect(own.answer.results.map(({ status }) => status)).toEqual(['completed'])
    const start = await request(server.url, startAttempt, {
      token: again.answer.token,
      params: { assignmentId },
      body: {},
    })
    expect(start.status).toBe(409)
  })

  test('still opens for seven days after the clock closed the test', async () => {
    const { db } = server.database
    const { userId, assignmentId } = await addRunning(server, cast.anadolu, 'ENGLISH')
    const params = await link(userId, 'invitation')
    const attempts = (change: object) =>
      db.updateTable('attempts').set(change).where('assignment_id', '=', assignmentId).execute()
    await attempts({ closed_at: sql`now() - interval '6 days'`, closed_by: 'time', receipt: 'TRZ-AAAA-AA' })
    await db
      .updateTable('assignments')
      .set({ status: 'completed', ended_at: sql`now()` })
      .where('id', '=', assignmentId)
      .execute()
    expect((await open(params)).status).toBe(200)
    await attempts({ closed_at: sql`now() - interval '8 days'` })
    expect((await open(params)).code).toBe('magic_link_expired')
  })

  test('is over when what it was for is cancelled or past due, or somebody was removed, and leads to their data still', async () => {
    const { db } = server.database
    const leads = async (params: { uid: string; token: string }) => {
      const { code, json } = await open(params)
      const { token } = Object(json)
      const list = await request(server.url, listOwnRequests, { token })
      const asked = await request(server.url, makeRequest, { token, body: { kind: 'access' } })
      return [code, list.status, asked.status, (await request(server.url, getOwnData, { token })).code]
    }
    const taker = await addTaker(server, cast.anadolu)
    const id = await addAssignment(db, cast.anadolu, taker, { code: 'ENGLISH', due: '2020-01-01' })
    const params = await link(taker.userId, 'invitation')
    expect((await open(params)).code).toBe('magic_link_expired')
    await db.updateTable('assignments').set({ due_date: null }).where('id', '=', id).execute()
    expect((await open(params)).status).toBe(200)
    await db
      .updateTable('assignments')
      .set({ status: 'cancelled', ended_at: sql`now()`, end_reason: 'cancelled' })
      .where('id', '=', id)
      .execute()
    expect(await leads(params)).toEqual(['magic_link_expired', 200, 201, 'identity_needed'])
    await db
      .updateTable('memberships')
      .set({ removed_at: sql`now()` })
      .where('user_id', '=', taker.userId)
      .execute()
    expect(await leads(params)).toEqual(['magic_link_expired', 200, 201, 'identity_needed'])
  })
})
