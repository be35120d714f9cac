import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import { getBilling } from '#contract/billing.ts'
import {
  exportDefinition,
  getDefinition,
  importDefinition,
  publishDefinition,
} from '#contract/definitions.ts'
import { listInventories, setOffer } from '#contract/inventories.ts'
import type { BodyIn } from '#contract/kit.ts'
import { listQuotaEntries } from '#contract/ledger.ts'
import { ordersCsv, ordersXlsx } from '#contract/order-documents.ts'
import {
  approveOrder,
  cancelOrder,
  createOrder,
  getOrder,
  getOrderAlerts,
  listAllOrders,
  listOrders,
  refundOrder,
  salesTermsVersion,
} from '#contract/orders.ts'
import { getPriceList } from '#contract/price-list.ts'
import { setPriceTiers } from '#contract/prices.ts'
import { addQuota, listQuotas } from '#contract/quotas.ts'
import { newId } from '#server/db/ids.ts'
import { request } from '#test/support/api.ts'
import { companyBilling, personBilling } from '#test/support/billing.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { csvRecords } from '#test/support/csv-records.ts'
import { addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { rowsOf, sheetsOf } from '#test/support/sheet.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  for (const code of ['AYT', 'MYT']) await setTiers(code, tiers)
})
afterAll(() => server.close())

const tiers = [
  { fromQuantity: 1, unitPriceKurus: 9990 },
  { fromQuantity: 25, unitPriceKurus: 8500 },
]
const setTiers = (code: string, prices: BodyIn<typeof setPriceTiers>['tiers']) =>
  request(server.url, setPriceTiers, {
    token: cast.admin.token,
    params: { inventoryId: inventory(cast, code) },
    body: { tiers: prices },
  })

const place = (body: Partial<BodyIn<typeof createOrder>> = {}, key?: string) =>
  request(server.url, createOrder, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      inventoryId: inventory(cast, 'AYT'),
      quantity: 60,
      paymentMethod: 'eft',
      billing: companyBilling,
      ...body,
    },
    ...(key && { headers: { 'idempotency-key': key } }),
  })

const approve = (orderId: string, body: object = {}, token = cast.admin.token) =>
  request(server.url, approveOrder, {
    token,
    params: { orderId },
    body: { amount: 612_000, date: '2026-11-20', sender: 'ANADOLU GIDA A.Ş.', ...body },
  })

const newestVersion = async (code: string) =>
  (await request(server.url, getDefinition, { token: cast.admin.token, params: { code } })).answer.published
    ?.version

