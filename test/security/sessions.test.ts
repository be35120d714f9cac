import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAssignment } from '#contract/assignments.ts'
import {
  authToken,
  forgotPassword,
  openMagicLink,
  openSlipCode,
  requestMagicLink,
  resetPassword,
} from '#contract/auth.ts'
import { calls } from '#contract/calls.ts'
import { type Call, pathOf } from '#contract/kit.ts'
import { startAttempt, submitAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { magicLinkForAdmin } from '#contract/users.ts'
import { newId } from '#server/db/ids.ts'
import { hashPassword } from '#server/features/access/users/passwords.ts'
import { createLog } from '#server/log.ts'
import { inputOf } from '#test/denials/inputs.ts'
import { makeScene, type Scene } from '#test/denials/scene.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker, type Running } from '#test/support/taking.ts'
import { ask } from './ask.ts'
import { addAccount, addLink, addSession, addSlip } from './people.ts'

const logged: string[] = []
let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer({
    log: createLog('debug', { destination: { write: (line) => void logged.push(line) } }),
  })
  cast = await castOf(server)
})
afterAll(() => server.close())

const me = async (token: string) =>
  (await ask(server.url, { method: 'GET', path: '/api/users/me/', token })).status
const firstAnswer = ({ choices: [item] }: Running, option = 0) => ({
  [item?.id ?? '']: item?.options[option] ?? '',
})
const save = (running: Running, token: string, responses: Record<string, string>) =>
  request(server.url, saveResponses, { token, body: { testId: running.started.testId, responses } })
/** The stored answers, as a resumed attempt gets them. */
const storedOf = async ({ assignmentId, token }: Running) => {
  const resumed = await request(server.url, startAttempt, { token, params: { assignmentId }, body: {} })
  return Object.fromEntries(Object.entries(resumed.answer.responses).map(([id, { value }]) => [id, value]))
}

test('SR-15: the event loop goes on while twenty passwords are hashed', async () => {
  let turns = 0
  let hashing = true
  const turn = () => {
    turns += 1
    if (hashing) setImmediate(turn)
  }
  setImmediate(turn)
  await Promise.all(Array.from({ length: 20 }, (_, at) => hashPassword(`yedi~tane~kiraz~${at}`)))
  hashing = false
  // A hash on this thread would block the loop.
  expect(turns).toBeGreaterThan(200)
})

test('SR-19: a session ends thirty days after sign-in, however often it was used, remembered or not', async () => {
  for (const remembered of [false, true]) {
    const { userId } = await addAccount(server)
    const token = await addSession(server, userId)
    const { db } = server.database
    const aged = (age: string) =>
      sql`UPDATE sessions SET remembered = ${remembered}, seen_at = now() - interval '11 minutes',
          created_at = now() - ${age}::interval, expires_at = least(expires_at, now() - ${age}::interval + interval '30 days')
          WHERE user_id = ${userId}`.execute(db)
    await aged('29 days 23 hours')
    expect(await me(token)).toBe(200)
    const { rows } = await sql<{ capped: boolean }>`
      SELECT expires_at <= created_at + interval '30 days' AS capped FROM sessions WHERE user_id = ${userId}`.execute(
      db,
    )
    expect(rows).toEqual([{ capped: true }])
    await aged('30 days')
    expect(await me(token)).toBe(401)
  }
})

test('SR-19: a running test outlives its session: the attempt’s own token saves and submits', async () => {
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const { assignmentId, started, token, userId } = running
  await server.database.db
    .updateTable('sessions')
    .set({ expires_at: sql`now()` })
    .where('user_id', '=', userId)
    .execute()
  expect([await me(token), (await save(running, token, firstAnswer(running))).status]).toEqual([401, 401])
  const saved = await save(running, started.attemptToken, firstAnswer(running))
  expect(saved.answer.data.saved).toEqual(Object.keys(firstAnswer(running)))
  const again = { ...running, token: await addSession(server, userId, cast.anadolu) }
  expect(await storedOf(again)).toEqual(firstAnswer(running))
  const sent = { token: started.attemptToken, params: { assignmentId }, body: {} }
  expect((await request(server.url, submitAttempt, sent)).answer.status).toBe('completed')
})

