import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyIn } from '#contract/kit.ts'
import {
  checkIdentity,
  decideRequest,
  listOwnRequests,
  listRequests,
  makeRequest,
} from '#contract/requests.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addTaker } from '#test/support/taking.ts'
import { tracesIn } from '#test/support/traces.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db
const admin = () => cast.admin.token
const ask = (token: string, body: BodyIn<typeof makeRequest>) =>
  request(server.url, makeRequest, { token, body })
const decide = (token: string, requestId: string, decision: 'accepted' | 'refused') =>
  request(server.url, decideRequest, {
    token,
    params: { requestId },
    body: { decision, reason: 'Kimlik kartına bakıldı' },
  })
const mailsTo = async (recipient: string) =>
  await db().selectFrom('demo_mails').select(['kind', 'text']).where('recipient', '=', recipient).execute()

test('a person asks by their link, the client’s manager answers within thirty days, and both get a mail', async () => {
  const { userId, token } = await addTaker(server, cast.anadolu)
  const made = await ask(token, { kind: 'access', message: 'Sonuçlarımı görmek istiyorum.' })
  expect(made.status).toBe(201)
  const days = (Date.parse(made.answer.dueAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)
  await server.runJobs()
  expect((await mailsTo(cast.manager.email)).map(({ kind }) => kind)).toContain('request_received')

  const { answer: list } = await request(server.url, listRequests, {
    token: cast.manager.token,
    query: { state: 'open' },
  })
  const open = list.results.find(({ id }) => id === made.answer.id)
  expect(open).toMatchObject({ kind: 'access', identity: null, decision: null, client: { id: cast.anadolu } })
  // Somebody who only says who they are gets nothing.
  expect((await decide(cast.manager.token, made.answer.id, 'accepted')).code).toBe('identity_not_checked')
  const params = { requestId: made.answer.id }
  const checked = await request(server.url, checkIdentity, { token: cast.manager.token, params, body: {} })
  expect(checked.answer).toMatchObject({ identity: 'desk' })
  const decided = await decide(cast.manager.token, made.answer.id, 'accepted')
  expect(decided.answer).toMatchObject({ decision: 'accepted', reason: 'Kimlik kartına bakıldı' })
  expect((await decide(cast.manager.token, made.answer.id, 'refused')).code).toBe('request_decided')
  await server.runJobs()
  expect(await mailsTo(`${userId}@example.com`)).toMatchObject([
    { kind: 'request_answer', text: expect.stringContaining('Kimlik kartına bakıldı') },
  ])
  const { answer: own } = await request(server.url, listOwnRequests, { token })
  expect(own.results).toMatchObject([{ id: made.answer.id, decision: 'accepted' }])
})

test('nobody answers for another client, and nobody sees its requests', async () => {
  const { token } = await addTaker(server, cast.anadolu)
  const { answer } = await ask(token, { kind: 'rectification', message: 'Adım yanlış' })
  const other = cast.otherManager.token
  expect((await decide(other, answer.id, 'refused')).code).toBe('not_found')
  const { answer: list } = await request(server.url, listRequests, { token: other })
  expect(list.results).toEqual([])
  const theirs = await request(server.url, listRequests, { token: other, query: { client: cast.anadolu } })
  expect(theirs.code).toBe('not_found')
  expect((await decide(admin(), answer.id, 'refused')).status).toBe(200)
})

test('an accepted erasure erases the person, and its answer still reaches them', async () => {
  const clientId = await addClient(db())
  const { token, userId } = await addTaker(server, clientId)
  const { answer } = await ask(token, { kind: 'erasure', message: 'Kanarya9143' })
  await request(server.url, checkIdentity, { token: admin(), params: { requestId: answer.id }, body: {} })
  const decided = await decide(admin(), answer.id, 'accepted')
  expect(decided.answer).toMatchObject({
    decision: 'accepted',
    reason: '',
    message: '',
    person: { name: '—' },
  })
  expect((await request(server.url, listOwnRequests, { token })).status).toBe(401)
  await server.runJobs()
  expect((await mailsTo(`${userId}@example.com`)).map(({ kind }) => kind)).toEqual(['request_answer'])
  await db().deleteFrom('demo_mails').execute()
  expect(await tracesIn(db(), ['Kanarya9143', `${userId}@example.com`])).toEqual([])
})

test('an objection names a test of one’s own, and somebody at several clients says which one', async () => {
  const { token, ...taker } = await addTaker(server, cast.anadolu)
  const assignmentId = await addAssignment(db(), cast.anadolu, taker, { code: 'ENGLISH' })
  const made = await ask(token, { kind: 'objection', assignmentId })
  const { answer } = await request(server.url, listRequests, {
    token: admin(),
    query: { client: cast.anadolu, ordering: '-createdAt' },
  })
  expect(answer.results.find(({ id }) => id === made.answer.id)?.test).toMatchObject({ code: 'ENGLISH' })
  const stranger = await addMember(db(), cast.anadolu)
  const theirs = await addAssignment(db(), cast.anadolu, stranger, { code: 'ENGLISH' })
  expect((await ask(token, { kind: 'objection', assignmentId: theirs })).code).toBe('invalid_request')
  const second = await addMember(db(), await addClient(db()))
  await db()
    .updateTable('memberships')
    .set({ user_id: taker.userId })
    .where('id', '=', second.membershipId)
    .execute()
  const full = await openSession(db(), { userId: taker.userId, invitationClientId: null, remembered: false })
  expect((await ask(full, { kind: 'access' })).code).toBe('invalid_request')
  expect((await ask(full, { kind: 'access', clientId: cast.anadolu })).status).toBe(201)
})
