import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  authToken,
  forgotPassword,
  openMagicLink,
  requestMagicLink,
  resetPassword,
  signUp,
} from '#contract/auth.ts'
import { getClient } from '#contract/clients.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { listSessions } from '#contract/sessions.ts'
import { magicLinkForAdmin } from '#contract/users.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { ask } from './ask.ts'
import { addAccount, addLink, addSession, addSlip } from './people.ts'

let server: TestServer
let cast: Cast
const webRoot = mkdtempSync(join(tmpdir(), 'terazi-web-'))

beforeAll(async () => {
  // Each link leads to a page of the application.
  mkdirSync(join(webRoot, 'player'))
  for (const page of ['index.html', 'player/index.html'])
    writeFileSync(join(webRoot, page), '<!doctype html><title>Terazi</title>')
  server = await startTestServer({ webRoot })
  cast = await castOf(server, 0)
})
afterAll(async () => {
  await server.close()
  rmSync(webRoot, { recursive: true, force: true })
})

const open = (params: { uid: string; token: string }) => request(server.url, openMagicLink, { params })
const purposes = ['magic', 'verification', 'admin_magic', 'manager_invitation', 'invitation'] as const
const clientOf = (purpose: string) => (purpose.endsWith('invitation') ? cast.anadolu : null)

describe('SR-09: every way in for a manager', () => {
  const rights = async (token: string) => [
    (await request(server.url, getClient, { token, params: { clientId: cast.anadolu } })).status,
    (await request(server.url, listSessions, { token })).status,
    (await request(server.url, listOwnAssignments, { token })).status,
  ]
  const manager = () => addMember(server.database.db, cast.anadolu, { role: 'manager' })

  test.each(['magic', 'verification', 'admin_magic', 'manager_invitation'] as const)(
    'SR-09: a %s link gives a full session’s rights',
    async (purpose) => {
      const { userId } = await manager()
      const opened = await open(await addLink(server, userId, purpose, clientOf(purpose)))
      expect(opened.answer.user.authority).toEqual(['manager'])
      expect(await rights(opened.answer.token)).toEqual([200, 200, 200])
    },
  )

  test('SR-09: a password and a password just reset do too', async () => {
    const { userId } = await manager()
    const { uid, token } = await addLink(server, userId, 'reset')
    const body = { new_password: 'yedi~tane~kiraz', uid, token }
    const reset = await request(server.url, resetPassword, { body })
    // A reset opens no session; signing in with the new password does.
    expect(reset.json).toEqual({ data: true })
    const credentials = { username: `${userId}@example.com`, password: 'yedi~tane~kiraz' }
    const signedIn = await request(server.url, authToken, { body: credentials })
    expect(await rights(signedIn.answer.token)).toEqual([200, 200, 200])
  })

  test('SR-09: a test invitation gives only the person’s own assignments at that client', async () => {
    const { userId } = await addMember(server.database.db, cast.anadolu)
    const token = await addSession(server, userId, cast.anadolu)
    expect(await rights(token)).toEqual([403, 403, 200])
  })
})

