import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#contract/clock.ts'
import type { BodyIn } from '#contract/kit.ts'
import { enterRequest, findRequesters, listOwnRequests, listRequests } from '#contract/requests.ts'
import { newId } from '#server/db/ids.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addMember } from '#test/support/invited.ts'
import { mailsTo } from '#test/support/mails.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addTaker } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db
const dayMs = 86_400_000
const day = (offset: number) => dayIn(new Date(Date.now() + offset * dayMs).toISOString(), 'Europe/Istanbul')
const enter = (body: BodyIn<typeof enterRequest>, token = cast.manager.token) =>
  request(server.url, enterRequest, { token, params: { clientId: cast.anadolu }, body })
const find = async (search: string, token = cast.manager.token) =>
  (
    await request(server.url, findRequesters, {
      token,
      params: { clientId: cast.anadolu },
      query: { search },
    })
  ).answer

test('a letter is entered with the day it came, counts from it, and is listed with the others', async () => {
  const { membershipId, userId, token } = await addTaker(server, cast.anadolu)
  const receivedOn = day(-3)
  const { status, answer } = await enter({
    ...{ membershipId, kind: 'access', channel: 'letter', receivedOn, message: 'Verilerimi isterim' },
  })
  expect(status).toBe(201)
  const due = dayIn(answer.dueAt, 'Europe/Istanbul')
  expect(due).toBe(new Date(Date.parse(receivedOn) + 30 * dayMs).toISOString().slice(0, 10))
  const { answer: list } = await request(server.url, listRequests, { token: cast.manager.token })
  expect(list.results.find(({ id }) => id === answer.id)).toMatchObject({
    ...{ kind: 'access', channel: 'letter', receivedOn, message: 'Verilerimi isterim', dueAt: answer.dueAt },
    ...{ identity: null, decision: null, enteredBy: expect.any(String), person: { membershipId } },
  })
  const own = await request(server.url, listOwnRequests, { token })
  expect(own.answer.results).toMatchObject([{ id: answer.id, channel: 'letter', receivedOn }])
  const { rows } =
    await sql`SELECT actor_id AS actor, subject_id AS subject, reason, details FROM audit_entries
    WHERE action = 'request_entered' AND details ->> 'request' = ${answer.id}`.execute(db())
  expect(rows).toEqual([
    {
      ...{ actor: cast.manager.userId, subject: userId, reason: 'letter' },
      details: { request: answer.id, kind: 'access', receivedOn },
    },
  ])
})

test('the others at the desk get a mail, and who entered it gets none', async () => {
  const { membershipId } = await addMember(db(), cast.anadolu)
  const body = { membershipId, kind: 'erasure', channel: 'phone', receivedOn: day(0) } as const
  const mails = async () => {
    await server.runJobs()
    return (await mailsTo(db(), cast.manager.email)).filter(({ kind }) => kind === 'request_received').length
  }
  const before = await mails()
  await enter(body)
  expect(await mails()).toBe(before)
  await enter(body, cast.admin.token)
  expect(await mails()).toBe(before + 1)
})

test('a day to come is refused, and so is somebody of another client, a manager or nobody', async () => {
  const { membershipId } = await addMember(db(), cast.anadolu)
  const body = { membershipId, kind: 'access', channel: 'in_person', receivedOn: day(0) } as const
  const wrong = async (change: Partial<typeof body> | { receivedOn: string } | { membershipId: string }) => {
    const { status, json } = await enter({ ...body, ...change })
    return [status, Object.keys(Object(Object(json).message))]
  }
  expect(await wrong({ receivedOn: day(2) })).toEqual([400, ['receivedOn']])
  const theirs = await addMember(db(), cast.ege)
  const leads = await addMember(db(), cast.anadolu, { role: 'manager' })
  for (const id of [theirs.membershipId, leads.membershipId, newId()])
    expect(await wrong({ membershipId: id })).toEqual([400, ['membershipId']])
  expect((await enter(body, cast.otherManager.token)).status).toBe(404)
})

test('people are found by their name, also who left, once each, and nobody who was erased', async () => {
  const named = async (name: string, change: object = {}) => {
    const one = await addMember(db(), cast.anadolu, { name })
    await db()
      .updateTable('memberships')
      .set({ search_text: 'zeynep ayaz', ...change })
      .where('id', '=', one.membershipId)
      .execute()
    return one
  }
  const here = await named('Zeynep Ayaz')
  const left = await named('Zeynep Ayaz', { removed_at: sql`now()` })
  await named('Zeynep Ayaz', { erased_at: sql`now()`, removed_at: sql`now()` })
  const before = await named('Zeynep Ayaz', { removed_at: sql`now()` })
  await sql`UPDATE memberships SET user_id = ${here.userId} WHERE id = ${before.membershipId}`.execute(db())
  const found = await find('ZEYNEP aya')
  expect(found.map(({ membershipId }) => membershipId)).toEqual([here.membershipId, left.membershipId])
  expect(found.map(({ leftAt }) => leftAt === null)).toEqual([true, false])
  const body = { kind: 'access', channel: 'mail', receivedOn: day(0) } as const
  expect((await enter({ ...body, membershipId: left.membershipId })).status).toBe(201)
})
