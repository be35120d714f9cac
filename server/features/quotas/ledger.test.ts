import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import { cancelAssignment } from '#contract/assignment-actions.ts'
import { ledgerCsv, ledgerXlsx } from '#contract/exports.ts'
import { listQuotaAdditions, listQuotaEntries } from '#contract/ledger.ts'
import { addQuota } from '#contract/quotas.ts'
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

test('the ledger tells each unit by kind, reason, person and day, and its additions by themselves', async () => {
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
  expect(all.results.map(({ kind, quantity, reason }) => [kind, quantity, reason])).toEqual([
    ['return', 1, 'cancelled'],
    ['assignment', -1, ''],
    ['addition', 2, 'Sözleşme'],
    ['addition', 5, 'Deneme'],
  ])
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
  expect(lines[0]).toBe('\ufeffTarih;Test;Hareket;Birim;Neden;Kişi;İşlemi yapan')
  expect(lines.slice(1).map((line) => line.split(';').slice(2).join(';'))).toEqual([
    'Eklendi;5;Deneme;;admin',
    'Eklendi;2;Sözleşme;;admin',
    'Kullanıldı;-1;;Şükrü İğneci;admin',
    'İade edildi;1;Test iptal edildi;Şükrü İğneci;admin',
    '',
  ])
  const some = await request(server.url, ledgerCsv, { token, params, query: { kind: 'return' } })
  expect(some.bytes.toString('utf8').split('\r\n')).toHaveLength(3)
  const excel = await request(server.url, ledgerXlsx, { token, params })
  expect(excel.bytes.subarray(0, 2).toString()).toBe('PK')
})
