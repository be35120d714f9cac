import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  authToken,
  checkResetLink,
  forgotPassword,
  openMagicLink,
  requestMagicLink,
  resetPassword,
  updatePassword,
  usersMe,
} from '#contract/auth.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { createAccount } from '#server/features/access/users/users.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import type { NewLink } from '#server/features/memberships/links/new-link.ts'
import { request } from '#test/support/api.ts'
import { castPassword } from '#test/support/cast.ts'
import { addClient, addUser } from '#test/support/invited.ts'
import { waitingJobs } from '#test/support/jobs.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'

let server: TestServer
let second: TestServer
let made = 0
const fresh = 'yedi~tane~kiraz'

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
})
afterAll(async () => {
  await second.close()
  await server.close()
})
beforeEach(async () => {
  await sql`TRUNCATE demo_mails, throttles`.execute(server.database.db)
  await waitForMidWindow(server.database.db)
})

const account = async (password = castPassword) => {
  made += 1
  const email = `person-${made}@example.test`
  const person = { email, name: 'Ada', password, authority: [], locale: 'en' as const }
  return { email, userId: await createAccount(server.database.db, person) }
}
const session = (userId: string) =>
  openSession(server.database.db, { userId, invitationClientId: null, remembered: false })
const link = async (
  userId: string,
  purpose: NewLink['purpose'] = 'reset',
  clientId: string | null = null,
) => {
  const expiresAt = new Date(Date.now() + 3_600_000)
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
const reset = (by: { uid: string; token: string }, password = fresh, at = server) =>
  request(at.url, resetPassword, { body: { new_password: password, ...by } })
const signIn = async (username: string, password: string) =>
  (await request(server.url, authToken, { body: { username, password } })).status
const me = async (token: string) => (await request(server.url, usersMe, { token })).status
const open = async (params: { uid: string; token: string }) =>
  (await request(server.url, openMagicLink, { params })).code
const fieldOf = (received: { json: unknown }) => Object.keys(Object(received.json).message)
const mails = (recipient: string) =>
  server.database.db
    .selectFrom('demo_mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()

describe('SR-07: a forgotten password', () => {
  test('is asked for alike at a known and an unknown address, and only the known one gets a mail', async () => {
    const { email } = await account()
    for (const entry of [forgotPassword, requestMagicLink]) {
      const answers = [email, 'nobody@example.test'].map((one) =>
        request(server.url, entry, { body: { email: one } }),
      )
      const [known, unknown] = (await Promise.all(answers)).map(({ status, text }) => ({ status, text }))
      expect(known).toEqual({ status: 202, text: '' })
      expect(unknown).toEqual(known)
    }
    // The same work for both: one job each.
    expect(await waitingJobs(server.database.db)).toHaveLength(4)
    await server.runJobs()
    expect((await mails(email)).map(({ kind }) => kind).sort()).toEqual(['magic_link', 'reset'])
    expect(await mails('nobody@example.test')).toEqual([])
  })

  test('sends five mails an hour and no more, however the address is spelled', async () => {
    const { email } = await account()
    for (const spelled of [email, email.toUpperCase(), ` ${email}`, email, email, email, email])
      await request(server.url, forgotPassword, { body: { email: spelled } })
    await server.runJobs()
    expect(await mails(email)).toHaveLength(5)
  })

  test('a link does not tell without end whether a guess is the previous password', async () => {
    const { userId } = await account()
    const params = await link(userId)
    const answers = []
    for (let tried = 0; tried < 11; tried += 1) answers.push(await reset(params, castPassword))
    expect(answers.map(({ code, status }) => code ?? status).slice(-2)).toEqual([
      answers[0]?.code ?? answers[0]?.status,
      'too_many_requests',
    ])
  })

  test('a link to an address that was left sets nothing', async () => {
    const { userId } = await account()
    const params = await link(userId)
    const { db } = server.database
    await db
      .updateTable('users')
      .set({ email: `${userId}@right.test`, email_verified_at: null })
      .where('id', '=', userId)
      .execute()
    expect((await reset(params)).code).toBe('reset_link_invalid')
  })

  test('SR-11: the mailed link lives an hour and sets the password', async () => {
    const { email, userId } = await account()
    await request(server.url, forgotPassword, { body: { email }, headers: { 'accept-language': 'en' } })
    await server.runJobs()
    const [mail] = await mails(email)
    const [, uid = '', token = ''] =
      /\/reset-password\/([\w-]+)\/([\w-]{43})$/.exec(mail?.links[0] ?? '') ?? []
    const { rows } = await sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM expires_at - created_at) / 60)::int AS minutes FROM one_time_links
      WHERE user_id = ${userId}`.execute(server.database.db)
    expect(rows).toEqual([{ minutes: 60 }])
    expect((await reset({ uid, token })).answer).toEqual({ data: true })
    expect([await signIn(email, castPassword), await signIn(email, fresh)]).toEqual([400, 200])
    await server.runJobs()
    expect((await mails(email)).map(({ kind }) => kind)).toEqual(['reset', 'password_changed'])
  })
})

describe('a reset link', () => {
  test('can be asked about before a password is thought of, and that does not use it up', async () => {
    const one = await account()
    const check = async (by: { uid: string; token: string }) =>
      (await request(server.url, checkResetLink, { body: by })).code
    const [older, newer] = [await link(one.userId), await link(one.userId)]
    expect(await check(older)).toBe('reset_link_expired')
    expect(await check(newer)).toBeUndefined()
    expect(await check({ ...newer, uid: 'nobody' })).toBe('reset_link_invalid')
    expect(await check(await link(one.userId, 'magic'))).toBe('reset_link_invalid')
    expect((await reset(newer)).status).toBe(200)
    expect(await check(newer)).toBe('reset_link_invalid')
  })

  test('SR-10: serves one of many who come at once, on however many servers', async () => {
    const { userId } = await account()
    const by = await link(userId)
    const tries = Array.from({ length: 8 }, (_, at) =>
      reset(by, `${fresh}-${at}`, at % 2 === 0 ? server : second),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'reset_link_invalid']))
  })

  test('is not used up by a refused password', async () => {
    const { email, userId } = await account()
    const by = await link(userId)
    for (const easy of ['short', 'password1234', 'teraziterazi', email, castPassword, 'x'.repeat(129)]) {
      const refused = await reset(by, easy)
      expect([refused.status, fieldOf(refused)], easy).toEqual([400, ['new_password']])
    }
    expect((await reset(by)).status).toBe(200)
    expect((await reset(by, `${fresh}-2`)).code).toBe('reset_link_invalid')
  })

  test('SR-10: is voided by a newer one', async () => {
    const { userId } = await account()
    const [older, newer] = [await link(userId), await link(userId)]
    expect((await reset(older)).code).toBe('reset_link_expired')
    expect((await reset(newer)).status).toBe(200)
  })

  test('SR-13: is bound to its purpose and its person', async () => {
    const [one, other] = [await account(), await account()]
    const client = await addClient(server.database.db)
    const by = await link(one.userId)
    expect(await open(by)).toBe('magic_link_invalid')
    const { uid } = await link(other.userId)
    expect((await reset({ uid, token: by.token })).code).toBe('reset_link_invalid')
    for (const purpose of ['magic', 'verification', 'admin_magic'] as const)
      expect((await reset(await link(one.userId, purpose))).code, purpose).toBe('reset_link_invalid')
    for (const purpose of ['invitation', 'manager_invitation'] as const)
      expect((await reset(await link(one.userId, purpose, client))).code, purpose).toBe('reset_link_invalid')
    // None of it used the link up.
    expect((await reset(by)).status).toBe(200)
  })

  test('SR-10, SR-18: ends all sessions and the other links, but no invitation', async () => {
    const { userId } = await account()
    const client = await addClient(server.database.db)
    const tokens = [await session(userId), await session(userId)]
    const [magic, verification, admin] = [
      await link(userId, 'magic'),
      await link(userId, 'verification'),
      await link(userId, 'admin_magic'),
    ]
    const invitation = await link(userId, 'manager_invitation', client)
    expect((await reset(await link(userId))).status).toBe(200)
    for (const token of tokens) expect(await me(token)).toBe(401)
    for (const one of [magic, verification, admin]) expect(await open(one)).toBe('magic_link_expired')
    expect(await open(invitation)).toBe(undefined)
  })
})

describe('an updated password', () => {
  const update = (token: string, current: string | undefined, password: string) =>
    request(server.url, updatePassword, {
      token,
      body: { ...(current !== undefined && { current_password: current }), new_password: password },
    })

  test('SR-03: needs the current one', async () => {
    const { userId, email } = await account()
    const token = await session(userId)
    for (const wrong of [undefined, 'not the password', `${castPassword} `]) {
      const refused = await update(token, wrong, fresh)
      expect([refused.status, fieldOf(refused)]).toEqual([400, ['current_password']])
    }
    expect((await update(token, castPassword, fresh)).status).toBe(204)
    expect(await signIn(email, fresh)).toBe(200)
  })

  test('SR-03: is a first one without it, for somebody who came by a link', async () => {
    const email = `first-${made}@example.test`
    const userId = await addUser(server.database.db, { email })
    const token = await session(userId)
    expect((await update(token, undefined, fresh)).status).toBe(204)
    expect(await signIn(email, fresh)).toBe(200)
    expect(fieldOf(await update(token, undefined, `${fresh}-2`))).toEqual(['current_password'])
  })

  test('SR-05: may be guessed ten times', async () => {
    const { userId } = await account()
    const token = await session(userId)
    const tries = Array.from({ length: 14 }, () => update(token, 'not the password', fresh))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })

  test('SR-18: ends the other sessions and links, and refuses the previous one', async () => {
    const { userId } = await account()
    const [here, there] = [await session(userId), await session(userId)]
    const magic = await link(userId, 'magic')
    expect(fieldOf(await update(here, castPassword, castPassword))).toEqual(['new_password'])
    expect((await update(here, castPassword, fresh)).status).toBe(204)
    expect([await me(here), await me(there)]).toEqual([200, 401])
    expect(await open(magic)).toBe('magic_link_expired')
  })

  test('SR-01, SR-04: is compared exactly, and to its end', async () => {
    const { userId, email } = await account()
    const token = await session(userId)
    const long = `${'çok uzun bir parola '.repeat(5)}`
    expect((await update(token, castPassword, `${long}A`)).status).toBe(204)
    for (const other of [`${long}B`, long, `${long}a`, `${long}A `, `${long}A`.normalize('NFD')])
      expect(await signIn(email, other)).toBe(400)
    expect(await signIn(email, `${long}A`)).toBe(200)
  })
})
