import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authToken, openMagicLink, usersMe } from '#contract/auth.ts'
import { endSession, endSessions, listSessions } from '#contract/sessions.ts'
import { newId } from '#server/db/ids.ts'
import { createAccount } from '#server/features/access/users/users.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import type { NewLink } from '#server/features/memberships/links/new-link.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { deviceOf } from './devices.ts'
import { sweepDevices } from './known-devices.ts'
import { openSession } from './sessions.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const phone =
  'Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

const signIn = async (email: string, userAgent: string) => {
  const body = { username: email, password: castPassword }
  return (await request(server.url, authToken, { body, headers: { 'user-agent': userAgent } })).answer.token
}
const list = async (token: string) => (await request(server.url, listSessions, { token })).answer
const ended = async (userId: string) => {
  const { rows } = await sql<{ reason: string | null }>`
    SELECT reason FROM audit_entries WHERE actor_id = ${userId} AND action = 'session_ended'`.execute(
    server.database.db,
  )
  return rows.map(({ reason }) => reason)
}
const me = async (token: string) => (await request(server.url, usersMe, { token })).status

test('a person sees where they are signed in, and which one this is', async () => {
  const token = await signIn(cast.manager.email, phone)
  const sessions = await list(token)
  expect(sessions).toHaveLength(2)
  expect(sessions.find(({ current }) => current)?.device).toEqual({ browser: 'Chrome', system: 'Android' })
  expect(sessions.find(({ current }) => !current)?.device).toEqual({ browser: '', system: '' })
  expect(JSON.stringify(sessions)).not.toContain(token)
})

test('one device is signed out at once, and only by its owner', async () => {
  const { email } = cast.otherManager
  const [here, there] = [await signIn(email, phone), await signIn(email, phone)]
  const sessionId = (await list(there)).find(({ current }) => current)?.id ?? ''
  const end = (token: string) => request(server.url, endSession, { token, params: { sessionId } })
  expect((await end(cast.stranger.token)).code).toBe('not_found')
  expect(await me(there)).toBe(200)
  expect((await end(here)).status).toBe(204)
  expect([await me(here), await me(there)]).toEqual([200, 401])
  expect((await end(here)).code).toBe('not_found')
  expect(await ended(cast.otherManager.userId)).toEqual([null])
})

test('all devices are signed out at once', async () => {
  const [here, there] = [await signIn(cast.admin.email, phone), await signIn(cast.admin.email, phone)]
  expect((await request(server.url, endSessions, { token: here })).status).toBe(204)
  expect([await me(here), await me(there)]).toEqual([401, 401])
  expect(await ended(cast.admin.userId)).toEqual(['all_devices'])
})

test("an invitation's session is no way to the others", async () => {
  const { db } = server.database
  const session = { userId: cast.stranger.userId, invitationClientId: cast.anadolu, remembered: false }
  await openSession(db, session)
  expect(await list(cast.stranger.token)).toHaveLength(1)
})

test('devices are distinguished by their browsers’ names', () => {
  const agents: [string, string, string][] = [
    [phone, 'Chrome', 'Android'],
    [phone.replace('Chrome/', 'SamsungBrowser/25 Chrome/'), 'Samsung Internet', 'Android'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126 Safari/537.36 Edg/126', 'Edge', 'Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17 Safari/604',
      'Safari',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0',
      'Firefox',
      'macOS',
    ],
    ['curl/8', '', ''],
  ]
  for (const [agent, browser, system] of agents) expect(deviceOf(agent)).toEqual({ browser, system })
})

describe('a sign-in on a new device', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126 Safari/537.36'
  const person = async () => {
    const email = `${newId()}@example.test`
    const account = { email, name: 'Ada Deniz', password: castPassword, authority: [], locale: 'en' as const }
    return { email, userId: await createAccount(server.database.db, account) }
  }
  const mailed = async (email: string) => {
    await server.runJobs()
    return server.database.db
      .selectFrom('demo_mails')
      .selectAll()
      .where('recipient', '=', email)
      .where('kind', '=', 'new_device')
      .execute()
  }

  test('is mailed, with the device, the time in its owner’s time zone, and what to do', async () => {
    const { email, userId } = await person()
    const { db } = server.database
    await db.updateTable('users').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', userId).execute()
    await signIn(email, windows)
    await signIn(email, windows.replaceAll('126', '127'))
    expect(await mailed(email)).toEqual([])
    await signIn(email, phone)
    await signIn(email, phone)
    const [mail, ...more] = await mailed(email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('New sign-in to your Terazi account')
    expect(mail?.text).toMatch(/Chrome, Android/)
    expect(mail?.text).toMatch(/\d{2}:\d{2} \(Asia\/Tokyo\)/)
    expect(mail?.links).toEqual([`${server.url}/account/settings/password`])
  })

  test('is new again after 90 days', async () => {
    const { email, userId } = await person()
    const { db } = server.database
    for (const device of [windows, phone]) await signIn(email, device)
    await db
      .updateTable('known_devices')
      .set({ seen_at: sql`now() - interval '91 days'` })
      .where('user_id', '=', userId)
      .execute()
    await signIn(email, windows)
    await signIn(email, windows)
    expect(await mailed(email)).toHaveLength(2)
  })

  test('is forgotten by the sweep after 90 days, but for the last one of a person', async () => {
    const { email, userId } = await person()
    const { db } = server.database
    for (const device of [windows, phone]) await signIn(email, device)
    await sql`UPDATE known_devices SET seen_at = seen_at - interval '91 days' WHERE user_id = ${userId}`.execute(
      db,
    )
    await sweepDevices(db)
    const left = await db.selectFrom('known_devices').selectAll().where('user_id', '=', userId).execute()
    expect(left).toHaveLength(1)
    await signIn(email, windows)
    // The first mail told of the phone when it was new.
    expect(await mailed(email)).toHaveLength(2)
  })

  test('by link is mailed as well, an invitation is not', async () => {
    const { email, userId } = await person()
    const member = await addMember(server.database.db, cast.anadolu)
    await addAssignment(server.database.db, cast.anadolu, member, { code: 'ENGLISH' })
    const open = async (link: Pick<NewLink, 'userId' | 'purpose' | 'clientId'>, userAgent: string) => {
      const expiresAt = new Date(Date.now() + 60_000)
      const { path } = await createLink(server.database.db, { ...link, createdBy: null, expiresAt })
      const [uid = '', token = ''] = path.split('/').slice(2)
      const headers = { 'user-agent': userAgent }
      return request(server.url, openMagicLink, { params: { uid, token }, headers })
    }
    for (const userAgent of [windows, phone]) {
      await open({ userId, purpose: 'magic', clientId: null }, userAgent)
      const invitation = { userId: member.userId, purpose: 'invitation', clientId: cast.anadolu } as const
      expect((await open(invitation, userAgent)).status).toBe(200)
    }
    expect(await mailed(email)).toHaveLength(1)
    const all = await server.database.db.selectFrom('known_devices').select('user_id').execute()
    expect(all.map((row) => row.user_id)).not.toContain(member.userId)
  })
})
