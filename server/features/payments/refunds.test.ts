import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clockOf } from '#contract/clock.ts'
import {
  approveOrder,
  createOrder,
  getOrder,
  type Order,
  refundOrder,
  settleRefund,
} from '#contract/orders.ts'
import { listQuotas } from '#contract/quotas.ts'
import { insertDemoPayment } from '#server/demo/queries.ts'
import { type ExportRow, findMonth } from '#server/features/orders/export-queries.ts'
import { lockOrder, settleOrder } from '#server/features/orders/settle.ts'
import { createIyzico } from '#server/payments/iyzico.ts'
import type { PaymentProvider, RefundOutcome, ReportedRefund } from '#server/payments/provider.ts'
import { request } from '#test/support/api.ts'
import { bankKeys, postForm, setPrices, startBank, startPaying, type TestBank } from '#test/support/bank.ts'
import { companyBilling } from '#test/support/billing.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { freePort } from '#test/support/external-postgres.ts'
import { startTestServer, type TestServer, testSales } from '#test/support/server.ts'
import { sweepRefunds } from './refund.ts'

type Asked = Parameters<PaymentProvider['refund']>[0]
type Report = readonly ReportedRefund[] | undefined

let bank: TestBank
let server: TestServer
let cast: Cast
let provider: PaymentProvider
const log = pino({ level: 'silent' })
const installments = [
  { count: 1, surchargeBasisPoints: 0 },
  { count: 3, surchargeBasisPoints: 500 },
]
/** The refunds that the provider was asked for. */
const asked: Asked[] = []
/** Replaces the provider's answer; undefined leaves it. */
let answering: ((refund: Asked, real: () => Promise<RefundOutcome>) => Promise<RefundOutcome>) | undefined
let reporting: ((real: () => Promise<Report>) => Promise<Report>) | undefined
const hangs = { kind: 'unknown', problem: 'no answer' } as const

beforeAll(async () => {
  bank = await startBank({ installments })
  const real = createIyzico({ ...bankKeys, baseUrl: bank.url, timeoutMs: 5000 })
  provider = {
    ...real,
    refund(refund) {
      asked.push(refund)
      return answering === undefined ? real.refund(refund) : answering(refund, () => real.refund(refund))
    },
    readRefunds: (payment) =>
      reporting === undefined ? real.readRefunds(payment) : reporting(() => real.readRefunds(payment)),
  }
  const port = await freePort()
  server = await startTestServer({
    payments: provider,
    sales: deps().sales,
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    log,
  })
  cast = await castOf(server, 0)
  await setPrices(server.url, cast)
})
afterAll(async () => {
  await server?.close()
  bank?.stop()
})
beforeEach(async () => {
  asked.length = 0
  answering = undefined
  reporting = undefined
  await bank.scenario('none')
})

/** An order of 20 units each of two tests, 204,000 kuruş each. */
async function place(paymentMethod: 'credit_card' | 'eft'): Promise<Order> {
  const lines = ['AYT', 'MYT'].map((code) => ({ inventoryId: inventory(cast, code), quantity: 20 }))
  const { answer } = await request(server.url, createOrder, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { lines, paymentMethod, billing: companyBilling },
  })
  return answer
}

async function paid(installment = 1): Promise<Order> {
  const order = await place('credit_card')
  const { answer } = await startPaying(server.url, cast, order.id)
  const callback = await bank.pay(answer.paymentPageUrl, undefined, installment)
  if (callback === undefined) throw new Error('the bank sent nobody back')
  expect(await postForm(callback)).toContain('/payment/success')
  return read(order.id)
}

const read = async (orderId: string) =>
  (await request(server.url, getOrder, { token: cast.admin.token, params: { orderId } })).answer

const refund = (orderId: string, units?: Record<string, number>) =>
  request(server.url, refundOrder, {
    token: cast.admin.token,
    params: { orderId },
    body: {
      reason: 'Fazla alındı',
      ...(units && {
        lines: Object.entries(units).map(([code, quantity]) => ({
          inventoryId: inventory(cast, code),
          quantity,
        })),
      }),
    },
  })

