import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { auditSentence } from '#contract/audit-words.ts'
import {
  addClientPrice,
  endClientPrice,
  listClientPrices,
  removeClientPrice,
} from '#contract/client-prices.ts'
import type { BodyIn, QueryIn } from '#contract/kit.ts'
import { createOrder, getOrder } from '#contract/orders.ts'
import { getPriceList } from '#contract/price-list.ts'
import { setPriceTiers } from '#contract/prices.ts'
import { addTaxRate, listTaxRates, removeTaxRate } from '#contract/tax-rates.ts'
import { clientOfJob } from '#server/authority/client.ts'
import { translate } from '#server/locales.ts'
import { request } from '#test/support/api.ts'
import { companyBilling } from '#test/support/billing.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'
import { pricesOn, turkishToday } from './prices.ts'

let server: TestServer
let cast: Cast
let today: string
/** The day so many days from today. */
const inDays = (days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const listTiers = [
  { fromQuantity: 1, unitPriceKurus: 10_000 },
  { fromQuantity: 50, unitPriceKurus: 9000 },
]
const agreedTiers = [{ fromQuantity: 1, unitPriceKurus: 7550 }]

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await request(server.url, setPriceTiers, {
    token: cast.admin.token,
    params: { inventoryId: inventory(cast, 'AYT') },
    body: { tiers: listTiers },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  // Midnight is the end of a quarter of an hour, too.
  await waitForMidWindow(db)
  today = await turkishToday(db)
  await db.deleteFrom('client_prices').execute()
  await db.deleteFrom('tax_rates').where('created_by', 'is not', null).execute()
})

const asAdmin = () => ({ token: cast.admin.token, headers: { 'accept-language': 'en' } })
const rates = async () => (await request(server.url, listTaxRates, asAdmin())).answer
const addRate = (validFrom: string, rate: number) =>
  request(server.url, addTaxRate, { ...asAdmin(), body: { validFrom, rate } })
const removeRate = (validFrom: string) =>
  request(server.url, removeTaxRate, { ...asAdmin(), params: { validFrom } })
const fieldOf = ({ json }: { json: unknown }) => Object(json).message as Record<string, string[]>

const ofClient = () => ({ ...asAdmin(), params: { clientId: cast.anadolu } })
const agree = (body: Partial<BodyIn<typeof addClientPrice>> = {}) =>
  request(server.url, addClientPrice, {
    ...ofClient(),
    body: { inventoryId: inventory(cast, 'AYT'), tiers: agreedTiers, validFrom: today, ...body },
  })
const list = async (query: QueryIn<typeof listClientPrices> = {}) =>
  (await request(server.url, listClientPrices, { ...ofClient(), query })).answer
const end = (priceId: string, validUntil?: string) =>
  request(server.url, endClientPrice, {
    ...asAdmin(),
    params: { clientId: cast.anadolu, priceId },
    body: { validUntil },
  })
const remove = (priceId: string, clientId = cast.anadolu) =>
  request(server.url, removeClientPrice, { ...asAdmin(), params: { clientId, priceId } })

/** Moves the start of agreed prices so many days into the past. */
const begunAgo = (priceId: string, days: number) =>
  server.database.db
    .updateTable('client_prices')
    .set({ valid_from: inDays(-days) })
    .where('id', '=', priceId)
    .execute()

const offered = async (clientId = cast.anadolu) => {
  const { answer } = await request(server.url, getPriceList, { ...asAdmin(), params: { clientId } })
  const test = answer.tests.find((one) => one.inventory.code === 'AYT')
  return { taxRate: answer.taxRate, tiers: test?.tiers, agreed: test?.agreed }
}
const order = (quantity: number) =>
  request(server.url, createOrder, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      inventoryId: inventory(cast, 'AYT'),
      quantity,
      paymentMethod: 'eft',
      billing: companyBilling,
    },
  })
const said = async (action: 'tax_rate_changed' | 'client_prices_changed', locale: 'tr' | 'en' = 'en') => {
  const { answer } = await request(server.url, listAudit, {
    token: cast.superuser.token,
    query: { action },
  })
  return answer.results.map((entry) =>
    auditSentence(entry, (keys, variables) => translate(locale, keys, variables), locale),
  )
}

