import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson, holdPerson, releasePerson } from '#contract/erasure.ts'
import { inviteEmails } from '#contract/people.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient, addMember, addTwice } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db
const token = () => cast.admin.token

const erase = ({ clientId, membershipId }: { clientId: string; membershipId: string }, confirm: string) =>
  request(server.url, erasePerson, { token: token(), params: { clientId, membershipId }, body: { confirm } })

test('under a legal hold nothing is erased until it ends', async () => {
  const clientId = await addClient(db())
  const { membershipId } = await addMember(db(), clientId, { name: 'Gülşah Öztürk' })
  const params = { clientId, membershipId }
  const held = await request(server.url, holdPerson, {
    token: token(),
    params,
    body: { reason: 'İş mahkemesi 2026/114' },
  })
  expect(held.status).toBe(204)
  expect((await erase(params, 'Gülşah Öztürk')).code).toBe('on_hold')
  expect((await request(server.url, releasePerson, { token: token(), params })).status).toBe(204)
  expect((await request(server.url, releasePerson, { token: token(), params })).code).toBe('not_on_hold')
  expect((await erase(params, 'Gülşah Öztürk')).status).toBe(204)
})

test('a legal hold is the person’s: of all they were at the client, and of what they become', async () => {
  const clientId = await addClient(db())
  const { userId, before, now } = await addTwice(db(), clientId)
  const held = async () => {
    const rows = await db()
      .selectFrom('memberships')
      .select('hold_reason')
      .where('user_id', '=', userId)
      .where('held_at', 'is not', null)
      .execute()
    return rows.map((row) => row.hold_reason)
  }
  const body = { reason: 'Dosya 7' }
  await request(server.url, holdPerson, {
    token: token(),
    params: { clientId, membershipId: before },
    body,
  })
  expect(await held()).toEqual(['Dosya 7', 'Dosya 7'])
  await sql`UPDATE memberships SET removed_at = now() WHERE id = ${now}`.execute(db())
  const { email } = await db()
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await request(server.url, inviteEmails, {
    token: token(),
    params: { clientId },
    body: { emails: [{ email: email ?? '' }], inventoryIds: [], role: 'candidate' },
  })
  expect(await held()).toEqual(['Dosya 7', 'Dosya 7', 'Dosya 7'])
  await request(server.url, releasePerson, { token: token(), params: { clientId, membershipId: now } })
  expect(await held()).toEqual([])
})
