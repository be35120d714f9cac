import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#contract/clock.ts'
import type { BodyIn } from '#contract/kit.ts'
import { enterRequest, findRequesters, listOwnRequests, listRequests } from '#contract/requests.ts'
import { newId } from '#server/db/ids.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
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
    membershipId,
    kind: 'access',
    channel: 'letter',
    receivedOn,
    message: 'Verilerimi isterim',
  })
  expect(status).toBe(201)
  const due = dayIn(answer.dueAt, 'Europe/Istanbul')
  expect(due).toBe(new Date(Date.parse(receivedOn) + 30 * dayMs).toISOString().slice(0, 10))
  const { answer: list } = await request(server.url, listRequests, { token: cast.manager.token })
  expect(list.results.find(({ id }) => id === answer.id)).toMatchObject({
    kind: 'access',
    channel: 'letter',
    receivedOn,
    message: 'Verilerimi isterim',
    dueAt: answer.dueAt,
    identity: null,
    decision: null,
    enteredBy: expect.any(String),
    person: { membershipId },
  })
  const own = await request(server.url, listOwnRequests, { token })
  expect(own.answer.results).toMatchObject([{ id: answer.id, channel: 'letter', receivedOn }])
  const { rows } =
    await sql`SELECT actor_id AS actor, subject_id AS subject, reason, details FROM audit_entries
    WHERE action = 'request_entered' AND details ->> 'request' = ${answer.id}`.execute(db())
  expect(rows).toEqual([
    {
      actor: cast.manager.userId,
      subject: userId,
      reason: 'letter',
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

test('the person gets a mail at an address that they have confirmed, and none at another', async () => {
  const person = await addMember(db(), cast.anadolu)
  const body = { membershipId: person.membershipId, kind: 'access', channel: 'letter' } as const
  const mails = async () => {
    expect((await enter({ ...body, receivedOn: day(-1) })).status).toBe(201)
    await server.runJobs()
    return mailsTo(db(), `${person.userId}@example.com`)
  }
  expect(await mails()).toEqual([])
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${person.userId}`.execute(db())
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.kind).toBe('request_entered')
  expect(mail?.text).toMatch(/Verileri görme.*Mektup.*participant\/data/s)
})

test('the day is one of the client’s calendar, not to come and at most a year back', async () => {
  // One of both has another day than UTC at any time.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Midway']) {
    const clientId = await addClient(db())
    await db().updateTable('clients').set({ time_zone: zone }).where('id', '=', clientId).execute()
    const { membershipId } = await addMember(db(), clientId)
    const today = dayIn(new Date().toISOString(), zone)
    const body = { membershipId, kind: 'access', channel: 'letter' } as const
    const on = async (receivedOn: string) =>
      (
        await request(server.url, enterRequest, {
          token: cast.admin.token,
          params: { clientId },
          body: { ...body, receivedOn },
        })
      ).status
    const shifted = (days: number) => new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10)
    expect([await on(today), await on(shifted(1))]).toEqual([201, 400])
    expect([await on(shifted(-365)), await on(shifted(-367))]).toEqual([201, 400])
  }
})

test('somebody of another client, a manager and nobody are refused', async () => {
  const { membershipId } = await addMember(db(), cast.anadolu)
  const body = { membershipId, kind: 'access', channel: 'in_person', receivedOn: day(0) } as const
  const wrong = async (change: { membershipId: string }) => {
    const { status, json } = await enter({ ...body, ...change })
    return [status, Object.keys(Object(Object(json).message))]
  }
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
  // Somebody who came back under another name.
  const renamed = await named('Zeynep Ayaz', { removed_at: sql`now()` })
  const { userId: user_id } = await named('Zehra Ak', { search_text: 'zehra ak', removed_at: sql`now()` })
  await sql`UPDATE memberships SET user_id = ${user_id}, removed_at = now() - interval '1 day'
    WHERE id = ${renamed.membershipId}`.execute(db())
  const found = await find('ZEYNEP aya')
  expect(found.map(({ membershipId }) => membershipId)).toEqual([here.membershipId, left.membershipId])
  expect(found.map(({ leftAt }) => leftAt === null)).toEqual([true, false])
  expect((await find('zehra')).map(({ name }) => name)).toEqual(['Zehra Ak'])
  expect(await find(' ')).toEqual([])
  const body = { kind: 'access', channel: 'mail', receivedOn: day(0) } as const
  expect((await enter({ ...body, membershipId: left.membershipId })).status).toBe(201)
})