test('SR-20, SR-53: no token, password, link or answer is ever written into the log', async () => {
  const secrets = new Map<string, string>()
  const account = await addAccount(server)
  const { email } = account
  const wrong = 'not~the~password~42'
  secrets.set('password', castPassword).set('wrong password', wrong)
  await request(server.url, authToken, { body: { username: email, password: wrong } })
  await ask(server.url, { path: '/api/auth-token/', body: { username: email, password: castPassword, x: 1 } })
  const signedIn = await request(server.url, authToken, { body: { username: email, password: castPassword } })
  secrets.set('session', signedIn.answer.token)
  expect(await me(signedIn.answer.token)).toBe(200)

  for (const entry of [requestMagicLink, forgotPassword])
    await request(server.url, entry, { body: { email } })
  await server.runJobs()
  const mailbox = await ask(server.url, { method: 'GET', path: `/api/dev/mailbox/?to=${email}` })
  const links = [...mailbox.text.matchAll(/\/([\w-]+)\/([\w-]+)\/((?:once_)?[\w-]{43})/g)]
  const mailed = new Map(links.map(([, kind = '', uid = '', token = '']) => [kind, { uid, token }]))
  expect([...mailed.keys()].sort()).toEqual(['magic-link', 'reset-password'])
  for (const [kind, { token }] of mailed) secrets.set(kind, token)
  const magic = mailed.get('magic-link') ?? { uid: '', token: '' }
  const opened = await request(server.url, openMagicLink, { params: magic })
  secrets.set('session by link', opened.answer.token)
  // Expired or truncated links are secrets too.
  await request(server.url, openMagicLink, { params: magic })
  await ask(server.url, { method: 'GET', path: `/magic-link/${magic.uid}/${magic.token}?utm=x` })
  await ask(server.url, { path: `/api/nothing/${magic.token}/` })
  const reset = { ...(mailed.get('reset-password') ?? magic), new_password: 'yedi~tane~kiraz' }
  expect((await request(server.url, resetPassword, { body: reset })).status).toBe(200)
  secrets.set('new password', reset.new_password)
  const byAdmin = { token: cast.admin.token, body: { email } }
  const made = await request(server.url, magicLinkForAdmin, byAdmin)
  secrets.set('admin link', made.answer.link.split('/').at(-1) ?? '')
  secrets.set('invitation', (await addLink(server, account.userId, 'invitation', cast.anadolu)).token)

  const taker = await addTaker(server, cast.anadolu)
  await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
  const code = await addSlip(server, taker.userId, cast.anadolu)
  secrets.set('slip', code)
  secrets.set('session by slip', (await request(server.url, openSlipCode, { body: { code } })).answer.token)
  await request(server.url, openSlipCode, { body: { code: code.slice(1) } })

  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  secrets.set('participant', running.token).set('attempt', running.started.attemptToken)
  await save(running, running.started.attemptToken, firstAnswer(running))
  await save(running, running.started.attemptToken, { nothing: 'Pamuk şekeri gibi bir cevap' })
  secrets.set('answer', 'Pamuk şekeri')
  for (const token of secrets.values())
    await ask(server.url, { method: 'GET', path: `/api/users/me/?token=${encodeURIComponent(token)}` })
  await server.runJobs()

  const text = logged.join('')
  // Proves the log works: every call is in it, by route.
  for (const route of [
    '/api/auth-token/',
    '/api/magic-link/:uid/:token/',
    '/api/slip-code/',
    '/api/participant/tests/save-respons',
  ])
    expect(text).toContain(route)
  for (const [kind, secret] of secrets) {
    expect(secret.length, kind).toBeGreaterThan(10)
    for (const form of [secret, secret.slice(-30), encodeURIComponent(secret)])
      expect(text.includes(form), `${kind} is in the log`).toBe(false)
  }
})

/** A call as it is made for the scene, with another record's id wherever its path has one. */
const elsewhere = (scene: Scene, entry: Call, id: string) => {
  const { params, body } = inputOf(scene, entry.name)
  const others = Object.fromEntries(Object.keys(params ?? {}).map((name) => [name, id]))
  const { method } = entry
  return { method, path: pathOf(entry, others), ...(body !== undefined && { body }) }
}

test('SR-21: 401 is for a missing or dead token; foreign and unknown records are 404', async () => {
  const scene = await makeScene(server, cast)
  const theirs = await makeScene(server, cast, cast.ege)
  const byRecord = calls.filter(({ params, access }) => params !== undefined && access !== 'guest')
  const idsOf: Record<string, string> = {
    clientId: theirs.clientId,
    assignmentId: theirs.completed,
    userId: theirs.participant.userId,
    sessionId: theirs.sessionId,
  }
  expect(byRecord.length).toBeGreaterThan(20)
  for (const entry of byRecord) {
    const [first = ''] = Object.keys(entry.params?.shape ?? {})
    for (const id of [newId(), 'x', idsOf[first] ?? newId()]) {
      const sent = elsewhere(scene, entry, id)
      const status = async (token?: string) => (await ask(server.url, { ...sent, token })).status
      const dead = `ses_${'x'.repeat(43)}`
      const answered = [await status(), await status(dead), await status(cast.manager.token)]
      // Admin calls are refused by role, before the record is looked up.
      const refused = entry.access === 'admin' || entry.access === 'superuser' ? 403 : 404
      expect([entry.name, id, answered]).toEqual([entry.name, id, [401, 401, refused]])
    }
  }
})

test('SR-21: a refused save costs neither the session nor a stored answer', async () => {
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const other = await addRunning(server, cast.anadolu, 'ENGLISH')
  expect((await save(running, running.token, firstAnswer(running))).status).toBe(200)
  const change = firstAnswer(running, 1)
  const refusals = [
    await save(other, running.token, change),
    await save(other, running.started.attemptToken, change),
    await save(running, running.token, { ...change, nothing: 'x' }),
    await save(running, running.token, { [Object.keys(change)[0] ?? '']: 'no such option' }),
    await request(server.url, getAssignment, {
      token: running.token,
      params: { assignmentId: running.assignmentId },
    }),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([404, 404, 400, 400, 403])
  expect(await storedOf(running)).toEqual(firstAnswer(running))
  expect(await storedOf(other)).toEqual({})
  expect(await me(running.token)).toBe(200)
  // The same answer goes in as soon as nothing is wrong with what is sent.
  expect((await save(running, running.token, change)).status).toBe(200)
  expect(await storedOf(running)).toEqual(change)
})