describe('KDV rates', () => {
  test('say which one is in force', async () => {
    expect(await rates()).toEqual([
      { validFrom: '2023-07-10', rate: 20, state: 'current', canRemove: false, createdBy: '' },
    ])
    expect((await addRate(inDays(10), 22.5)).answer).toEqual({
      validFrom: inDays(10),
      rate: 22.5,
      state: 'upcoming',
      canRemove: true,
      createdBy: 'admin',
    })
    await addRate(today, 18)
    expect((await rates()).map(({ rate, state }) => `${rate} ${state}`)).toEqual([
      '22.5 upcoming',
      '18 current',
      '20 past',
    ])
    expect((await offered()).taxRate).toBe(18)
  })

  test('change with Turkey’s day', async () => {
    const { db } = server.database
    await addRate(inDays(1), 10)
    const client = await clientOfJob(db, cast.anadolu)
    const rateOn = async (day: string) => (await pricesOn(db, client, day)).basisPoints
    expect(await rateOn(today)).toBe(2000)
    expect(await rateOn(inDays(1))).toBe(1000)
    expect((await offered()).taxRate).toBe(20)
  })

  test('are refused for a past day, a day that has one, and with more than two decimals', async () => {
    const past = await addRate(inDays(-1), 18)
    expect([past.status, fieldOf(past)]).toEqual([400, { validFrom: ['Choose today or a later day.'] }])
    await addRate(inDays(3), 18)
    const same = await addRate(inDays(3), 19)
    expect([same.status, fieldOf(same)]).toEqual([400, { validFrom: ['This day already has a rate.'] }])
    const fine = await addRate(inDays(4), 0.07)
    expect(fine.answer.rate).toBe(0.07)
    for (const rate of [18.001, -1, 100.01]) expect((await addRate(inDays(5), rate)).status).toBe(400)
    expect(fieldOf(await addRate(inDays(5), 18.001))).toEqual({ rate: ['Use at most two decimals.'] })
    const both = await Promise.all([addRate(inDays(6), 1), addRate(inDays(6), 2)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  test('are removed as long as no order can have them', async () => {
    await addRate(inDays(1), 10)
    await addRate(today, 1.8)
    expect((await removeRate(inDays(1))).status).toBe(204)
    expect((await removeRate(inDays(1))).code).toBe('not_found')
    // A slip of the finger that no order has yet.
    expect((await removeRate(today)).status).toBe(204)
    await addRate(today, 18)
    expect((await rates()).map(({ canRemove }) => canRemove)).toEqual([true, false])
    await order(10)
    expect((await rates()).map(({ canRemove }) => canRemove)).toEqual([false, false])
    expect((await removeRate(today)).code).toBe('tax_rate_begun')
    expect((await removeRate('2023-07-10')).code).toBe('tax_rate_begun')
    expect((await rates()).map(({ rate }) => rate)).toEqual([18, 20])
  })

  test('are on record with who, what and from when', async () => {
    await addRate(inDays(1), 8.5)
    await removeRate(inDays(1))
    const [removed, added] = await said('tax_rate_changed')
    expect(added).toMatch(/^admin added a KDV rate of 8\.5% from \d+ \w+ \d{4}\.$/)
    expect(removed).toMatch(/^admin removed the KDV rate of 8\.5% from \d+ \w+ \d{4}\.$/)
    const [, turkish] = await said('tax_rate_changed', 'tr')
    expect(turkish).toMatch(/^admin, \d\d\.\d\d\.\d{4} gününden itibaren KDV oranını %8,5 olarak girdi\.$/)
  })
})

describe('agreed prices', () => {
  test('take the place of the list price, of one client alone, from their first day to their last', async () => {
    await agree({ validUntil: inDays(2) })
    expect(await offered()).toEqual({ taxRate: 20, tiers: agreedTiers, agreed: { until: inDays(2) } })
    expect(await offered(cast.ege)).toEqual({ taxRate: 20, tiers: listTiers, agreed: null })
    const { db } = server.database
    const client = await clientOfJob(db, cast.anadolu)
    const unitOn = async (day: string) =>
      (await pricesOn(db, client, day)).tiers.get(inventory(cast, 'AYT'))?.[0]?.unitPriceKurus
    expect(await Promise.all([-1, 0, 2, 3].map((days) => unitOn(inDays(days))))).toEqual([
      10_000, 7550, 7550, 10_000,
    ])
    expect((await order(60)).answer).toMatchObject({ pricePerUnit: 7550, netAmount: 453_000 })
  })

  test('and rates that change leave an order as it was placed', async () => {
    const { answer: price } = await agree()
    const { answer: placed } = await order(10)
    await addRate(today, 1)
    await remove(price.id)
    const { answer: kept } = await request(server.url, getOrder, {
      ...asAdmin(),
      params: { orderId: placed.id },
    })
    expect(kept).toMatchObject({ pricePerUnit: 7550, netAmount: 75_500, taxAmount: 15_100, taxRate: 20 })
    expect((await order(10)).answer).toMatchObject({ pricePerUnit: 10_000, taxAmount: 1000, taxRate: 1 })
  })

  test('are listed beside the list price, with their state', async () => {
    const { answer: ended } = await agree({ validUntil: today })
    await begunAgo(ended.id, 9)
    await server.database.db
      .updateTable('client_prices')
      .set({ valid_until: inDays(-1) })
      .execute()
    const { answer: current } = await agree({ validUntil: inDays(5) })
    await agree({ validFrom: inDays(6) })
    await agree({ inventoryId: inventory(cast, 'MYT') })
    const all = await list()
    expect(all.count).toBe(4)
    expect(all.results[0]).toEqual({
      id: expect.any(String),
      inventory: { id: inventory(cast, 'AYT'), code: 'AYT', name: expect.any(String) },
      tiers: agreedTiers,
      listTiers,
      validFrom: inDays(6),
      validUntil: null,
      state: 'upcoming',
      createdBy: 'admin',
      canEnd: false,
      canRemove: true,
    })
    expect(current).toMatchObject({ state: 'current', canEnd: true, canRemove: true })
    const states = async (query: QueryIn<typeof listClientPrices>) =>
      (await list(query)).results.map(({ inventory: { code }, state }) => `${code} ${state}`)
    expect(await states({ search: 'ayt', ordering: 'validFrom' })).toEqual([
      'AYT ended',
      'AYT current',
      'AYT upcoming',
    ])
    expect(await states({ state: 'ended' })).toEqual(['AYT ended'])
    expect(await states({ state: 'upcoming' })).toEqual(['AYT upcoming'])
    expect(await states({ state: 'current', search: 'myt' })).toEqual(['MYT current'])
    expect(await states({ search: 'zzzz' })).toEqual([])
    expect((await list({ page_size: '1', page: '2' })).results).toHaveLength(1)
  })

  test('of one test never share a day', async () => {
    await agree({ validFrom: inDays(10), validUntil: inDays(20) })
    const refusal = async (from: number, until?: number) => {
      const sent = await agree({
        validFrom: inDays(from),
        ...(until !== undefined && { validUntil: inDays(until) }),
      })
      return sent.status === 201 ? 'agreed' : Object.keys(fieldOf(sent)).join()
    }
    expect(await refusal(5, 10)).toBe('validUntil')
    expect(await refusal(5)).toBe('validUntil')
    expect(await refusal(10, 20)).toBe('validFrom')
    expect(await refusal(20, 30)).toBe('validFrom')
    expect(await refusal(15, 16)).toBe('validFrom')
    expect(await refusal(5, 9)).toBe('agreed')
    expect(await refusal(21)).toBe('agreed')
    const open = await agree({ validFrom: inDays(40) })
    expect(fieldOf(open).validFrom).toEqual([
      expect.stringMatching(/^This test has agreed prices from \d+ \w+ \d{4} on\. End those first\.$/),
    ])
    const later = await agree({ validFrom: inDays(4), validUntil: inDays(5) })
    expect(fieldOf(later).validUntil).toEqual([
      expect.stringMatching(
        /^This test has agreed prices from \d+ \w+ \d{4} on\. Choose a last day before that\.$/,
      ),
    ])
    const closed = await agree({ validFrom: inDays(12), validUntil: inDays(13) })
    expect(fieldOf(closed).validFrom).toEqual([
      expect.stringMatching(/^This test has agreed prices for \d+ \w+ \d{4}–\d+ \w+ \d{4}\./),
    ])
    expect((await agree({ inventoryId: inventory(cast, 'MYT'), validFrom: inDays(10) })).status).toBe(201)
  })

  test('entered at the same moment: one of them alone', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, () => agree()))
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(sent.filter(({ status }) => status === 400)).toHaveLength(7)
    expect((await list()).count).toBe(1)
  })

  test('need a known test, tiers from one unit on, a price, and days in order from today on', async () => {
    const fields = async (body: Partial<BodyIn<typeof addClientPrice>>) => {
      const sent = await agree(body)
      return [sent.status, ...Object.keys(fieldOf(sent))]
    }
    const tier = (fromQuantity: number, unitPriceKurus = 100) => ({ fromQuantity, unitPriceKurus })
    expect(await fields({ inventoryId: cast.anadolu })).toEqual([400, 'inventoryId'])
    expect(await fields({ tiers: [] })).toEqual([400, 'tiers'])
    expect(await fields({ tiers: [tier(2)] })).toEqual([400, 'tiers.0.fromQuantity'])
    expect(await fields({ tiers: [tier(1), tier(1)] })).toEqual([400, 'tiers.1.fromQuantity'])
    expect(await fields({ tiers: [tier(1, 0)] })).toEqual([400, 'tiers.0.unitPriceKurus'])
    expect(await fields({ validFrom: inDays(-1) })).toEqual([400, 'validFrom'])
    expect(await fields({ validFrom: inDays(2), validUntil: inDays(1) })).toEqual([400, 'validUntil'])
    expect((await list()).count).toBe(0)
  })

  test('in force are ended today or on a later day, and a successor begins the day after', async () => {
    const { answer: price } = await agree()
    await begunAgo(price.id, 3)
    expect(fieldOf(await end(price.id, inDays(-1)))).toEqual({ validUntil: ['Choose today or a later day.'] })
    expect((await end(price.id, inDays(30))).answer).toMatchObject({
      validUntil: inDays(30),
      state: 'current',
      canEnd: true,
      canRemove: false,
    })
    expect((await agree({ validFrom: inDays(31) })).status).toBe(201)
    expect(fieldOf(await end(price.id, inDays(30)))).toEqual({
      validUntil: ['Choose a day before the current last day.'],
    })
    expect((await end(price.id)).answer).toMatchObject({ validUntil: today, state: 'current', canEnd: false })
    expect((await remove(price.id)).code).toBe('client_price_begun')
    expect((await offered()).agreed).toEqual({ until: today })
  })

  test('that have ended or not begun cannot be ended; those not begun are removed', async () => {
    const { answer: upcoming } = await agree({ validFrom: inDays(1) })
    expect((await end(upcoming.id)).code).toBe('client_price_not_current')
    expect((await remove(upcoming.id)).status).toBe(204)
    expect((await remove(upcoming.id)).code).toBe('not_found')
    const { answer: old } = await agree({ validUntil: today })
    await server.database.db
      .updateTable('client_prices')
      .set({ valid_from: inDays(-9), valid_until: inDays(-1) })
      .where('id', '=', old.id)
      .execute()
    expect((await end(old.id)).code).toBe('client_price_not_current')
    expect((await remove(old.id)).code).toBe('client_price_begun')
  })

  test('that began today are removed where they were a mistake', async () => {
    const { answer: price } = await agree()
    expect((await remove(price.id, cast.ege)).code).toBe('not_found')
    expect((await remove(price.id)).status).toBe(204)
    expect((await offered()).agreed).toBeNull()
  })

  test('are on record with who, what and when', async () => {
    const { answer: first } = await agree()
    await end(first.id)
    await remove(first.id)
    const [removed, ended, added] = await said('client_prices_changed')
    expect(added).toMatch(/^admin added AYT prices for .+ from \d+ \w+ \d{4}\.$/)
    expect(ended).toMatch(/^admin ended the AYT prices for .+\. Last day: \d+ \w+ \d{4}\.$/)
    expect(removed).toMatch(/^admin removed the AYT prices for .+ from \d+ \w+ \d{4}\.$/)
    const { answer } = await request(server.url, listAudit, {
      token: cast.superuser.token,
      query: { action: 'client_prices_changed', page_size: '3' },
    })
    expect(answer.results[2]).toMatchObject({
      reason: 'added',
      client: { id: cast.anadolu },
      details: { code: 'AYT', tiers: agreedTiers, validFrom: today },
    })
  })

  test('and rates are not a manager’s to see or change', async () => {
    const token = cast.manager.token
    const params = { clientId: cast.anadolu }
    const asked = [
      await request(server.url, listTaxRates, { token }),
      await request(server.url, addTaxRate, { token, body: { validFrom: today, rate: 0 } }),
      await request(server.url, listClientPrices, { token, params }),
      await request(server.url, addClientPrice, {
        token,
        params,
        body: { inventoryId: inventory(cast, 'AYT'), tiers: agreedTiers, validFrom: today },
      }),
    ]
    expect(asked.map(({ code }) => code)).toEqual(asked.map(() => 'forbidden'))
  })
})
