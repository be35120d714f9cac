import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import type { BodyIn } from '#contract/kit.ts'
import { newId } from '#server/db/ids.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient, addMember, addUser } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let second: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  cast = await castOf(server, 0)
})
afterAll(async () => {
  await second.close()
  await server.close()
})

type Body = Partial<BodyIn<typeof createAssignments>>

const create = (clientId: string, body: Body, { url = server.url, key = newId() } = {}) =>
  request(url, createAssignments, {
    token: cast.admin.token,
    params: { clientId },
    headers: { 'idempotency-key': key },
    body: { inventoryIds: [inventory(cast, 'ENGLISH')], description: 'Bahar alımı', ...body },
  })

async function clientWith(units: number): Promise<string> {
  const { db } = server.database
  const clientId = await addClient(db)
  const addition = { clientId, inventoryId: inventory(cast, 'ENGLISH'), reason: 'test' }
  if (units > 0) await addQuota(db, { ...addition, quantity: units, addedBy: cast.admin.userId })
  return clientId
}

async function count(clientId: string) {
  const { db } = server.database
  const rows = await db.selectFrom('assignments').select('id').where('client_id', '=', clientId).execute()
  const quota = await db
    .selectFrom('quotas')
    .select('available')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return { assignments: rows.length, left: quota?.available ?? 0 }
}

describe('giving tests', () => {
  test('takes a unit for each person, shows the assignments and mails each person once', async () => {
    const clientId = await clientWith(5)
    const { db } = server.database
    const people = [await addMember(db, clientId), await addMember(db, clientId, { role: 'employee' })]
    const made = await create(clientId, { userIds: people.map((one) => one.userId), dueDate: '2999-01-01' })
    expect(made.status).toBe(201)
    expect(made.answer).toMatchObject({ created: 2, skipped: 0 })
    expect(made.answer.assignments[0]).toMatchObject({
      description: 'Bahar alımı',
      dueDate: '2999-01-01',
      status: 'pending',
      createdBy: 'admin',
    })
    expect(await count(clientId)).toEqual({ assignments: 2, left: 3 })
    await server.runJobs()
    const mails = await db
      .selectFrom('demo_mails')
      .select('recipient')
      .where(
        'recipient',
        'in',
        people.map((one) => `${one.userId}@example.com`),
      )
      .execute()
    expect(mails).toHaveLength(2)
  })

  test('repeated under its key answers the same and makes nothing new', async () => {
    const clientId = await clientWith(5)
    const { userId } = await addMember(server.database.db, clientId)
    const key = newId()
    const answers = await Promise.all(
      [server.url, second.url, server.url].map((url) =>
        create(clientId, { userIds: [userId] }, { url, key }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(await count(clientId)).toEqual({ assignments: 1, left: 4 })
    const other = await create(clientId, { userIds: [userId], description: 'Güz' }, { key })
    expect(other.code).toBe('idempotency_key_reused')
  })

  test('names who waits for the same test already, and leaves them out where that is asked for', async () => {
    const clientId = await clientWith(5)
    const { db } = server.database
    const has = await addMember(db, clientId, { name: 'Ayşe Demir' })
    const fresh = await addMember(db, clientId)
    await create(clientId, { userIds: [has.userId] })
    const userIds = [has.userId, fresh.userId]
    const refused = await create(clientId, { userIds })
    expect([refused.status, refused.code]).toEqual([409, 'already_assigned'])
    expect(refused.json).toMatchObject({
      count: 1,
      people: [{ userId: has.userId, name: 'Ayşe Demir', inventories: ['ENGLISH'] }],
    })
    expect(await count(clientId)).toEqual({ assignments: 1, left: 4 })
    const made = await create(clientId, { userIds, skipExisting: true })
    expect(made.answer).toMatchObject({ created: 1, skipped: 1 })
    expect(await count(clientId)).toEqual({ assignments: 2, left: 3 })
  })

  test('says of each inventory how many units are needed and left, and makes nothing', async () => {
    const clientId = await clientWith(1)
    const { db } = server.database
    const people = [await addMember(db, clientId), await addMember(db, clientId)]
    const refused = await create(clientId, { userIds: people.map((one) => one.userId) })
    expect([refused.status, refused.code]).toEqual([409, 'quota_exceeded'])
    expect(refused.json).toMatchObject({
      inventories: [{ id: inventory(cast, 'ENGLISH'), code: 'ENGLISH', needed: 2, left: 1 }],
    })
    expect(await count(clientId)).toEqual({ assignments: 0, left: 1 })
  })

  test('reaches everybody the list shows for a filter', async () => {
    const clientId = await clientWith(9)
    const { db } = server.database
    const [inGroup, other] = [await addMember(db, clientId), await addMember(db, clientId)]
    await addMember(db, clientId, { role: 'employee' })
    await addMember(db, clientId, { role: 'manager' })
    await db
      .updateTable('memberships')
      .set({ group_name: 'Paketleme' })
      .where('id', '=', inGroup.membershipId)
      .execute()
    const grouped = await create(clientId, { filter: { role: 'candidate', group: 'Paketleme' } })
    expect(grouped.answer.assignments.map((one) => one.user.id)).toEqual([inGroup.userId])
    const rest = await create(clientId, { filter: { role: 'candidate' }, skipExisting: true })
    expect(rest.answer.assignments.map((one) => one.user.id)).toEqual([other.userId])
    expect((await create(clientId, { filter: { role: 'candidate', group: 'Yok' } })).status).toBe(400)
  })

  test('refuses strangers, managers, a day that is over, and a client that is not active', async () => {
    const clientId = await clientWith(9)
    const { db } = server.database
    const { userId } = await addMember(db, clientId)
    const manager = await addMember(db, clientId, { role: 'manager' })
    const wrong = await create(clientId, { userIds: [userId, await addUser(db), manager.userId] })
    expect(wrong.status).toBe(400)
    expect(Object.keys(Object(wrong.json).message)).toEqual(['userIds.1', 'userIds.2'])
    expect((await create(clientId, { userIds: [userId], dueDate: '2020-01-01' })).status).toBe(400)
    expect((await create(clientId, { userIds: [userId], filter: { role: 'candidate' } })).status).toBe(400)
    expect((await create(clientId, { userIds: [userId], description: ' ' })).status).toBe(400)
    await db.updateTable('clients').set({ status: 'suspended' }).where('id', '=', clientId).execute()
    expect((await create(clientId, { userIds: [userId] })).code).toBe('client_not_active')
    expect(await count(clientId)).toEqual({ assignments: 0, left: 9 })
  })

  test('of 25 units serves exactly 25 of 60 calls that come at once, on two servers', async () => {
    const clientId = await clientWith(25)
    const { db } = server.database
    const people = []
    for (let number = 0; number < 60; number++) people.push(await addMember(db, clientId))
    const answers = await Promise.all(
      people.map(({ userId }, number) =>
        create(clientId, { userIds: [userId] }, { url: number % 2 === 0 ? server.url : second.url }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(25)
    expect(answers.filter((answer) => answer.code === 'quota_exceeded')).toHaveLength(35)
    expect(await count(clientId)).toEqual({ assignments: 25, left: 0 })
  })
})
