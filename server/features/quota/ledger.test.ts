import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import { cancelAssignment, cancelAssignments } from '#contract/assignment-actions.ts'
import { getClient } from '#contract/clients.ts'
import { ledgerCsv, ledgerXlsx } from '#contract/exports.ts'
import { listQuotaAdditions, listQuotaEntries, listQuotaMovements } from '#contract/ledger.ts'
import { inviteEmails } from '#contract/people.ts'
import { addQuota } from '#contract/quotas.ts'
import { newId } from '#server/db/ids.ts'
import { expireOverdue } from '#server/features/assignments/assignments.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

test('the ledger shows each unit by kind, reason, person and day, and additions separately', async () => {
  const clientId = await addClient(server.database.db)
  const { userId } = await addMember(server.database.db, clientId, { name: 'Şükrü İğneci' })
  const token = cast.admin.token
  const params = { clientId }
  const english = inventory(cast, 'ENGLISH')
  for (const [quantity, reason] of [
    [5, 'Deneme'],
    [2, 'Sözleşme'],
  ] as const)
    await request(server.url, addQuota, { token, params, body: { inventoryId: english, quantity, reason } })
  const made = await request(server.url, createAssignments, {
    token,
    params,
    body: { userIds: [userId], inventoryIds: [english], description: 'Bahar' },
  })
  const assignmentId = made.answer.assignments[0]?.id ?? ''
  await request(server.url, cancelAssignment, { token, params: { assignmentId } })
  const entries = async (query: Parameters<typeof request<typeof listQuotaEntries>>[2] = {}) =>
    (await request(server.url, listQuotaEntries, { token, params, ...query })).answer
  const all = await entries()
  expect(all.results.map(({ kind, quantity, balance, reason }) => [kind, quantity, balance, reason])).toEqual(
    [
      ['return', 1, 7, 'cancelled'],
      ['assignment', -1, 6, ''],
      ['addition', 2, 7, 'Sözleşme'],
      ['addition', 5, 5, 'Deneme'],
    ],
  )
  expect(all.results[0]).toMatchObject({
    inventory: { code: 'ENGLISH', availableQuantity: 7 },
    addedBy: 'admin',
    assignment: { id: assignmentId, userId, name: 'Şükrü İğneci' },
  })
  expect(all.results.reduce((sum, entry) => sum + entry.quantity, 0)).toBe(7)
  expect((await entries({ query: { kind: 'return' } })).count).toBe(1)
  expect((await entries({ query: { inventory: inventory(cast, 'SCL90') } })).count).toBe(0)
  expect((await entries({ query: { to: '2020-01-01' } })).count).toBe(0)
  expect((await entries({ query: { search: 'sozlesme' } })).count).toBe(1)
  const paged = await entries({ query: { page: '2', page_size: '3', ordering: 'dateAdded' } })
  expect([paged.count, paged.results.map((entry) => entry.kind)]).toEqual([4, ['return']])
  const additions = await request(server.url, listQuotaAdditions, {
    token,
    params,
    query: { ordering: '-quantity' },
  })
  expect(additions.answer.results.map((one) => [one.quantity, one.reason, one.addedBy])).toEqual([
    [5, 'Deneme', 'admin'],
    [2, 'Sözleşme', 'admin'],
  ])

  const csv = await request(server.url, ledgerCsv, { token, params, headers: { 'accept-language': 'tr' } })
  const lines = csv.bytes.toString('utf8').split('\r\n')
  expect(lines[0]).toBe('\ufeffTarih;Test;Hareket;Hak;Kalan;Neden;Kişi;Sicil no;İşlemi yapan')
  expect(lines.slice(1).map((line) => line.split(';').slice(2).join(';'))).toEqual([
    'Eklendi;5;5;Deneme;;;admin',
    'Eklendi;2;7;Sözleşme;;;admin',
    'Kullanıldı;-1;6;;Şükrü İğneci;;admin',
    'İade edildi;1;7;Test iptal edildi;Şükrü İğneci;;admin',
    '',
  ])
  const some = await request(server.url, ledgerCsv, { token, params, query: { kind: 'return' } })
  expect(some.bytes.toString('utf8').split('\r\n')).toHaveLength(3)
  const excel = await request(server.url, ledgerXlsx, { token, params })
  expect(excel.bytes.subarray(0, 2).toString()).toBe('PK')
})