const available = async (code: string) => {
  const { answer } = await request(server.url, listQuotas, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  return answer.find((quota) => quota.inventory.code === code)?.availableQuantity ?? 0
}

test('the price list has the tests a client may buy, their prices, and how it can pay', async () => {
  const { answer } = await request(server.url, getPriceList, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  expect(answer).toMatchObject({ taxRate: 20, methods: ['eft'], termsVersion: salesTermsVersion })
  const tiers = Object.fromEntries(answer.tests.map((one) => [one.inventory.code, one.tiers.length]))
  expect(tiers).toMatchObject({ AYT: 2, MYT: 2, ENGLISH: 0 })
})

test('a test under a new code is offered to nobody until an admin chooses, and an admin may still give it', async () => {
  const admin = { token: cast.admin.token }
  const manager = { token: cast.manager.token }
  const document = await request(server.url, exportDefinition, {
    ...admin,
    params: { code: 'AYT', version: String(await newestVersion('AYT')) },
  })
  const definition = { ...Object(document.json), code: 'FABRIKA', version: 1 }
  const draft = await request(server.url, importDefinition, { ...admin, body: { definition } })
  const key = { params: { code: 'FABRIKA', version: '1' }, body: { hash: draft.answer.hash } }
  expect((await request(server.url, publishDefinition, { ...admin, ...key })).status).toBe(200)
  const read = async () =>
    (await request(server.url, getDefinition, { ...admin, params: { code: 'FABRIKA' } })).answer
  const { inventoryId, offeredTo } = await read()
  expect(offeredTo).toBe('none')
  const params = { inventoryId: inventoryId ?? '' }
  await request(server.url, setPriceTiers, { ...admin, params, body: { tiers } })

  const clients = [
    [cast.manager, cast.anadolu],
    [cast.otherManager, cast.ege],
  ] as const
  /** Tells for each client whether the test is on its purchase page, in its quotas and among the inventories. */
  const seen = () =>
    Promise.all(
      clients.map(async ([{ token }, clientId]) => {
        const [list, quotas, inventories] = await Promise.all([
          request(server.url, getPriceList, { token, params: { clientId } }),
          request(server.url, listQuotas, { token, params: { clientId } }),
          request(server.url, listInventories, { token }),
        ])
        const all = [list.answer.tests, quotas.answer].map((found) =>
          found.map(({ inventory }) => inventory.code),
        )
        return [...all, inventories.answer.map(({ code }) => code)].map((codes) => codes.includes('FABRIKA'))
      }),
    )
  expect(await seen()).toEqual([
    [false, false, false],
    [false, false, false],
  ])
  const refused = await place({ inventoryId: params.inventoryId })
  expect([refused.code, Object(refused.json).message]).toEqual([
    'inventory_not_offered',
    expect.stringContaining('bu kuruma satılmıyor'),
  ])

  const given = { ...params, quantity: 1 }
  await request(server.url, addQuota, { ...admin, params: { clientId: cast.anadolu }, body: given })
  expect(await seen()).toEqual([
    [false, true, true],
    [false, false, false],
  ])
  const { userId } = await addMember(server.database.db, cast.anadolu)
  const body = { userIds: [userId], inventoryIds: [params.inventoryId], description: 'x' }
  const assigned = await request(server.url, createAssignments, {
    ...manager,
    params: { clientId: cast.anadolu },
    body,
  })
  expect(assigned.answer.created).toBe(1)
  expect((await place({ inventoryId: params.inventoryId })).code).toBe('inventory_not_offered')

  const offer = (to: BodyIn<typeof setOffer>['offeredTo']) =>
    request(server.url, setOffer, { ...admin, params, body: { offeredTo: to } })
  expect((await offer([cast.ege])).answer).toEqual({ offeredTo: [cast.ege] })
  expect(await read()).toMatchObject({ offeredClients: [{ id: cast.ege, name: 'Ege Lojistik' }] })
  expect(await seen()).toEqual([
    [false, true, true],
    [true, true, true],
  ])
  expect([(await offer([newId()])).status, (await offer([cast.ege, cast.ege])).status]).toEqual([400, 400])
  await offer('all')
  await offer('all')
  expect((await place({ inventoryId: params.inventoryId })).status).toBe(201)
  await offer('none')
  const changes = await server.database.db
    .selectFrom('audit_entries')
    .select(['reason', 'details'])
    .where('action', '=', 'offer_changed')
    .orderBy('id')
    .execute()
  expect(changes.map(({ reason }) => reason)).toEqual(['chosen', 'all', 'none'])
  expect(changes[0]?.details).toMatchObject({ code: 'FABRIKA', before: 'none', clientIds: [cast.ege] })
})

test('a transfer is approved once, credits once and issues one invoice', async () => {
  const before = await available('AYT')
  const { answer: placed } = await place()
  expect(placed).toMatchObject({
    quantity: 60,
    quota: 0,
    pricePerUnit: 8500,
    netAmount: 510_000,
    taxAmount: 102_000,
    totalAmount: 612_000,
    taxRate: 20,
    paymentMethod: 'eft',
    paymentStatus: 'pending',
    invoices: { count: 0 },
    canPay: false,
    canCancel: true,
  })
  expect(placed.orderId).toBe(placed.id)
  expect(placed.number).toMatch(/^TRZ-20\d\d-\d{4,}$/)
  expect(placed.eft).toMatchObject({ amount: 612_000, iban: 'TR310009900000123456789012' })
  expect(placed.eft?.reference).toMatch(/^TRZ [0-9A-Z]{4} [0-9A-Z]{3}$/)

  expect((await approve(placed.id, {}, cast.manager.token)).code).toBe('forbidden')
  const wrong = await approve(placed.id, { amount: 612_001 })
  expect([wrong.code, Object(wrong.json).expected]).toEqual(['amount_mismatch', 612_000])
  expect(await available('AYT')).toBe(before)

  const both = await Promise.all([approve(placed.id), approve(placed.id)])
  expect(both.map((one) => one.code ?? 'approved').sort()).toEqual(['approved', 'order_not_pending'])
  expect(await available('AYT')).toBe(before + 60)
  const { answer: paid } = await request(server.url, getOrder, {
    token: cast.manager.token,
    params: { orderId: placed.id },
  })
  expect(paid).toMatchObject({ paymentStatus: 'approved', quota: 60, invoices: { count: 1 } })
  expect(paid.invoices.list[0]?.number).toMatch(/^TRZ20\d\d\d{9}$/)
  const { answer: found } = await request(server.url, listAllOrders, {
    token: cast.admin.token,
    query: { search: paid.invoices.list[0]?.number ?? '' },
  })
  expect(found.results.map(({ id }) => id)).toEqual([placed.id])
  expect(paid.events.map((event) => event.what)).toEqual(['created', 'approved', 'invoiced'])
  const { answer: ledger } = await request(server.url, listQuotaEntries, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    query: { kind: 'purchase', search: placed.number },
  })
  expect(ledger.results.map((entry) => [entry.quantity, entry.reason])).toEqual([[60, placed.number]])
})

test('invoice numbers have no gaps, with simultaneous and with failed calls', async () => {
  const placed = await Promise.all(Array.from({ length: 12 }, () => place({ quantity: 1 })))
  const ids = placed.map((one) => one.answer.id)
  const total = placed[0]?.answer.totalAmount ?? 0
  const [refused] = ids
  await Promise.all(ids.map((id) => approve(id, { amount: id === refused ? total + 1 : total })))
  const { rows } = await server.database.pool.query<{ number: string }>(
    'SELECT number FROM invoices ORDER BY number',
  )
  const counted = rows.map((row) => Number(row.number.slice(7)))
  expect(counted).toEqual(counted.map((_, at) => at + 1))
})

test('an order of several tests has a line for each and no single price', async () => {
  const lines = ['AYT', 'MYT'].map((code) => ({ inventoryId: inventory(cast, code), quantity: 3 }))
  const { answer } = await place({
    inventoryId: undefined,
    quantity: undefined,
    lines,
    billing: personBilling,
  })
  expect(answer).toMatchObject({ quantity: 6, pricePerUnit: null, netAmount: 59_940, taxAmount: 11_988 })
  expect(answer.lines.map((line) => [line.inventory.code, line.netAmount, line.taxAmount])).toEqual([
    ['AYT', 29_970, 5994],
    ['MYT', 29_970, 5994],
  ])
})

test('what cannot be ordered is refused before anything is written', async () => {
  expect((await place({ inventoryId: inventory(cast, 'ENGLISH') })).code).toBe('price_not_set')
  expect((await place({ paymentMethod: 'credit_card' })).code).toBe('payment_method_unavailable')
  expect((await place({ termsVersion: '2020-01' })).code).toBe('terms_changed')
  expect((await place({ expectedTotal: 1 })).code).toBe('prices_changed')
  expect((await place({ lines: [{ inventoryId: inventory(cast, 'AYT'), quantity: 1 }] })).status).toBe(400)
  const twice = ['AYT', 'AYT'].map((code) => ({ inventoryId: inventory(cast, code), quantity: 1 }))
  expect((await place({ inventoryId: undefined, quantity: undefined, lines: twice })).status).toBe(400)
})

test('the ten thousandth order has a number of its own', async () => {
  const { pool } = server.database
  const { rows } = await pool.query<{ last: string }>('SELECT last_value AS last FROM order_numbers')
  await pool.query("SELECT setval('order_numbers', 9998)")
  const numbers = [await place(), await place(), await place()].map(({ answer }) => answer.number.slice(9))
  expect(numbers).toEqual(['9999', '10000', '10001'])
  await pool.query("SELECT setval('order_numbers', $1)", [rows[0]?.last])
})

test('the first order keeps its billing details for the next ones; a later one changes nothing', async () => {
  await server.database.pool.query('DELETE FROM client_billing WHERE client_id = $1', [cast.anadolu])
  const stored = async () =>
    (
      await request(server.url, getBilling, {
        token: cast.manager.token,
        params: { clientId: cast.anadolu },
      })
    ).answer.billing
  await place()
  expect(await stored()).toMatchObject({ title: companyBilling.title, taxNumber: companyBilling.taxNumber })
  await place({ billing: personBilling })
  expect(await stored()).toMatchObject({ taxNumber: companyBilling.taxNumber })
})

test('the received amount is in the order; why a difference was accepted is for admins', async () => {
  const { answer: placed } = await place()
  const { answer } = await request(server.url, approveOrder, {
    token: cast.admin.token,
    params: { orderId: placed.id },
    body: {
      amount: placed.totalAmount - 100,
      date: '2026-11-20',
      sender: 'ANADOLU',
      acceptDifference: 'Banka masrafı',
    },
  })
  const transfer = { amount: placed.totalAmount - 100, date: '2026-11-20', sender: 'ANADOLU' }
  expect(answer.transfer).toEqual({ ...transfer, accepted: 'Banka masrafı' })
  const { answer: seen } = await request(server.url, getOrder, {
    token: cast.manager.token,
    params: { orderId: placed.id },
  })
  expect(seen.transfer).toEqual({ ...transfer, accepted: '' })
})

test('the same key places one order', async () => {
  const first = await place({ quantity: 2 }, 'order-1')
  const second = await place({ quantity: 2 }, 'order-1')
  expect(second.answer.id).toBe(first.answer.id)
  expect((await place({ quantity: 3 }, 'order-1')).code).toBe('idempotency_key_reused')
})

test('a pending order is cancelled once, and credits nothing afterwards', async () => {
  const { answer: placed } = await place()
  const cancel = () =>
    request(server.url, cancelOrder, { token: cast.manager.token, params: { orderId: placed.id } })
  expect((await cancel()).answer).toMatchObject({ paymentStatus: 'cancelled', canCancel: false })
  expect((await cancel()).code).toBe('order_not_pending')
  expect((await approve(placed.id)).code).toBe('order_not_pending')
})

test('of an approval and a cancellation at the same moment one counts', async () => {
  for (let round = 0; round < 5; round += 1) {
    const before = await available('AYT')
    const { answer: placed } = await place()
    const cancel = () =>
      request(server.url, cancelOrder, { token: cast.manager.token, params: { orderId: placed.id } })
    const both = await Promise.all(
      round % 2 === 0 ? [approve(placed.id), cancel()] : [cancel(), approve(placed.id)],
    )
    expect(both.filter(({ code }) => code === 'order_not_pending')).toHaveLength(1)
    const { answer } = await request(server.url, getOrder, {
      token: cast.manager.token,
      params: { orderId: placed.id },
    })
    const approved = answer.paymentStatus === 'approved'
    expect(answer.invoices.count).toBe(approved ? 1 : 0)
    expect(await available('AYT')).toBe(before + (approved ? 60 : 0))
  }
})

/** Reads from an order, and from its row in the list, whether a refund is in progress. */
async function refundsInProgress(orderId: string) {
  const { token } = cast.manager
  const { answer: one } = await request(server.url, getOrder, { token, params: { orderId } })
  const params = { clientId: cast.anadolu }
  const { answer: list } = await request(server.url, listOrders, {
    token,
    params,
    query: { page_size: '100' },
  })
  return [one, list.results.find(({ id }) => id === orderId)].map((order) => order?.refundInProgress)
}

test('a refund takes unused quota back, in part or whole, and is refused once it has been used', async () => {
  const { answer: placed } = await place()
  const refund = (body: object = {}) =>
    request(server.url, refundOrder, {
      token: cast.admin.token,
      params: { orderId: placed.id },
      body: { reason: 'Yanlış sipariş', ...body },
    })
  expect((await refund()).code).toBe('order_not_settled')
  await approve(placed.id)
  const before = await available('AYT')
  const part = await refund({ lines: [{ inventoryId: inventory(cast, 'AYT'), quantity: 1 }] })
  expect(part.answer).toMatchObject({ paymentStatus: 'approved', quota: 59, refundedAmount: 10_200 })
  const { answer: refunded } = await refund()
  expect(refunded).toMatchObject({ paymentStatus: 'approved', quota: 0, refundedAmount: 612_000 })
  expect(await available('AYT')).toBe(before - 60)
  expect((await refund()).code).toBe('nothing_to_refund')
  expect(await refundsInProgress(placed.id)).toEqual([false, false])
  for (const state of ['requested', 'unknown']) {
    const values = [placed.id, state]
    await server.database.pool.query('UPDATE refunds SET state = $2 WHERE order_id = $1', values)
    expect(await refundsInProgress(placed.id)).toEqual([true, true])
  }

  const { answer: second } = await place()
  await approve(second.id)
  await server.database.pool.query('UPDATE quotas SET available = 59 WHERE client_id = $1', [cast.anadolu])
  const used = await request(server.url, refundOrder, {
    token: cast.admin.token,
    params: { orderId: second.id },
    body: { reason: 'Yanlış sipariş' },
  })
  expect([used.code, Object(used.json).left]).toEqual(['quota_used', 59])
})

test('orders of another client are not found, and an admin sees those of all', async () => {
  const { answer: placed } = await place()
  const foreign = await request(server.url, getOrder, {
    token: cast.otherManager.token,
    params: { orderId: placed.id },
  })
  expect(foreign.code).toBe('not_found')
  const { answer: own } = await request(server.url, listOrders, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    query: { search: placed.number.toLowerCase(), status: 'pending', paymentMethod: 'eft' },
  })
  expect(own.results.map((one) => one.id)).toEqual([placed.id])
  const { answer: all } = await request(server.url, listAllOrders, {
    token: cast.admin.token,
    query: { search: placed.eft?.reference.replaceAll(' ', '') ?? '' },
  })
  expect(all.results.map((one) => [one.id, one.client.id])).toEqual([[placed.id, cast.anadolu]])
})