test('SR-12: no live token is in the database, in any table or queued job', async () => {
  const { db } = server.database
  const account = await addAccount(server)
  const credentials = { username: account.email, password: castPassword }
  const session = (await request(server.url, authToken, { body: credentials })).answer.token
  const secrets = new Map<string, string>([['session', session]])
  for (const purpose of [...purposes, 'reset'] as const) {
    const { token } = await addLink(server, account.userId, purpose, clientOf(purpose))
    secrets.set(purpose, token)
  }
  const made = { token: cast.superuser.token, body: { email: account.email } }
  const adminLink = (await request(server.url, magicLinkForAdmin, made)).answer.link
  secrets.set('admin link', adminLink.split('/').at(-1) ?? '')
  secrets.set('slip', await addSlip(server, account.userId, cast.anadolu))
  const { started } = await addRunning(server, cast.anadolu, 'ENGLISH')
  secrets.set('attempt', started.attemptToken)
  secrets.set('rescue key', started.rescueKey)
  // Jobs are queued: they make the links when they run.
  const joined = {
    fullName: 'Ada Deniz',
    email: 'dump@example.test',
    password: 'yedi~tane~kiraz',
    confirmPassword: 'yedi~tane~kiraz',
  }
  secrets.set('sign-up', (await request(server.url, signUp, { body: joined })).answer.token)
  secrets.set('password', joined.password)
  for (const entry of [forgotPassword, requestMagicLink])
    await request(server.url, entry, { body: { email: account.email } })

  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(db)
  expect(tables.length).toBeGreaterThan(20)
  const dump: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} t`.execute(db)
    dump.push(...rows.map(({ row }) => row))
  }
  const text = dump.join('\n')
  // Proves the dump works: the stored hash is found in it.
  expect(text).toContain(account.email)
  for (const [kind, secret] of secrets) {
    expect(secret.length, kind).toBeGreaterThanOrEqual(12)
    const inner = secret.replace(/^(ses|att)_/, '')
    const hex = Buffer.from(inner).toString('hex')
    const forms = [inner, inner.slice(-43), hex, Buffer.from(inner, 'base64url').toString('hex')]
    for (const form of forms) expect(text.includes(form), `${kind} is in the database`).toBe(false)
  }
})

test('SR-12: tokens are 256 random bits and no two are equal', async () => {
  const { userId } = await addAccount(server)
  const tokens = await Promise.all(Array.from({ length: 50 }, () => addSession(server, userId)))
  for (const token of tokens) expect(token).toMatch(/^ses_[\w-]{43}$/)
  expect(new Set(tokens.map((token) => token.slice(0, 12))).size).toBe(50)
})

test('SR-13: a link of one kind or person serves no other', async () => {
  const [one, other] = [await addAccount(server), await addAccount(server)]
  const { uid } = await addLink(server, other.userId, 'magic')
  const refusedReset = async ({ uid, token }: { uid: string; token: string }) => {
    const body = { new_password: 'yedi~tane~kiraz', uid, token }
    return (await request(server.url, resetPassword, { body })).code
  }
  for (const purpose of purposes) {
    const link = await addLink(server, one.userId, purpose, clientOf(purpose))
    expect(await refusedReset(link), purpose).toBe('reset_link_invalid')
    expect((await open({ uid, token: link.token })).code, purpose).toBe('magic_link_invalid')
    expect((await open({ uid: link.uid, token: `${link.token}x` })).code, purpose).toBe('magic_link_invalid')
    expect((await ask(server.url, { method: 'GET', path: '/api/users/me/', token: link.token })).status).toBe(
      401,
    )
  }
  const reset = await addLink(server, one.userId, 'reset')
  expect((await open(reset)).code).toBe('magic_link_invalid')
  expect(await refusedReset({ uid, token: reset.token })).toBe('reset_link_invalid')
  expect(await refusedReset(reset)).toBe(undefined)
})

test.each([...purposes, 'reset'] as const)(
  'SR-14: opening a %s link without pressing its button uses nothing up',
  async (purpose) => {
    const { userId } = await addMember(server.database.db, cast.anadolu, {
      role: purpose === 'invitation' ? 'candidate' : 'manager',
    })
    if (purpose === 'invitation') {
      const member = await server.database.db
        .selectFrom('memberships')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      const taker = { userId, membershipId: member.id }
      await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
    }
    const link = await addLink(server, userId, purpose, clientOf(purpose))
    const stored = async () => {
      const { rows } = await sql`
        SELECT used_at, expires_at, (SELECT count(*) FROM sessions WHERE user_id = ${userId}) AS sessions
        FROM one_time_links WHERE user_id = ${userId}`.execute(server.database.db)
      return rows
    }
    const before = await stored()
    for (const path of [link.path, `${link.path}/`, `/api${link.path}/`, `/api${link.path}`])
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        for (const agent of ['Mozilla/5.0', 'Microsoft Office SafeLinks', 'GoogleImageProxy']) {
          const looked = await ask(server.url, { method, path, headers: { 'user-agent': agent } })
          // GET and HEAD show the page; only POST uses the link.
          const page = !path.startsWith('/api') && method !== 'OPTIONS'
          expect([method, path, looked.status < 400]).toEqual([method, path, page])
        }
    expect(await stored()).toEqual(before)
    const { uid, token } = link
    const body = { new_password: 'yedi~tane~kiraz', uid, token }
    const used =
      purpose === 'reset' ? await request(server.url, resetPassword, { body }) : await open({ uid, token })
    expect(used.status).toBe(200)
  },
)
