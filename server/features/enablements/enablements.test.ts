import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listClientActivity } from '#contract/audit.ts'
import { createClient } from '#contract/clients.ts'
import { getAdminDashboard } from '#contract/dashboards.ts'
import { disableInventory, enableInventory, listClientInventories } from '#contract/enablements.ts'
import { listInventories } from '#contract/inventories.ts'
import type { BodyIn } from '#contract/kit.ts'
import { inviteEmails } from '#contract/people.ts'
import { setPriceTiers } from '#contract/prices.ts'
import { newId } from '#server/db/ids.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const token = () => cast.admin.token
const scl90 = () => ({ clientId: cast.anadolu, inventoryId: inventory(cast, 'SCL90') })

describe('a sensitive inventory', () => {
  const shown = async () => {
    const { answer } = await request(server.url, listClientInventories, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
    })
    return answer.find(({ sensitive }) => sensitive)
  }
  const enable = (body: BodyIn<typeof enableInventory>, params = scl90()) =>
    request(server.url, enableInventory, { token: token(), params, body })
  const assign = () =>
    request(server.url, inviteEmails, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: { emails: [`${newId()}@example.test`], inventoryIds: [inventory(cast, 'SCL90')] },
    })

  test('is closed and opened with a basis and readers who manage the client', async () => {
    const closed = await request(server.url, disableInventory, { token: token(), params: scl90() })
    expect(closed.status).toBe(204)
    expect(await shown()).toMatchObject({ enabled: false, legalBasis: null, recipients: [] })
    expect((await assign()).code).toBe('inventory_not_enabled')
    const foreign = await enable({
      legalBasis: 'Açık rıza',
      purpose: 'İş sağlığı',
      recipientIds: [cast.manager.userId, cast.otherManager.userId],
    })
    expect([foreign.status, Object.keys(Object(foreign.json).message)]).toEqual([400, ['recipientIds.1']])
    const opened = await enable({
      legalBasis: 'Açık rıza',
      purpose: 'İş sağlığı',
      forCandidates: true,
      candidatesConfirmed: true,
      recipientIds: [cast.manager.userId],
    })
    expect(opened.answer).toMatchObject({
      enabled: true,
      legalBasis: 'Açık rıza',
      recipients: [{ userId: cast.manager.userId }],
    })
    expect(await shown()).toEqual(opened.answer)
    expect((await assign()).status).toBe(200)
  })

  test('is opened for a purpose, for employees, and for candidates only by who confirms the risk', async () => {
    const basis = { legalBasis: 'Açık rıza', recipientIds: [cast.manager.userId] }
    const aimless = await enable(basis)
    expect([aimless.status, Object.keys(Object(aimless.json).message)]).toEqual([400, ['purpose']])
    const wanted = { ...basis, purpose: 'İş sağlığı taraması' }
    expect((await enable({ ...wanted, forCandidates: true })).code).toBe('candidates_not_confirmed')
    expect((await enable(wanted)).answer).toMatchObject({
      purpose: 'İş sağlığı taraması',
      forCandidates: false,
    })
    const toCandidate = await assign()
    expect(toCandidate.code).toBe('not_for_candidates')
    // A manager reads it, and knows the test by its name.
    expect(Object(toCandidate.json).message).not.toMatch(/SCL90|\{/)
    const employees = await request(server.url, inviteEmails, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: {
        emails: [`${newId()}@example.test`],
        role: 'employee',
        inventoryIds: [inventory(cast, 'SCL90')],
      },
    })
    expect(employees.status).toBe(200)
    const confirmed = await enable({ ...wanted, forCandidates: true, candidatesConfirmed: true })
    expect(confirmed.answer.forCandidates).toBe(true)
    expect((await assign()).status).toBe(200)
  })

  test('is another one than those that are open to all', async () => {
    const params = { ...scl90(), inventoryId: inventory(cast, 'ENGLISH') }
    expect((await enable({ legalBasis: 'Rıza', recipientIds: [cast.manager.userId] }, params)).code).toBe(
      'inventory_not_sensitive',
    )
    const nobodys = { ...scl90(), inventoryId: newId() }
    expect((await enable({ legalBasis: 'Rıza', recipientIds: [cast.manager.userId] }, nobodys)).code).toBe(
      'not_found',
    )
  })

  test('is in the client’s audit log', async () => {
    const { answer } = await request(server.url, listClientActivity, {
      token: token(),
      params: { clientId: cast.anadolu },
    })
    expect(answer.results.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['inventory_disabled', 'inventory_enabled']),
    )
    const other = await request(server.url, listClientActivity, {
      token: token(),
      params: { clientId: cast.ege },
    })
    expect(other.answer.count).toBe(0)
  })

  test('has words of its own on record for each thing that is changed', async () => {
    const body = { legalBasis: 'Açık rıza', purpose: 'İlk amaç', recipientIds: [cast.manager.userId] }
    await enable(body)
    const clinicianId = cast.manager.userId
    const steps = [
      { ...body, purpose: 'Başka amaç' },
      { ...body, purpose: 'Başka amaç', forCandidates: true, candidatesConfirmed: true as const },
      { ...body, purpose: 'Başka amaç', clinicianId },
      { ...body, purpose: 'Başka amaç', clinicianId, legalBasis: 'Sözleşme' },
    ]
    for (const step of steps) await enable(step)
    expect(await shown()).toMatchObject({ clinicianId })
    const { answer } = await request(server.url, listClientActivity, {
      token: token(),
      params: { clientId: cast.anadolu },
    })
    const reasons = answer.results
      .filter(({ action }) => action === 'inventory_enabled')
      .slice(0, 5)
      .map(({ reason }) => reason)
    expect(reasons.sort()).toEqual([
      ...['clinician_changed', 'closed_to_candidates', 'opened_to_candidates', 'purpose_changed'],
      'recipients_changed',
    ])
  })
})