test('the accountant gets a month’s sales and refunds, the amounts in TRY', async () => {
  const { answer: placed } = await place({ quantity: 3 })
  await approve(placed.id, { amount: placed.totalAmount })
  await request(server.url, refundOrder, {
    token: cast.admin.token,
    params: { orderId: placed.id },
    body: { reason: 'Yanlış sipariş' },
  })
  const asked = { token: cast.admin.token, headers: { 'accept-language': 'en' } }
  const { text, headers } = await request(server.url, ordersCsv, asked)
  // The name and a sheet of the workbook say who made it and when.
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toMatch(
    /Orders \d{4}-\d\d \d{4}-\d\d-\d\d \d{4} admin\.csv$/,
  )
  const { bytes } = await request(server.url, ordersXlsx, asked)
  expect(sheetsOf(bytes)).toEqual(['Orders', 'About this file'])
  const about = rowsOf(bytes, 2).map((row) => [...row.values()].map(({ value }) => value))
  expect(about).toEqual(
    expect.arrayContaining([
      ['Made by', 'admin'],
      ['Purpose', expect.stringMatching(/^For the bookkeeping of \d{4}-\d\d\.$/)],
    ]),
  )
  const rows = text.split('\n').filter((row) => row.includes(placed.number))
  expect(rows.map((row) => row.split(',')[0])).toEqual(['Sale', 'Refund'])
  expect(rows[0]).toContain('299.7,59.94,359.64')
  expect(rows[1]).toContain('-299.7,-59.94,-359.64')
  const none = await request(server.url, ordersCsv, { token: cast.admin.token, query: { month: '2020-01' } })
  expect(none.text.trim().split('\n')).toHaveLength(1)
})

