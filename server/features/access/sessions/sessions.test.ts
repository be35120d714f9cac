import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authToken, openMagicLink, requestMagicLink, signOut, usersMe } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { removeCandidate } from '#contract/removals.ts'
import { createAccount } from '#server/features/access/users/users.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'
import { openSession } from './sessions.ts'

let server: TestServer
let second: TestServer
let cast: Cast
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  cast = await castOf(server, 0)
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const account = async () => {
  made += 1
  const email = `person-${made}@example.test`
  const { db } = server.database
  const userId = await createAccount(db, {
    email,
    name: 'Ada',
    password: castPassword,
    authority: [],
    locale: 'en',
  })
  return { email, userId }
}
const signIn = (username: string, password: string, at = server) =>
  request(at.url, authToken, { body: { username, password } })
const session = (userId: string, invitationClientId: string | null = null, remembered = false) =>
  openSession(server.database.db, { userId, invitationClientId, remembered })
const me = async (token: string) => (await request(server.url, usersMe, { token })).status

describe('a password', () => {
  test('SR-04: signs in, with any case and spaces around the address', async () => {
    const { email } = await account()
    expect((await signIn(`  ${email.toUpperCase()} `, castPassword)).status).toBe(200)
    for (const wrong of [
      castPassword.toUpperCase(),
      `${castPassword} `,
      ` ${castPassword}`,
      castPassword.slice(0, -1),
    ]) {
      expect((await signIn(email, wrong)).code).toBe('invalid_credentials')
    }
  })

  test('SR-05: may be tried ten times, however many ask at once and on however many servers', async () => {
    await waitForMidWindow(server.database.db)
    const { email } = await account()
    const spelled = [email, email.toUpperCase(), ` ${email}`]
    const tries = Array.from({ length: 30 }, (_, at) =>
      signIn(spelled[at % 3] ?? email, 'wrong password', at % 2 === 0 ? server : second),
    )
    const answers = await Promise.all(tries)
    const codes = answers.map((answer) => answer.code)
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(10)
    const refused = answers.filter((answer) => answer.code === 'too_many_requests')
    expect(refused).toHaveLength(20)
    for (const { status, headers } of refused) {
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const forwarded = await request(server.url, authToken, {
      body: { username: email, password: 'wrong password' },
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect(forwarded.status).toBe(429)
    // Nobody else is locked out by it.
    expect((await signIn(cast.manager.email, castPassword)).status).toBe(200)
  })

  test('SR-18: opens nothing while it is being changed', async () => {
    const { email, userId } = await account()
    const { db } = server.database
    let answer: ReturnType<typeof signIn> | undefined
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
      // Its hash is compared with what was there before; then it has to wait.
      answer = signIn(email, castPassword)
      await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    })
    expect((await answer)?.code).toBe('invalid_credentials')
  })

  test('that is right is not counted as a try', async () => {
    const { email } = await account()
    for (let count = 0; count < 12; count += 1) expect((await signIn(email, castPassword)).status).toBe(200)
    expect((await signIn(email, 'wrong password')).code).toBe('invalid_credentials')
  })

  test('SR-07: answers alike for somebody unknown', async () => {
    const { email } = await account()
    const answers = await Promise.all([
      signIn(email, 'wrong password'),
      signIn('nobody@example.test', 'wrong password'),
    ])
    const [known, unknown] = answers.map(({ status, json }) => ({ status, ...Object(json), requestId: '' }))
    expect(known).toEqual(unknown)
  })
})

describe('a session', () => {
  const row = async (token: string, change: object) => {
    const { hashSecret } = await import('#server/secrets.ts')
    await server.database.db
      .updateTable('sessions')
      .set(change)
      .where('token_hash', '=', hashSecret(token))
      .execute()
  }
  const hoursLeft = async (userId: string) => {
    const { rows } = await sql<{ hours: number }>`
      SELECT extract(epoch FROM expires_at - now())::float8 / 3600 AS hours FROM sessions WHERE user_id = ${userId}`.execute(
      server.database.db,
    )
    return rows[0]?.hours ?? 0
  }

  test('is known by its hash alone', async () => {
    const { userId } = await account()
    const token = await session(userId)
    const stored = await sql`SELECT * FROM sessions WHERE user_id = ${userId}`.execute(server.database.db)
    expect(JSON.stringify(stored.rows)).not.toContain(token.slice(4))
  })

  test('SR-16: ends by signing out, that one alone', async () => {
    const { userId } = await account()
    const [one, other] = [await session(userId), await session(userId)]
    expect((await request(server.url, signOut, { token: one })).status).toBe(204)
    expect([await me(one), await me(other)]).toEqual([401, 200])
  })

  test('SR-19: lasts 12 hours from its last use, written at most every ten minutes', async () => {
    const { userId } = await account()
    const token = await session(userId)
    await row(token, {
      expires_at: sql`now() + interval '1 hour'`,
      seen_at: sql`now() - interval '9 minutes'`,
    })
    await me(token)
    expect(await hoursLeft(userId)).toBeLessThan(1.01)
    await row(token, { seen_at: sql`now() - interval '11 minutes'` })
    await me(token)
    expect(await hoursLeft(userId)).toBeGreaterThan(11.9)
    await row(token, { expires_at: sql`now()` })
    expect(await me(token)).toBe(401)
  })

  test('SR-19: that is remembered lasts 30 days', async () => {
    const { userId } = await account()
    await session(userId, null, true)
    expect(await hoursLeft(userId)).toBeGreaterThan(30 * 24 - 0.1)
  })

  test('SR-17: ends with the account', async () => {
    const { userId, email } = await account()
    const token = await session(userId)
    await server.database.db
      .updateTable('users')
      .set({ deactivated_at: sql`now()` })
      .where('id', '=', userId)
      .execute()
    expect(await me(token)).toBe(401)
    expect((await signIn(email, castPassword)).code).toBe('invalid_credentials')
  })

  test("SR-17: loses a manager's rights on the next call after the membership ends", async () => {
    const { db } = server.database
    const { userId } = await addMember(db, cast.ege, { role: 'manager' })
    const token = await session(userId)
    expect((await request(server.url, listClients, { token })).answer.count).toBe(1)
    await db
      .updateTable('memberships')
      .set({ removed_at: sql`now()` })
      .where('user_id', '=', userId)
      .execute()
    expect((await request(server.url, listClients, { token })).status).toBe(403)
  })

  test('SR-32: of an invitation ends with the membership, and shows one client alone', async () => {
    const { db } = server.database
    const { userId } = await addMember(db, cast.ege)
    const token = await session(userId, cast.ege)
    expect((await request(server.url, usersMe, { token })).answer).toMatchObject({
      authority: ['participant'],
      company: 'Ege Lojistik',
    })
    expect((await request(server.url, listOwnAssignments, { token })).status).toBe(200)
    await request(server.url, removeCandidate, {
      token: cast.admin.token,
      params: { clientId: cast.ege },
      body: { user_id: userId },
    })
    expect(await me(token)).toBe(401)
  })

  test('SR-09: of an invitation gives a manager none of their other rights', async () => {
    const { db } = server.database
    await db
      .insertInto('memberships')
      .values({
        client_id: cast.ege,
        id: cast.manager.userId,
        user_id: cast.manager.userId,
        role: 'candidate',
        name: 'x',
        search_text: '',
        removed_by: null,
      })
      .execute()
    const token = await session(cast.manager.userId, cast.ege)
    expect((await request(server.url, listClients, { token })).status).toBe(403)
  })
})

test('a link opened for an unverified account signs out anybody else who used the address', async () => {
  const { db } = server.database
  const { userId, email } = await account()
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
  const sitting = await session(userId)
  const { path } = await createLink(db, {
    userId,
    purpose: 'magic',
    clientId: null,
    createdBy: null,
    expiresAt: new Date(Date.now() + 60_000),
  })
  const [uid = '', token = ''] = path.split('/').slice(2)
  const opened = await request(server.url, openMagicLink, { params: { uid, token } })
  expect(opened.answer.user.emailVerified).toBe(true)
  expect(await me(sitting)).toBe(401)
  expect((await signIn(email, castPassword)).code).toBe('invalid_credentials')
  // Later links revoke nothing any more.
  expect(await me(opened.answer.token)).toBe(200)
})

test('SR-06: a device that goes on trying one account does not use up what its network may try', async () => {
  await waitForMidWindow(server.database.db)
  const { email } = await account()
  for (let tried = 0; tried < 15; tried += 1) await signIn(email, 'wrong-password-1')
  const { db } = server.database
  const counted = await db.selectFrom('throttles').select(['key', 'count']).execute()
  const own = counted.find((row) => row.key.endsWith(email))
  expect(own?.count).toBe(15)
  const before = counted.find((row) => /^sign-in:[^:]+$/.test(row.key))?.count ?? 0
  await signIn(email, 'wrong-password-1')
  const after = await db
    .selectFrom('throttles')
    .select('count')
    .where('key', '=', own?.key.replace(`:${email}`, '') ?? '')
    .executeTakeFirst()
  expect(after?.count).toBe(before)
})

test('SR-05: a network that asks for too many links has to wait', async () => {
  await waitForMidWindow(server.database.db)
  const { db } = server.database
  const body = { email: 'somebody@example.test' }
  expect((await request(server.url, requestMagicLink, { body })).status).toBe(202)
  await db.updateTable('throttles').set({ count: 300 }).where('key', 'like', 'magic-link:%').execute()
  const refused = await request(server.url, requestMagicLink, { body })
  expect([refused.code, Number(refused.headers.get('retry-after')) > 0]).toEqual(['too_many_requests', true])
})
