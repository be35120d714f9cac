import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#contract/erasure.ts'
import { formatDate } from '#contract/format.ts'
import type { BodyIn } from '#contract/kit.ts'
import { decideRequest, makeRequest, requestKind } from '#contract/requests.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { enableSensitive } from '#test/support/consenting.ts'
import { addClient } from '#test/support/invited.ts'
import { makeKnown } from '#test/support/known-address.ts'
import { mailsTo } from '#test/support/mails.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker } from '#test/support/taking.ts'
import { tracesIn } from '#test/support/traces.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await enableSensitive({ server, cast })
})
afterAll(() => server.close())

const db = () => server.database.db
const ask = (token: string, body: BodyIn<typeof makeRequest>) =>
  request(server.url, makeRequest, { token, body })
const verify = (userId: string) => makeKnown(db(), userId)
const mailsOf = async (userId: string) => {
  await server.runJobs()
  return mailsTo(db(), `${userId}@example.com`)
}
const kindsOf = async (userId: string) => (await mailsOf(userId)).map(({ kind }) => kind)

/** Somebody with a verified address. */
async function addKnown(clientId = cast.anadolu) {
  const taker = await addTaker(server, clientId)
  await verify(taker.userId)
  return taker
}

test('who asks gets one mail with the kind, the organisation and the day, and without what they wrote', async () => {
  // One of both has another day than UTC at any time.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Midway']) {
    const clientId = await addClient(db())
    await db().updateTable('clients').set({ time_zone: zone }).where('id', '=', clientId).execute()
    const { token, userId } = await addKnown(clientId)
    const body = { kind: 'erasure', message: 'Kanarya4471' } as const
    const both = await Promise.all([ask(token, body), ask(token, body)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const [mail, ...more] = await mailsOf(userId)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'request_made', subject: 'Anadolu Gıda A.Ş. talebinizi aldı' })
    const day = formatDate(both[0]?.answer.dueAt ?? '', 'tr', zone)
    for (const words of ['Verileri silme', day, 'siz yapmadıysanız', '0232 000 00 00'])
      expect(mail?.text).toContain(words)
    expect(`${mail?.text} ${mail?.html}`).not.toContain('Kanarya4471')
    // It may warn of a stranger, so it opens nothing.
    expect(mail?.links.map((link) => new URL(link).pathname)).toEqual(['/participant/data'])
  }
})

test('every kind is confirmed in the person’s language, also when a slip opened the page', async () => {
  const { userId } = await addKnown()
  await sql`UPDATE users SET locale = 'en' WHERE id = ${userId}`.execute(db())
  const slip = { userId, invitationClientId: cast.anadolu, remembered: false }
  const token = await openSession(db(), slip)
  for (const kind of requestKind.options) expect((await ask(token, { kind })).status).toBe(201)
  const mails = await mailsOf(userId)
  const named = mails.map(({ subject, text }) => [subject, /Request\s+(.+)/.exec(text)?.[1]])
  const subject = expect.stringMatching(/ received your request$/)
  expect(named).toHaveLength(5)
  expect(named).toEqual(
    expect.arrayContaining([
      [subject, 'See data'],
      [subject, 'Correct data'],
      [subject, 'Withdraw consent'],
      [subject, 'Erase data'],
      [subject, 'Object to an assessment'],
    ]),
  )
})

test('nothing is mailed to an address that nobody has shown to be theirs', async () => {
  const { token, userId } = await addTaker(server, cast.anadolu)
  await ask(token, { kind: 'access' })
  expect(await kindsOf(userId)).toEqual([])
})

test('leads somebody who has given a consent to where they can withdraw it', async () => {
  const { token, userId } = await addRunning(server, cast.anadolu, 'SCL90')
  await verify(userId)
  await ask(token, { kind: 'access' })
  const [mail] = await mailsOf(userId)
  expect(mail?.links.map((link) => new URL(link).pathname)).toEqual([
    '/participant/data',
    '/participant/consents',
  ])
})

test('an answer, or an erasure, that is faster leaves nothing to confirm', async () => {
  const answered = await addKnown()
  const { id: requestId } = (await ask(answered.token, { kind: 'objection' })).answer
  const body = { decision: 'refused', reason: 'Kayıtlarınız ektedir' } as const
  await request(server.url, decideRequest, { token: cast.admin.token, params: { requestId }, body })
  expect(await kindsOf(answered.userId)).toEqual(['request_answer'])
  const clientId = await addClient(db())
  const { token, userId, membershipId } = await addKnown(clientId)
  await ask(token, { kind: 'erasure' })
  await request(server.url, erasePerson, {
    token: cast.admin.token,
    params: { clientId, membershipId },
    body: { confirm: 'ŞÜKRÜ İĞNECİ' },
  })
  expect(await kindsOf(userId)).toEqual(['request_answer'])
})

test('a mail that went out is erased with the person, and the limit of requests is one of mails', async () => {
  const clientId = await addClient(db())
  const { token, userId, membershipId } = await addKnown(clientId)
  const asked = []
  for (let each = 1; each <= 11; each += 1)
    asked.push((await ask(token, { kind: 'access', message: `Talep ${each}` })).status)
  expect(asked.filter((status) => status === 429)).toHaveLength(1)
  expect(await kindsOf(userId)).toEqual(Array.from({ length: 10 }, () => 'request_made'))
  await request(server.url, erasePerson, {
    token: cast.admin.token,
    params: { clientId, membershipId },
    body: { confirm: 'ŞÜKRÜ İĞNECİ' },
  })
  expect(new Set(await kindsOf(userId))).toEqual(new Set(['request_answer']))
  await db().deleteFrom('demo_mails').where('kind', '=', 'request_answer').execute()
  expect(await tracesIn(db(), [`${userId}@example.com`])).toEqual([])
})