test('prices begin at one and rise in quantity, and are in the list of inventories', async () => {
  const params = { inventoryId: inventory(cast, 'ENGLISH') }
  const set = (tiers: [number, number][]) =>
    request(server.url, setPriceTiers, {
      token: token(),
      params,
      body: { tiers: tiers.map(([fromQuantity, unitPriceKurus]) => ({ fromQuantity, unitPriceKurus })) },
    })
  const good = await set([
    [1, 5000],
    [100, 4500],
    [1000, 3999],
  ])
  expect(good.answer).toHaveLength(3)
  for (const wrong of [
    [[2, 1]],
    [
      [1, 5],
      [1, 4],
    ],
    [
      [1, 5],
      [10, 4],
      [9, 3],
    ],
  ] as [number, number][][])
    expect((await set(wrong)).status).toBe(400)
  expect((await set([[1, 1.5]])).status).toBe(400)
  const { answer } = await request(server.url, listInventories, { token: cast.manager.token })
  expect(answer.map(({ code, priceTiers }) => [code, priceTiers.length])).toEqual(
    expect.arrayContaining([
      ['ENGLISH', 3],
      ['SCL90', 0],
    ]),
  )
})

test('the dashboard of operators shows clients, tests and pending work', async () => {
  const before = (await request(server.url, getAdminDashboard, { token: token() })).answer
  await request(server.url, createClient, {
    token: token(),
    body: {
      name: 'Yeni A.Ş.',
      email: 'y@example.test',
      phone: '0232 000 00 00',
      managerName: 'Ada Deniz',
      managerEmail: `${newId()}@example.test`,
      managerPhone: '0232 000 00 00',
    },
  })
  await server.database.db
    .updateTable('clients')
    .set({ status: 'pending' })
    .where('name', '=', 'Yeni A.Ş.')
    .execute()
  await server.database.db
    .updateTable('quotas')
    .set({ available: 1 })
    .where('client_id', '=', cast.ege)
    .where('inventory_id', '=', inventory(cast, 'ENGLISH'))
    .execute()
  const { answer } = await request(server.url, getAdminDashboard, { token: token() })
  expect(answer.clients).toEqual({ ...before.clients, total: before.clients.total + 1, pending: 1 })
  expect(answer.waiting.clients).toMatchObject({ count: 1, first: [{ name: 'Yeni A.Ş.' }] })
  expect(answer.lowQuotas).toMatchObject({
    count: 1,
    first: [{ client: { id: cast.ege }, availableQuantity: 1, reserved: 0, purchased: 1000 }],
  })
  expect(answer.series).toHaveLength(30)
  // The tests above have given three.
  expect(answer.counts.assigned).toBe(3)
  expect(answer.series.at(-1)?.assigned).toBe(3)
})