test('refunds in parts have together the tax of their sale', async () => {
  await setTiers('MYT', [{ fromQuantity: 1, unitPriceKurus: 1233 }])
  const { answer: placed } = await place({ inventoryId: inventory(cast, 'MYT'), quantity: 3 })
  await setTiers('MYT', tiers)
  expect([placed.netAmount, placed.taxAmount]).toEqual([3699, 740])
  await approve(placed.id, { amount: placed.totalAmount })
  for (const _ of [1, 2, 3])
    await request(server.url, refundOrder, {
      token: cast.admin.token,
      params: { orderId: placed.id },
      body: { reason: 'Eksildik', lines: [{ inventoryId: inventory(cast, 'MYT'), quantity: 1 }] },
    })
  const { text } = await request(server.url, ordersCsv, {
    token: cast.admin.token,
    headers: { 'accept-language': 'en' },
  })
  const rows = csvRecords(text)
  const taxes = rows
    .filter((row) => row.Type === 'Refund' && row['Order no.'] === placed.number)
    .map((row) => Math.round(Number(row['KDV (₺)']) * 100))
  expect(taxes).toHaveLength(3)
  // Each rounded alone they would be 741.
  expect(taxes.reduce((sum, one) => sum + one, 0)).toBe(-740)
})

test('what an admin has to look at is counted', async () => {
  const { answer: placed } = await place()
  const count = async () => (await request(server.url, getOrderAlerts, { token: cast.admin.token })).answer
  const before = await count()
  await server.database.pool.query(`UPDATE orders SET due_at = now() WHERE id = $1`, [placed.id])
  expect(await count()).toEqual({ ...before, overdue: before.overdue + 1 })
})