const available = async () => {
  const { answer } = await request(server.url, listQuotas, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  const of = (code: string) => answer.find((quota) => quota.inventory.code === code)?.availableQuantity ?? 0
  return { AYT: of('AYT'), MYT: of('MYT') }
}

const deps = () => {
  if (testSales === undefined) throw new Error('the demo has a seller')
  return { payments: provider, sales: { ...testSales, installments }, log }
}

/** Lets the time pass until the sweeper asks about every refund, or those of one order, and runs it. */
const sweep = async (orderId: string | null = null) => {
  await server.database.pool.query(
    `UPDATE refunds SET check_at = now() - interval '1 second'
     WHERE check_at IS NOT NULL AND order_id = coalesce($1, order_id)`,
    [orderId],
  )
  await sweepRefunds({ ...deps(), db: server.database.db })
}

/** Makes the refunds of an order, and all that was asked for, so many hours older. */
const age = (orderId: string, hours: number) =>
  server.database.pool.query(
    `UPDATE refunds SET created_at = created_at - make_interval(hours => $2),
       lines = (SELECT jsonb_agg(line || jsonb_build_object('askedAt',
           to_char((line ->> 'askedAt')::timestamptz AT TIME ZONE 'UTC' - make_interval(hours => $2), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) ORDER BY at)
         FROM jsonb_array_elements(lines) WITH ORDINALITY AS line (line, at))
     WHERE order_id = $1`,
    [orderId, hours],
  )

const returned = async (orderId: string) => (await bank.charges(orderId)).returned
/** The mail that tells of an order's refund. */
const mailOf = async ({ number }: Order) => {
  await server.runJobs()
  const { rows } = await server.database.pool.query<{ text: string }>(
    `SELECT text FROM demo_mails WHERE kind = 'order_refunded' AND text LIKE '%' || $1 || '%'`,
    [number],
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.text ?? ''
}

const states = (order: Order) => order.refunds.map((one) => one.state)

describe('who asks the provider', () => {
  test('is one process: a line that another is being asked for is not asked for by the next owner', async () => {
    const order = await paid()
    answering = async ({ transactionId }, real) => {
      const outcome = await real()
      if (transactionId !== asked[0]?.transactionId && asked.length === 2) await sweep()
      return outcome
    }
    await refund(order.id, { AYT: 10, MYT: 10 })
    await sweep()
    expect(asked).toHaveLength(2)
    const after = await read(order.id)
    expect([states(after), after.refundedAmount]).toEqual([['succeeded'], 204_000])
    expect(await returned(order.id)).toBe(204_000)
  })

  test('stops when another has taken over between two lines, which asks for the rest', async () => {
    const order = await paid()
    let taken = false
    answering = async (_refund, real) => {
      const outcome = await real()
      if (!taken) {
        taken = true
        await sweep()
      }
      return outcome
    }
    await refund(order.id, { AYT: 10, MYT: 10 })
    await sweep()
    expect(asked).toHaveLength(2)
    expect(states(await read(order.id))).toEqual(['succeeded'])
    expect(await returned(order.id)).toBe(204_000)
  })
})

describe('a line whose answer was lost', () => {
  test('is not requested again while the report may lag, even if it shows others', async () => {
    const order = await paid()
    answering = async (_refund, real) => {
      await real()
      return hangs
    }
    reporting = async () => []
    expect(states((await refund(order.id, { AYT: 10 })).answer)).toEqual(['unknown'])
    for (const _ of [1, 2, 3]) await sweep()
    expect(asked).toHaveLength(1)
    reporting = undefined
    await sweep()
    expect(states(await read(order.id))).toEqual(['succeeded'])
    expect(await returned(order.id)).toBe(102_000)
  })

  test('is pending while the report says so, and refused when it says that', async () => {
    const order = await paid()
    const before = await available()
    answering = async () => hangs
    await refund(order.id, { AYT: 10 })
    const conversationId = asked[0]?.conversationId ?? ''
    const entry = (state: ReportedRefund['state']) => async () => [{ conversationId, kurus: 102_000, state }]
    reporting = entry('pending')
    await age(order.id, 30)
    await sweep()
    expect(states(await read(order.id))).toEqual(['unknown'])
    reporting = entry('failed')
    await sweep()
    expect(states(await read(order.id))).toEqual(['failed'])
    expect(asked).toHaveLength(1)
    expect(await available()).toEqual(before)
  })

  test('is asked for again after a day without an entry; a refusal then says nothing', async () => {
    const order = await paid()
    const before = await available()
    answering = async () => hangs
    await refund(order.id)
    reporting = async () => undefined
    await age(order.id, 25)
    await sweep()
    // The other line had not been asked for yet, and is now.
    expect(asked.map((one) => one.conversationId.at(-1))).toEqual(['0', '1'])
    reporting = async () => []
    answering = async () => ({ kind: 'failed', code: '5093', group: 'REFUND_AMOUNT_EXCEEDS' })
    await age(order.id, 25)
    await sweep()
    expect(asked).toHaveLength(4)
    const after = await read(order.id)
    expect([states(after), after.refundedAmount]).toEqual([['unknown'], 408_000])
    expect(await available()).toEqual({ AYT: before.AYT - 20, MYT: before.MYT - 20 })
    await age(order.id, 25)
    await sweep()
    expect(asked).toHaveLength(4)
  })

  test('was never given back: the second request does it, once', async () => {
    const order = await paid()
    answering = async () => hangs
    await refund(order.id, { AYT: 10 })
    answering = undefined
    await age(order.id, 25)
    await sweep()
    expect(states(await read(order.id))).toEqual(['succeeded'])
    expect(await returned(order.id)).toBe(102_000)
  })
})

describe('a refund in doubt', () => {
  const settle = (order: Order, givenBack: boolean, token = cast.admin.token) =>
    request(server.url, settleRefund, {
      token,
      params: { orderId: order.id, refundId: order.refunds[0]?.id ?? '' },
      body: { givenBack, reason: 'Sağlayıcının panelinde görüldü' },
    })
  const doubtful = async () => {
    const { id } = await paid()
    answering = async () => hangs
    return (await refund(id, { AYT: 10, MYT: 10 })).answer
  }

  test.each([
    [true, 'succeeded', 'refunded_in_part', 102_000],
    [false, 'failed', 'refund_failed', 0],
  ] as const)('is ended by an admin: given back %s', async (givenBack, state, what, refundedAmount) => {
    const order = await doubtful()
    const before = await available()
    expect((await settle(order, givenBack, cast.manager.token)).code).toBe('forbidden')
    const { answer } = await settle(order, givenBack)
    expect(answer).toMatchObject({ refundedAmount, refunds: [{ state }] })
    expect(answer.events.slice(-2).map((event) => event.what)).toEqual(['refund_settled', what])
    // The provider was never asked for the second line.
    const units = { AYT: givenBack ? 0 : 10, MYT: 10 }
    expect(await available()).toEqual({ AYT: before.AYT + units.AYT, MYT: before.MYT + units.MYT })
    expect((await settle(order, !givenBack)).code).toBe('refund_not_in_doubt')
    await sweep()
    expect(asked).toHaveLength(1)
    const { rows } = await server.database.pool.query(
      `SELECT reason, details FROM audit_entries WHERE action = 'refund_settled' AND details ->> 'order' = $1`,
      [order.number],
    )
    expect(rows).toEqual([
      { reason: givenBack ? 'given_back' : 'not_given_back', details: { order: order.number } },
    ])
  })

  test('keeps the part that is known to have gone through', async () => {
    const { id } = await paid()
    answering = async (_refund, real) => (asked.length === 1 ? real() : hangs)
    const { answer: order } = await refund(id)
    expect((await settle(order, false)).answer).toMatchObject({
      refundedAmount: 204_000,
      quota: 20,
      refunds: [{ state: 'succeeded', amount: 204_000, quantity: 20 }],
    })
  })

  test('is not ended while the provider is being asked about it', async () => {
    const order = await doubtful()
    const codes: unknown[] = []
    reporting = async (real) => {
      codes.push((await settle(order, false)).code)
      return real()
    }
    await sweep(order.id)
    expect(codes).toEqual(['refund_under_way'])
  })
})

describe('a refund of which the provider refuses a line', () => {
  const refusing = (code: string): typeof answering => {
    const inventoryId = inventory(cast, code)
    return async ({ transactionId }, real) => {
      const { rows } = await server.database.pool.query<{ id: string }>(
        `SELECT item ->> 'id' AS id FROM payments, jsonb_array_elements(items) AS item
         WHERE item ->> 'transactionId' = $1`,
        [transactionId],
      )
      return rows[0]?.id === inventoryId
        ? { kind: 'failed', code: '5093', group: 'REFUND_AMOUNT_EXCEEDS' }
        : real()
    }
  }

  test('ends with what went through, and the quota of the rest comes back', async () => {
    const order = await paid()
    const before = await available()
    answering = refusing('MYT')
    const { answer } = await refund(order.id)
    expect(answer).toMatchObject({ refundedAmount: 204_000, quota: 20, canRefund: true })
    expect(answer.refunds).toMatchObject([
      { state: 'succeeded', amount: 204_000, returnedAmount: 204_000, quantity: 20 },
    ])
    expect(answer.lines.map((line) => line.refundedQuantity)).toEqual([20, 0])
    expect(answer.events.at(-1)?.what).toBe('refunded_in_part')
    expect(await available()).toEqual({ AYT: before.AYT - 20, MYT: before.MYT })
    const mail = await mailOf(order)
    expect(mail).toContain('₺2,040.00')
    expect(mail).not.toContain('₺4,080.00')
    answering = undefined
    expect((await refund(order.id)).answer).toMatchObject({ refundedAmount: 408_000, quota: 0 })
    expect(await returned(order.id)).toBe(408_000)
  })

  test('counts a line that the provider never named as refused', async () => {
    const order = await paid()
    await server.database.pool.query(`UPDATE payments SET items = items - 1 WHERE order_id = $1`, [order.id])
    const { answer } = await refund(order.id)
    expect([states(answer), answer.refundedAmount]).toEqual([['succeeded'], 204_000])
    expect(states((await refund(order.id)).answer)).toEqual(['succeeded', 'failed'])
  })
})

describe('the money that goes back', () => {
  test('has its part of what instalments cost extra, to the kuruş', async () => {
    const order = await paid(3)
    expect(order.cardInfo?.installment).toBe(3)
    expect(order.lines.map((line) => line.receivedAmount)).toEqual([214_200, 214_200])
    const { answer } = await refund(order.id, { AYT: 7 })
    expect(answer).toMatchObject({
      refundedAmount: 71_400,
      refunds: [{ amount: 71_400, returnedAmount: 74_970 }],
    })
    expect(await returned(order.id)).toBe(74_970)
    const mail = await mailOf(order)
    expect(mail).toContain('₺749.70')
    expect(mail).toContain('return invoice for ₺714.00')
    for (const units of [{ AYT: 6, MYT: 13 }, undefined]) await refund(order.id, units)
    const after = await read(order.id)
    expect(after).toMatchObject({ refundedAmount: 408_000, quota: 0, canRefund: false })
    expect(await returned(order.id)).toBe(428_400)
    expect(after.refunds.reduce((sum, one) => sum + one.returnedAmount, 0)).toBe(428_400)
  })

  test.each([
    ['less', 300_001],
    ['more', 500_000],
  ])('of a transfer of %s than the order’s total is what came', async (_what, amount) => {
    const order = await place('eft')
    const { answer: approved } = await request(server.url, approveOrder, {
      token: cast.admin.token,
      params: { orderId: order.id },
      body: { amount, date: '2026-11-20', sender: 'Anadolu', acceptDifference: 'Anlaşma' },
    })
    expect(approved.lines.reduce((sum, line) => sum + line.receivedAmount, 0)).toBe(amount)
    const { answer } = await refund(order.id)
    expect(answer).toMatchObject({
      refundedAmount: 408_000,
      refunds: [{ state: 'succeeded', amount: 408_000, returnedAmount: amount, quantity: 40 }],
    })
    expect(await mailOf(order)).toContain(amount === 500_000 ? '₺5,000.00' : '₺3,000.01')
  })
})

describe('the month’s export', () => {
  const month = new Date(clockOf(new Date().toISOString(), 'Europe/Istanbul')).toISOString().slice(0, 7)
  const pages = async (limit: number) => {
    const rows: ExportRow[] = []
    for (let page: ExportRow[] = []; ; rows.push(...page)) {
      page = await findMonth(server.database.db, month, rows.at(-1)?.key, limit)
      if (page.length === 0 || rows.length > 1000) return rows
    }
  }

  test('has each row once, also those of one millisecond', async () => {
    for (const at of [1, 2, 3]) {
      const order = await paid()
      await server.database.pool.query(
        `UPDATE orders SET settled_at = date_trunc('minute', now()) + make_interval(secs => $2::float8 / 1000000) WHERE id = $1`,
        [order.id, at],
      )
    }
    const [one, all] = [await pages(1), await pages(1000)]
    expect(all.length).toBeGreaterThan(3)
    expect(one).toEqual(all)
  })

  test('has what was received, and charges that no order needed', async () => {
    const order = await place('credit_card')
    const [first, other] = [
      await startPaying(server.url, cast, order.id),
      await startPaying(server.url, cast, order.id),
    ]
    for (const { answer } of [first, other]) {
      const callback = await bank.pay(answer.paymentPageUrl, undefined, 3)
      if (callback !== undefined) await postForm(callback)
    }
    await refund(order.id, { AYT: 10 })
    const rows = (await pages(1000)).filter((row) => row.number === order.number)
    const said = rows.map((row) => [row.kind, Number(row.total_kurus), Number(row.received_kurus)])
    expect(said.toSorted()).toEqual(
      [
        ['extra', 0, 428_400],
        ['extra_returned', 0, -428_400],
        ['refund', -102_000, -107_100],
        ['sale', 408_000, 428_400],
      ].toSorted(),
    )
  })

  test('has no refund in doubt', async () => {
    const order = await paid()
    answering = async () => hangs
    await refund(order.id)
    const rows = (await pages(1000)).filter((row) => row.number === order.number)
    expect(rows.map((row) => row.kind)).toEqual(['sale'])
  })
})

test('an order that the demo paid in its past is refunded by the demo’s bank, line by line', async () => {
  const order = await place('credit_card')
  const { sales } = deps()
  await server.database.db.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, { clientId: cast.anadolu, id: order.id })
    const lines = held.lines.map((line) => ({
      inventoryId: line.inventory_id,
      kurus: line.net_kurus + line.tax_kurus,
    }))
    await insertDemoPayment(tx, {
      clientId: cast.anadolu,
      orderId: order.id,
      by: cast.manager.userId,
      lines,
    })
    await settleOrder(tx, held, { status: 'paid', by: null, sales })
  })
  const part = (await refund(order.id, { AYT: 5 })).answer
  expect(part.refunds.map(({ state }) => state)).toEqual(['succeeded'])
  const whole = (await refund(order.id)).answer
  expect(whole).toMatchObject({ refundedAmount: order.totalAmount, quota: 0 })
  expect(whole.refunds.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
})