test('what one command did is one movement of each inventory, and opens into its entries', async () => {
  const { db } = server.database
  const clientId = await addClient(db)
  const token = cast.admin.token
  const params = { clientId }
  const [english, ayt] = [inventory(cast, 'ENGLISH'), inventory(cast, 'AYT')]
  for (const inventoryId of [english, ayt])
    await request(server.url, addQuota, {
      token,
      params,
      body: { inventoryId, quantity: 2000, reason: 'Yıl' },
    })
  const emails = Array.from({ length: 1203 }, (_, at) => ({
    email: `${newId()}@example.test`,
    name: at === 1100 ? 'Şükrü İğneci' : `Kişi ${at}`,
  }))
  const body = { emails, inventoryIds: [english, ayt] }
  await request(server.url, inviteEmails, { token, params, body })
  const filter = { status: 'pending' as const, inventory: ayt }
  await request(server.url, cancelAssignments, { token, params, body: { filter } })
  const movements = async (query: Record<string, string> = {}) =>
    (await request(server.url, listQuotaMovements, { token, params, query })).answer
  const all = await movements()
  const told = all.results.map((one) => [one.kind, one.inventory.code, one.quantity, one.units, one.addedBy])
  expect([all.count, told.slice(0, 1), told.slice(1, 3).toSorted(), told.slice(3)]).toEqual([
    5,
    [['return', 'AYT', 1203, 1203, 'admin']],
    [
      ['assignment', 'AYT', -1203, 1203, 'admin'],
      ['assignment', 'ENGLISH', -1203, 1203, 'admin'],
    ],
    [
      ['addition', 'AYT', 2000, 1, 'admin'],
      ['addition', 'ENGLISH', 2000, 1, 'admin'],
    ],
  ])
  expect(all.results.every((one) => one.assignment === null)).toBe(true)
  expect((await movements({ inventory: ayt })).count).toBe(3)
  expect((await movements({ kind: 'return' })).results.map((one) => one.units)).toEqual([1203])
  expect((await movements({ to: '2020-01-01' })).count).toBe(0)
  // A search for a person finds everything the command did.
  const quantities = async (search: string) =>
    (await movements({ search })).results.map((one) => one.quantity).toSorted()
  expect(await quantities('sukru igneci')).toEqual([-1203, -1203, 1203].toSorted())
  // The word finds so many people that each movement is looked into.
  expect(await quantities('kisi')).toEqual([-1203, -1203, 1203].toSorted())
  expect(await quantities('yil')).toEqual([2000, 2000])
  expect((await movements({ search: 'hic kimse' })).count).toBe(0)
  expect((await movements({ page: '2', page_size: '4' })).results).toHaveLength(1)

  const entries = async (query: Record<string, string>) =>
    (await request(server.url, listQuotaEntries, { token, params, query })).answer
  const movement = all.results[0]?.id ?? ''
  const opened = await entries({ movement, page_size: '100' })
  expect([opened.count, new Set(opened.results.map((one) => one.kind))]).toEqual([1203, new Set(['return'])])
  const found = await entries({ movement, search: 'sukru' })
  expect(found.results.map((one) => one.assignment?.name)).toEqual(['Şükrü İğneci'])
  // An entry that opens nothing names no movement, and another client's names none of ours.
  const other = opened.results.find((one) => one.id !== movement)?.id ?? ''
  expect((await entries({ movement: other })).count).toBe(0)
  const theirs = { token, params: { clientId: cast.ege }, query: { movement } }
  expect((await request(server.url, listQuotaEntries, theirs)).answer.count).toBe(0)

  const { rows } = await sql<{ sum: number; available: number }>`
    SELECT q.available, (SELECT sum(quantity)::int FROM quota_entries e
      WHERE e.client_id = q.client_id AND e.inventory_id = q.inventory_id) AS sum
    FROM quotas q WHERE q.client_id = ${clientId} ORDER BY 1`.execute(db)
  expect(rows).toEqual([
    { available: 797, sum: 797 },
    { available: 2000, sum: 2000 },
  ])
})

test('units that come back by the clock are one movement of the day', async () => {
  const { db } = server.database
  const clientId = await addClient(db)
  const token = cast.admin.token
  const inventoryId = inventory(cast, 'ENGLISH')
  await request(server.url, addQuota, { token, params: { clientId }, body: { inventoryId, quantity: 5 } })
  const emails = Array.from({ length: 3 }, () => `${newId()}@example.test`)
  const body = { emails, inventoryIds: [inventoryId] }
  await request(server.url, inviteEmails, { token, params: { clientId }, body })
  await db
    .updateTable('assignments')
    .set({ due_date: '2020-01-01' })
    .where('client_id', '=', clientId)
    .execute()
  await expireOverdue(db)
  const { answer } = await request(server.url, listQuotaMovements, { token, params: { clientId } })
  expect(answer.results[0]).toMatchObject({ kind: 'return', reason: 'past_due', quantity: 3, units: 3 })
})

test('more quota than sums can hold is refused in words, and changes nothing', async () => {
  const { db } = server.database
  const clientId = await addClient(db)
  const inventoryId = inventory(cast, 'ENGLISH')
  const add = (quantity: number) =>
    request(server.url, addQuota, {
      token: cast.admin.token,
      params: { clientId },
      body: { inventoryId, quantity },
    })
  await add(1)
  await db
    .updateTable('quotas')
    .set({ available: 99_999_998, purchased: 99_999_998 })
    .where('client_id', '=', clientId)
    .execute()
  const refused = await add(3)
  expect([refused.status, refused.code]).toEqual([400, 'invalid_request'])
  expect(refused.text).toContain('100000000')
  expect((await add(2)).status).toBe(201)
  const { answer } = await request(server.url, getClient, { token: cast.admin.token, params: { clientId } })
  expect(answer.quota).toBe(100_000_000)
})
