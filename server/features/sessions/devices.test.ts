import { afterAll, beforeAll, expect, test } from 'vitest'
import { authToken, usersMe } from '#contract/auth.ts'
import { endSession, endSessions, listSessions } from '#contract/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { deviceOf } from './devices.ts'
import { openSession } from './sessions.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const phone =
  'Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

const signIn = async (email: string, userAgent: string) => {
  const body = { username: email, password: castPassword }
  return (await request(server.url, authToken, { body, headers: { 'user-agent': userAgent } })).answer.token
}
const list = async (token: string) => (await request(server.url, listSessions, { token })).answer
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
})

test('all devices are signed out at once', async () => {
  const [here, there] = [await signIn(cast.admin.email, phone), await signIn(cast.admin.email, phone)]
  expect((await request(server.url, endSessions, { token: here })).status).toBe(204)
  expect([await me(here), await me(there)]).toEqual([401, 401])
})

test("an invitation's session is no way to the others", async () => {
  const { db } = server.database
  const session = { userId: cast.stranger.userId, invitationClientId: cast.anadolu, remembered: false }
  await openSession(db, session)
  expect(await list(cast.stranger.token)).toHaveLength(1)
})

test('devices are told apart by what their browsers call themselves', () => {
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
