import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClient, updateClient } from '#contract/clients.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'
import { remindByTheClock } from './schedule.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db

async function client(hour = 12): Promise<string> {
  const clientId = await addClient(db())
  const zone = zoneWhereItIs(hour)
  await db().updateTable('clients').set({ time_zone: zone }).where('id', '=', clientId).execute()
  return clientId
}

/** A test given days ago and due in so many days of the client's. */
async function due(
  clientId: string,
  member: { userId: string; membershipId: string },
  days: number,
  code = 'ENGLISH',
) {
  const id = await addAssignment(db(), clientId, member, { code })
  await sql`
    UPDATE assignments a SET created_at = now() - interval '5 days', due_date = (now() AT TIME ZONE c.time_zone)::date + ${days}::int
    FROM clients c WHERE c.id = a.client_id AND a.id = ${id}`.execute(db())
  return id
}

const mailsTo = async (userId: string) =>
  (
    await db()
      .selectFrom('demo_mails')
      .select(['kind', 'text'])
      .where('recipient', '=', `${userId}@example.com`)
      .execute()
  ).map((mail) => mail.kind)

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)

describe('reminders by the clock', () => {
  test('do not go out before a test can be started', async () => {
    const clientId = await client()
    const member = await addMember(db(), clientId)
    const id = await due(clientId, member, 1)
    await sql`UPDATE assignments SET opens_at = now() + interval '1 hour' WHERE id = ${id}`.execute(db())
    await remindByTheClock(db())
    const count = async () =>
      (await db().selectFrom('reminders').select('id').where('assignment_id', '=', id).execute()).length
    expect(await count()).toBe(0)
    await sql`UPDATE assignments SET opens_at = now() WHERE id = ${id}`.execute(db())
    await remindByTheClock(db())
    expect(await count()).toBe(1)
  })

  test('name no sensitive test that is not open to its person', async () => {
    const clientId = await client()
    await due(clientId, await addMember(db(), clientId), 1, 'SCL90')
    const openToCandidates = (for_candidates: boolean) =>
      db()
        .updateTable('inventory_enablements')
        .set({ for_candidates })
        .where('client_id', '=', clientId)
        .execute()
    await openToCandidates(false)
    expect(await remindByTheClock(db())).toBe(0)
    await openToCandidates(true)
    expect(await remindByTheClock(db())).toBe(1)
  })

  test('go out three days and one day before a test is due, one mail a person, never twice', async () => {
    const clientId = await client()
    const [two, other] = [await addMember(db(), clientId), await addMember(db(), clientId)]
    await due(clientId, two, 3)
    await due(clientId, two, 3, 'SCL90')
    await due(clientId, other, 2)
    // Several servers look at the same moment.
    const counts = await Promise.all([1, 2, 3, 4].map(() => remindByTheClock(db())))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
    await server.runJobs()
    await remindByTheClock(db())
    await server.runJobs()
    expect(await mailsTo(two.userId)).toEqual(['reminder'])
    expect(await mailsTo(other.userId)).toEqual([])
    expect(await remindByTheClock(db(), later(24))).toBe(1)
    expect(await remindByTheClock(db(), later(48))).toBe(2)
    expect(await remindByTheClock(db(), later(72))).toBe(0)
    await server.runJobs()
    expect([await mailsTo(two.userId), await mailsTo(other.userId)]).toEqual([
      ['reminder', 'reminder'],
      ['reminder'],
    ])
  })

  test('sleep between 21:00 and 08:00 at the client, and pass over new, finished and unreachable ones', async () => {
    for (const hour of [21, 2, 7]) {
      const clientId = await client(hour)
      await due(clientId, await addMember(db(), clientId), 3)
    }
    const clientId = await client()
    await due(clientId, await addMember(db(), clientId, { email: null }), 3)
    const fresh = await due(clientId, await addMember(db(), clientId), 3)
    await db().updateTable('assignments').set({ created_at: new Date() }).where('id', '=', fresh).execute()
    const done = await due(clientId, await addMember(db(), clientId), 3)
    await db()
      .updateTable('assignments')
      .set({ status: 'completed', ended_at: new Date() })
      .where('id', '=', done)
      .execute()
    expect(await remindByTheClock(db())).toBe(0)
  })

  test("are the client's choice, which its manager may change", async () => {
    const { manager, anadolu } = cast
    const params = { clientId: anadolu }
    const zone = zoneWhereItIs(12)
    await db().updateTable('clients').set({ time_zone: zone }).where('id', '=', anadolu).execute()
    const read = async () =>
      (await request(server.url, getClient, { token: manager.token, params })).answer.reminderDays
    const choose = (reminderDays: (1 | 3)[]) =>
      request(server.url, updateClient, { token: manager.token, params, body: { reminderDays } })
    expect(await read()).toEqual([3, 1])
    await due(anadolu, await addMember(db(), anadolu), 3)
    expect((await choose([])).answer.reminderDays).toEqual([])
    expect(await remindByTheClock(db())).toBe(0)
    expect((await choose([1, 3])).answer.reminderDays).toEqual([3, 1])
    expect(await remindByTheClock(db())).toBe(1)
    expect((await choose([2] as unknown as [1])).status).toBe(400)
  })
})
