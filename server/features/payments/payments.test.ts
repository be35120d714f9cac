import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ordersCsv } from '#contract/order-documents.ts'
import {
  cancelOrder,
  decidePayment,
  getOrder,
  getOrderAlerts,
  payOrder,
  refundOrder,
} from '#contract/orders.ts'
import { listQuotas } from '#contract/quotas.ts'
import { expireOrders } from '#server/features/orders/change.ts'
import { addJob } from '#server/jobs/add.ts'
import { createIyzico } from '#server/payments/iyzico.ts'
import { noticeSignature } from '#server/payments/signatures.ts'
import { request } from '#test/support/api.ts'
import {
  bankKeys,
  bankTimeoutMs,
  goodCard,
  noticeUrl,
  orderByCard,
  postForm,
  setPrices,
  startBank,
  startPaying,
  type TestBank,
  typedCard,
} from '#test/support/bank.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { freePort } from '#test/support/external-postgres.ts'
import { findInTables, watchPayments } from '#test/support/payments.ts'
import { startTestServer, type TestServer, testSales } from '#test/support/server.ts'
import { checkPayment } from './check.ts'
import { checkPaymentSoon } from './jobs.ts'
import { sweepPayments } from './sweep.ts'

let bank: TestBank
let server: TestServer
/** A second process on the same database. */
let second: TestServer
let cast: Cast
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })

beforeAll(async () => {
  bank = await startBank()
  const provider = () => createIyzico({ ...bankKeys, baseUrl: bank.url, timeoutMs: bankTimeoutMs })
  const port = await freePort()
  server = await startTestServer({ payments: provider(), port, publicUrl: `http://127.0.0.1:${port}`, log })
  second = await startTestServer({
    payments: provider(),
    database: server.database,
    publicUrl: server.url,
    log,
  })
  cast = await castOf(server, 0)
  await setPrices(server.url, cast)
})
afterAll(async () => {
  await second?.close()
  await server?.close()
  bank?.stop()
})
beforeEach(() => bank.scenario('none'))

const available = async () => {
  const { answer } = await request(server.url, listQuotas, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  return answer.find((quota) => quota.inventory.code === 'AYT')?.availableQuantity ?? 0
}

const deps = () => {
  if (testSales === undefined) throw new Error('the demo has a seller')
  const payments = createIyzico({ ...bankKeys, baseUrl: bank.url, timeoutMs: bankTimeoutMs })
  return { db: server.database.db, payments, sales: testSales, log }
}

const watch = () => watchPayments({ server, bank, cast, deps })
const read = (orderId: string) => watch().read(orderId)
const sweep = () => watch().sweep()
const agree = (orderId: string) => watch().agree(orderId)

const paying = async (card?: string) => {
  const order = await orderByCard(server.url, cast)
  const { answer } = await startPaying(server.url, cast, order.id)
  return { order, callback: await bank.pay(answer.paymentPageUrl, card) }
}
const to = (url: string | undefined) => {
  if (url === undefined) throw new Error('there is no callback')
  return url
}
type Callback = NonNullable<Awaited<ReturnType<TestBank['pay']>>>
const post = (callback: Callback | undefined) => {
  if (callback === undefined) throw new Error('the bank sent nobody back')
  return postForm(callback)
}

test('a card pays an order: one charge, one credit, and the card’s five fields are kept', async () => {
  const before = await available()
  const { order, callback } = await paying()
  expect(await post(callback)).toBe(`/payment/success?orderId=${order.id}`)
  const paid = await agree(order.id)
  expect(paid).toMatchObject({
    paymentStatus: 'paid',
    quota: 60,
    cardInfo: {
      lastFourDigits: '0008',
      cardType: 'CREDIT_CARD',
      cardFamily: 'Paraf',
      cardAssociation: 'MASTER_CARD',
      installment: 1,
    },
    payment: { progress: 'succeeded' },
    canPay: false,
    canCancel: false,
  })
  expect(await available()).toBe(before + 60)
  expect(paid.events.map((event) => event.what)).toEqual(['created', 'payment_started', 'paid', 'invoiced'])
})

const declined: [string, string, string][] = [
  ['insufficient_funds', 'funds', '4111111111111129'],
  ['bank_declined', 'do not honour', '4129111111111111'],
  ['lost_or_stolen', 'lost', '4127111111111113'],
  ['card_details', 'expired', '4125111111111115'],
  ['suspected_fraud', 'fraud', '4121111111111119'],
  ['general', 'general', '4130111111111118'],
  ['not_authenticated', 'mdStatus 0', '4131111111111117'],
  ['not_authenticated', 'mdStatus 4', '4141111111111115'],
  ['general', 'init fails', '4151111111111112'],
]
test.each(declined)(
  'a card is declined as %s (%s), once, and the order can be paid again',
  async (reason, _, card) => {
    const { order, callback } = await paying(card)
    expect(await post(callback)).toBe(`/payment/error?orderId=${order.id}`)
    await bank.control('webhook', { orderId: order.id, url: noticeUrl(server.url) })
    await server.runJobs()
    const after = await agree(order.id)
    expect(after).toMatchObject({
      paymentStatus: 'pending',
      payment: { progress: 'failed', reason },
      canPay: true,
    })
    expect(after.events.filter((event) => event.what === 'payment_declined')).toHaveLength(1)
    expect(await bank.charges(order.id)).toMatchObject({ count: 0 })
  },
)

test('SR-50: twenty callbacks, the webhook and the sweeper at once settle an order once', async () => {
  const { order, callback } = await paying()
  const there = to(callback?.url)
  const elsewhere = there.replace(server.url, second.url)
  const fields = callback?.fields ?? {}
  await Promise.all([
    ...Array.from({ length: 20 }, (_, at) => postForm({ url: at % 2 ? there : elsewhere, fields })),
    bank.control('webhook', { orderId: order.id, url: noticeUrl(second.url) }),
    sweep(),
  ])
  await server.runJobs()
  await sweep()
  expect(await agree(order.id)).toMatchObject({ paymentStatus: 'paid', quota: 60 })
})

test('SR-50: what is posted says only where to look', async () => {
  const [one, other] = [await paying(), await paying()]
  const fields = { ...one.callback?.fields, amount: '1', status: 'success', paymentId: '1' }
  // Another order's token, one that nobody has, none at all, and an order that there is not.
  expect(await postForm({ url: to(other.callback?.url), fields })).toBe(
    `/payment/error?orderId=${other.order.id}`,
  )
  for (const token of ['x', ''])
    expect(await postForm({ url: to(one.callback?.url), fields: { token } })).toContain('/payment/error')
  const nowhere = to(one.callback?.url).replace(one.order.id, one.order.id.replace(/^./, 'f'))
  expect(await postForm({ url: nowhere, fields })).toContain('/payment/error')
  for (const { order } of [one, other]) expect((await agree(order.id)).paymentStatus).toBe('pending')
})

test('an early callback changes nothing, and the real one pays', async () => {
  const order = await orderByCard(server.url, cast)
  const { answer } = await startPaying(server.url, cast, order.id)
  const token = answer.paymentPageUrl.split('/').at(-1) ?? ''
  const url = `${server.url}/manager/payment/3ds-callback/${order.id}`
  expect(await postForm({ url, fields: { token } })).toContain('/payment/error')
  expect((await read(order.id)).payment?.progress).toBe('open')
  expect(await post(await bank.pay(answer.paymentPageUrl))).toContain('/payment/success')
  await agree(order.id)
})

test('a time-out after the charge is in doubt until the provider has been asked again', async () => {
  await bank.scenario('charge-then-hang')
  const { order, callback } = await paying()
  expect(await post(callback)).toContain('/payment/error')
  const doubtful = await agree(order.id)
  expect(doubtful).toMatchObject({ payment: { progress: 'checking' }, canPay: false, canCancel: false })
  expect((await startPaying(server.url, cast, order.id)).code).toBe('payment_under_way')
  const cancelled = await request(server.url, cancelOrder, {
    token: cast.manager.token,
    params: { orderId: order.id },
  })
  expect(cancelled.code).toBe('payment_under_way')
  await sweep()
  expect((await agree(order.id)).paymentStatus).toBe('paid')
})

test('a page that never comes up charges nobody, and the order can be paid again', async () => {
  await bank.scenario('init-hangs')
  const order = await orderByCard(server.url, cast)
  expect((await startPaying(server.url, cast, order.id)).code).toBe('provider_unreachable')
  await bank.scenario('none')
  const { answer } = await startPaying(server.url, cast, order.id)
  expect(await post(await bank.pay(answer.paymentPageUrl))).toContain('/payment/success')
  await agree(order.id)
})

const decide = (orderId: string, outcome: 'not_charged' | 'returned', paymentId?: string) =>
  request(server.url, decidePayment, {
    token: cast.admin.token,
    params: { orderId },
    body: { outcome, reason: 'Panelde baktım', ...(paymentId !== undefined && { paymentId }) },
  })
const alerts = async () => (await request(server.url, getOrderAlerts, { token: cast.admin.token })).answer

test('a payment that stays in doubt is ended by an admin, and pays all the same if it comes to light', async () => {
  await bank.scenario('charge-then-hang')
  const { order, callback } = await paying()
  await post(callback)
  expect((await decide(order.id, 'not_charged')).answer).toMatchObject({
    payment: { progress: 'failed' },
    canPay: true,
    canCancel: true,
    canDecidePayment: false,
  })
  await bank.scenario('none')
  expect(await post(callback)).toContain('/payment/success')
  const { events } = await agree(order.id)
  expect(events.map(({ what }) => what)).toEqual([
    'created',
    'payment_started',
    'payment_in_doubt',
    'payment_decided',
    'paid',
    'invoiced',
  ])
})

test('of several payments in doubt, one at a time is said to be returned', async () => {
  const order = await orderByCard(server.url, cast)
  const [one, other] = [
    await startPaying(server.url, cast, order.id),
    await startPaying(server.url, cast, order.id),
  ]
  await bank.pay(one.answer.paymentPageUrl)
  await bank.pay(other.answer.paymentPageUrl)
  await server.database.pool.query(`UPDATE payments SET state = 'unknown' WHERE order_id = $1`, [order.id])
  const states = async () => {
    const { rows } = await server.database.pool.query<{ id: string; state: string }>(
      `SELECT id, state FROM payments WHERE order_id = $1 ORDER BY id`,
      [order.id],
    )
    return rows
  }
  expect((await decide(order.id, 'returned')).code).toBe('several_in_doubt')
  const [first, second] = await states()
  expect([first?.state, second?.state]).toEqual(['unknown', 'unknown'])
  expect((await decide(order.id, 'returned', first?.id)).status).toBe(200)
  expect((await states()).map(({ state }) => state)).toEqual(['failed', 'unknown'])
  expect((await decide(order.id, 'returned', first?.id)).code).toBe('nothing_to_decide')
  expect((await decide(order.id, 'returned')).status).toBe(200)
})

test('an uncertain payment that was refunded in the provider’s panel is in the month’s export', async () => {
  await bank.scenario('charge-then-hang')
  const { order, callback } = await paying()
  await post(callback)
  await decide(order.id, 'returned')
  const csv = await request(server.url, ordersCsv, { token: cast.admin.token })
  expect(csv.status).toBe(200)
  const rows = csv.text.split('\n').filter((row) => row.includes(order.number))
  expect(rows).toHaveLength(2)
})

test('a wrong charge stays visible though another page paid the order', async () => {
  const order = await orderByCard(server.url, cast)
  const [one, other] = [
    await startPaying(server.url, cast, order.id),
    await startPaying(server.url, cast, order.id),
  ]
  const wrong = await bank.pay(one.answer.paymentPageUrl)
  const right = await bank.pay(other.answer.paymentPageUrl)
  await bank.scenario('amount-mismatch')
  await post(wrong)
  await bank.scenario('none')
  expect(await post(right)).toContain('/payment/success')
  const seen = async () =>
    (await request(server.url, getOrder, { token: cast.admin.token, params: { orderId: order.id } })).answer
  expect(await seen()).toMatchObject({
    paymentStatus: 'paid',
    attention: 'amount_mismatch',
    canDecidePayment: true,
  })
  await decide(order.id, 'returned')
  expect(await seen()).toMatchObject({ paymentStatus: 'paid', attention: null, canDecidePayment: false })
})

test('a buyer who comes back while the bank is being asked is shown the result', async () => {
  const { order, callback } = await paying()
  await server.database.pool.query(
    `UPDATE payments SET state = 'authorizing', checks = 1, check_at = now() WHERE order_id = $1`,
    [order.id],
  )
  const [shown] = await Promise.all([post(callback), sweepPayments(deps())])
  expect(shown).toContain('/payment/success')
})

test('a callback that meets an older check asks once more', async () => {
  const { order, callback } = await paying()
  const set = (state: string) =>
    server.database.pool.query(
      `UPDATE payments SET state = $2, check_at = now() + interval '2 minutes' WHERE order_id = $1`,
      [order.id, state],
    )
  await set('authorizing')
  const ending = async () => {
    await read(order.id)
    // The older check found no charge yet.
    await set('challenge')
  }
  const [shown] = await Promise.all([post(callback), ending()])
  expect(shown).toContain('/payment/success')
})

test('a message that meets an older check is looked into a little later', async () => {
  const { order } = await paying()
  const { rows } = await server.database.pool.query<{ clientId: string; id: string }>(
    `UPDATE payments SET state = 'authorizing', check_at = now() + interval '2 minutes' WHERE order_id = $1
     RETURNING client_id AS "clientId", id`,
    [order.id],
  )
  const [ref] = rows
  if (ref === undefined) throw new Error('there is no payment')
  const waiting = async () =>
    (
      await server.database.pool.query(
        `SELECT 1 FROM graphile_worker.jobs WHERE key = $1 AND run_at > now()`,
        [`check ${ref.id}`],
      )
    ).rowCount
  await addJob(server.database.db, checkPaymentSoon, ref, { jobKey: `check ${ref.id}` })
  await server.runJobs()
  expect(await waiting()).toBe(1)
  await server.database.pool.query(`UPDATE payments SET state = 'challenge' WHERE id = $1`, [ref.id])
  await addJob(server.database.db, checkPaymentSoon, ref, { jobKey: `check ${ref.id}` })
  await server.runJobs()
  expect(await waiting()).toBe(0)
  expect((await agree(order.id)).paymentStatus).toBe('paid')
})

test('charges that no order needs are refunded one by one, and their buyers get a mail', async () => {
  const order = await orderByCard(server.url, cast)
  const [one, other] = [
    await startPaying(server.url, cast, order.id),
    await startPaying(server.url, cast, order.id),
  ]
  const [first, second] = [
    await bank.pay(one.answer.paymentPageUrl),
    await bank.pay(other.answer.paymentPageUrl),
  ]
  expect(await post(second)).toContain('/payment/success')
  expect(await post(first)).toContain('/payment/error')
  await server.runJobs()
  const paid = await read(order.id)
  expect(paid).toMatchObject({ paymentStatus: 'paid', payment: { progress: 'succeeded' } })
  expect(paid.events.map(({ what }) => what)).toContain('returned_to_card')
  expect(await bank.charges(order.id)).toMatchObject({ count: 2, returned: order.totalAmount })
  const { rows } = await server.database.pool.query<{ kind: string }>(
    `SELECT kind FROM demo_mails WHERE text LIKE '%' || $1 || '%' ORDER BY kind`,
    [order.number],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['invoice', 'order_settled', 'payment_returned'])
})

test('an order that nobody pays is cancelled after an hour, with a mail to its buyer; one in doubt is not', async () => {
  const [left, open] = [await orderByCard(server.url, cast), await orderByCard(server.url, cast)]
  await bank.scenario('charge-then-hang')
  const doubtful = await paying()
  await post(doubtful.callback)
  await startPaying(server.url, cast, open.id)
  await server.database.pool.query(
    `UPDATE orders SET created_at = now() - interval '61 minutes' WHERE id = ANY($1)`,
    [[left.id, open.id, doubtful.order.id]],
  )
  await Promise.all([expireOrders(server.database.db), expireOrders(second.database.db)])
  await server.runJobs()
  expect((await read(left.id)).events.map(({ what }) => what)).toEqual(['created', 'expired'])
  expect((await read(open.id)).paymentStatus).toBe('pending')
  expect((await agree(doubtful.order.id)).paymentStatus).toBe('pending')
  const { rows } = await server.database.pool.query<{ kind: string }>(
    `SELECT kind FROM demo_mails WHERE text LIKE '%' || $1 || '%'`,
    [left.number],
  )
  expect(rows).toEqual([{ kind: 'order_cancelled' }])
  await sweep()
  expect((await agree(doubtful.order.id)).paymentStatus).toBe('paid')
})

test('a page that nobody pays on is over after a while, charges nobody, and its order can be paid again', async () => {
  const order = await orderByCard(server.url, cast)
  await startPaying(server.url, cast, order.id)
  await server.database.pool.query(
    `UPDATE payments SET created_at = created_at - interval '36 minutes' WHERE order_id = $1`,
    [order.id],
  )
  await sweep()
  expect(await bank.charges(order.id)).toMatchObject({ count: 0 })
  expect(await agree(order.id)).toMatchObject({ payment: { progress: 'failed' }, canPay: true })
  const { answer } = await startPaying(server.url, cast, order.id)
  expect(await post(await bank.pay(answer.paymentPageUrl))).toContain('/payment/success')
  expect((await agree(order.id)).paymentStatus).toBe('paid')
})

test('a callback and the end of the order’s hour at the same moment: paid, or cancelled and given back', async () => {
  const { order, callback } = await paying()
  await server.database.pool.query(
    `UPDATE orders SET created_at = now() - interval '61 minutes' WHERE id = $1`,
    [order.id],
  )
  await Promise.all([post(callback), expireOrders(server.database.db), expireOrders(second.database.db)])
  await sweep()
  await sweep()
  const ended = await agree(order.id)
  const charged = await bank.charges(order.id)
  const kept = ended.paymentStatus === 'paid' ? order.totalAmount : 0
  expect(['paid', 'cancelled']).toContain(ended.paymentStatus)
  expect(charged).toMatchObject({ count: 1, total: order.totalAmount, returned: order.totalAmount - kept })
})

test('opening the callback’s address changes nothing', async () => {
  const { order, callback } = await paying()
  const { url, fields } = callback ?? { url: '', fields: {} }
  const opened = await fetch(`${url}?${new URLSearchParams(fields)}`, { redirect: 'manual' })
  // The page itself, which this server is without; a post would lead on to the result.
  expect(opened.status).toBe(404)
  expect((await agree(order.id)).paymentStatus).toBe('pending')
  expect(await post(callback)).toContain('/payment/success')
})

test.each(['amount-mismatch', 'basket-mismatch', 'currency-mismatch'] as const)(
  'a validly signed %s does not pay, and an admin sees it',
  async (scenario) => {
    await bank.scenario(scenario)
    const { order, callback } = await paying()
    expect(await post(callback)).toContain('/payment/error')
    expect(await agree(order.id)).toMatchObject({ paymentStatus: 'pending', attention: null, canPay: false })
    const { answer } = await request(server.url, getOrder, {
      token: cast.admin.token,
      params: { orderId: order.id },
    })
    expect(answer).toMatchObject({ attention: 'amount_mismatch', canCancel: false, canDecidePayment: true })
    expect((await read(order.id)).payment?.progress).toBe('mismatch')
    const cancel = (token: string) =>
      request(server.url, cancelOrder, { token, params: { orderId: order.id } })
    expect((await cancel(cast.admin.token)).code).toBe('payment_under_way')
    const before = await alerts()
    expect((await decide(order.id, 'not_charged')).code).toBe('payment_charged')
    expect((await decide(order.id, 'returned')).answer).toMatchObject({ attention: null, canPay: true })
    expect((await decide(order.id, 'returned')).code).toBe('nothing_to_decide')
    expect(await alerts()).toMatchObject({
      attention: before.attention - 1,
      inDoubt: before.inDoubt - 1,
    })
    // The bank’s word comes again, and changes nothing any more.
    expect(await post(callback)).toContain('/payment/error')
    expect((await cancel(cast.manager.token)).answer).toMatchObject({
      paymentStatus: 'cancelled',
      attention: null,
    })
  },
)

test('a review holds the quota back until it is over', async () => {
  await bank.scenario('fraud-review')
  const [good, bad] = [await paying(), await paying()]
  for (const { order, callback } of [good, bad]) {
    expect(await post(callback)).toContain('/payment/error')
    expect(await agree(order.id)).toMatchObject({ payment: { progress: 'held' }, canCancel: false })
    const asAdmin = { token: cast.admin.token, params: { orderId: order.id } }
    expect((await request(server.url, getOrder, asAdmin)).answer.attention).toBe('held')
  }
  await bank.control('review', { orderId: good.order.id, fraudStatus: 1 })
  await bank.control('review', { orderId: bad.order.id, fraudStatus: -1 })
  await sweep()
  expect((await agree(good.order.id)).paymentStatus).toBe('paid')
  expect(await agree(bad.order.id)).toMatchObject({
    paymentStatus: 'pending',
    payment: { progress: 'failed', reason: 'suspected_fraud' },
  })
})

test('a charge for a cancelled order is given back and credits nothing', async () => {
  const order = await orderByCard(server.url, cast)
  const { answer } = await startPaying(server.url, cast, order.id)
  await request(server.url, cancelOrder, { token: cast.manager.token, params: { orderId: order.id } })
  expect(await post(await bank.pay(answer.paymentPageUrl))).toContain('/payment/error')
  const after = await agree(order.id)
  expect(after.paymentStatus).toBe('cancelled')
  expect(after.events.map((event) => event.what)).toContain('returned_to_card')
  expect(await bank.charges(order.id)).toMatchObject({ count: 1, returned: order.totalAmount })
})

test('of two pages that are both paid, the second charge is given back', async () => {
  const order = await orderByCard(server.url, cast)
  const [first, other] = [
    await startPaying(server.url, cast, order.id),
    await startPaying(server.url, cast, order.id),
  ]
  expect(await post(await bank.pay(first.answer.paymentPageUrl))).toContain('/payment/success')
  expect(await post(await bank.pay(other.answer.paymentPageUrl))).toContain('/payment/error')
  expect((await read(order.id)).paymentStatus).toBe('paid')
  expect(await bank.charges(order.id)).toMatchObject({ count: 2, returned: order.totalAmount })
})

test('nobody but the order’s own people may pay it', async () => {
  const order = await orderByCard(server.url, cast)
  const foreign = await request(server.url, payOrder, {
    token: cast.otherManager.token,
    params: { orderId: order.id },
    body: {},
  })
  expect(foreign.code).toBe('not_found')
})

describe('messages of the provider', () => {
  test('SR-50: are taken once when their signature is right, and refused when it is not', async () => {
    await bank.scenario('lost-callback')
    const { order, callback } = await paying()
    expect(callback).toBeUndefined()
    const url = noticeUrl(server.url)
    for (const _ of [1, 2])
      expect(await bank.control('webhook', { orderId: order.id, url })).toEqual({ status: 204 })
    await server.runJobs()
    expect((await agree(order.id)).paymentStatus).toBe('paid')
    const forged = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-iyz-signature-v3': 'f'.repeat(64) },
      body: JSON.stringify({ paymentConversationId: order.id, status: 'SUCCESS' }),
    })
    expect(forged.status).toBe(401)
  })

  test('about a payment of another shop are answered and change nothing', async () => {
    const body = {
      paymentConversationId: 'sepet-17',
      paymentId: 17,
      iyziPaymentId: 17,
      status: 'SUCCESS',
      iyziReferenceCode: 'other-shop-17',
      iyziEventType: 'THREE_DS_AUTH',
    }
    const signed = [body.iyziEventType, '17', body.paymentConversationId, body.status]
    const answer = await fetch(noticeUrl(server.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-iyz-signature-v3': noticeSignature(bankKeys.secretKey, signed),
      },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(204)
  })
})

describe('a refund', () => {
  const paid = async () => {
    const { order, callback } = await paying()
    await post(callback)
    return order
  }
  const refund = (orderId: string, quantity?: number) =>
    request(server.url, refundOrder, {
      token: cast.admin.token,
      params: { orderId },
      body: {
        reason: 'Fazla alındı',
        ...(quantity && { lines: [{ inventoryId: inventory(cast, 'AYT'), quantity }] }),
      },
    })

  test('gives back the unused part, and then the rest, to the kuruş', async () => {
    const order = await paid()
    const before = await available()
    expect((await refund(order.id, 7)).answer).toMatchObject({ quota: 53, refundedAmount: 71_400 })
    expect((await refund(order.id)).answer).toMatchObject({ quota: 0, refundedAmount: order.totalAmount })
    expect(await available()).toBe(before - 60)
    expect(await bank.charges(order.id)).toMatchObject({ count: 1, returned: order.totalAmount })
    expect((await refund(order.id)).code).toBe('nothing_to_refund')
  })

  test('whose answer never comes stays in doubt until the provider’s report has it, and is not given twice', async () => {
    const order = await paid()
    await bank.scenario('refund-then-hang')
    const doubtful = (await refund(order.id, 10)).answer
    expect(doubtful.refunds.map((one) => one.state)).toEqual(['unknown'])
    expect((await refund(order.id, 1)).code).toBe('refund_under_way')
    await sweep()
    const after = await read(order.id)
    expect(after.refunds.map((one) => one.state)).toEqual(['succeeded'])
    expect(await bank.charges(order.id)).toMatchObject({ returned: 102_000 })
  })
})

// Each way the bank can behave, with each way its callback can come, on two processes of one database.
const scenarios = [
  'none',
  'decline',
  'md-status-0',
  'md-status-4',
  'init-hangs',
  'charge-then-hang',
  'duplicate-callback',
  'tampered-response',
  'tampered-callback',
  'amount-mismatch',
  'basket-mismatch',
  'currency-mismatch',
  'lost-callback',
  'fraud-review',
  'html-502',
  'empty-body',
] as const
const arrivals = ['lost', 'doubled', 'early', 'late', 'tampered'] as const
/** Those in which no money may ever count. */
const never = new Set<string>([
  'decline',
  'md-status-0',
  'md-status-4',
  'init-hangs',
  'amount-mismatch',
  'basket-mismatch',
  'currency-mismatch',
])

test.each(scenarios)(
  '%s with every kind of callback on two processes: charges, credits and invoices agree',
  async (scenario) => {
    await bank.scenario(scenario)
    const orders: string[] = []
    const walk = async (arrival: (typeof arrivals)[number], at: number) => {
      const [here, there] = at % 2 ? [server, second] : [second, server]
      const order = await orderByCard(here.url, cast, 3)
      orders.push(order.id)
      const started = await startPaying(here.url, cast, order.id)
      if (started.code !== undefined) return
      const url = `${there.url}/manager/payment/3ds-callback/${order.id}`
      const token = started.answer.paymentPageUrl.split('/').at(-1) ?? ''
      if (arrival === 'early') await postForm({ url, fields: { token } })
      const callback = await bank.pay(started.answer.paymentPageUrl)
      const fields = callback?.fields ?? { token }
      if (arrival === 'doubled')
        await Promise.all([
          postForm({ url, fields }),
          postForm({ url: url.replace(there.url, here.url), fields }),
        ])
      if (arrival === 'early') await postForm({ url, fields })
      if (arrival === 'late') {
        await sweep()
        await postForm({ url, fields })
      }
      if (arrival === 'tampered') await postForm({ url, fields: { token: `${token}x` } })
    }
    await Promise.all(arrivals.map(walk))
    // A wrong amount stays wrong: what nobody has asked about yet must not be asked about in better times.
    if (!scenario.endsWith('mismatch')) await bank.scenario('none')
    for (const orderId of orders)
      if (scenario === 'fraud-review') await bank.control('review', { orderId, fraudStatus: 1 })
    await sweep()
    await sweep()
    const ended = await Promise.all(orders.map(agree))
    expect(ended.map((order) => order.paymentStatus)).toEqual(
      arrivals.map(() => (never.has(scenario) ? 'pending' : 'paid')),
    )
    const { rows } = await server.database.pool.query<{ number: string }>(
      'SELECT number FROM invoices ORDER BY number',
    )
    expect(rows.map((row) => Number(row.number.slice(7)))).toEqual(rows.map((_, at) => at + 1))
  },
)

test('an attempt that the provider has no page for is left to an admin', async () => {
  const { order } = await paying()
  await server.database.pool.query(
    `UPDATE payments SET state = 'unknown', token = NULL, check_at = NULL WHERE order_id = $1`,
    [order.id],
  )
  await bank.control('webhook', { orderId: order.id, url: noticeUrl(server.url) })
  await server.runJobs()
  await sweep()
  expect(await agree(order.id)).toMatchObject({ payment: { progress: 'checking' }, canPay: false })
  expect((await decide(order.id, 'not_charged')).answer).toMatchObject({ canPay: true })
})

test('a claim whose owner died is taken over, and never by two', async () => {
  const { order } = await paying()
  const ref = (await server.database.db
    .selectFrom('payments')
    .select(['client_id as clientId', 'id'])
    .where('order_id', '=', order.id)
    .executeTakeFirst()) ?? { clientId: '', id: '' }
  await server.database.pool.query(
    `UPDATE payments SET state = 'authorizing', check_at = now() + interval '2 minutes' WHERE id = $1`,
    [ref.id],
  )
  expect(await checkPayment(deps(), ref, { stale: true })).toBe(false)
  await server.database.pool.query(`UPDATE payments SET check_at = now() WHERE id = $1`, [ref.id])
  const both = await Promise.all([
    checkPayment(deps(), ref, { stale: true }),
    checkPayment(deps(), ref, { stale: true }),
  ])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect((await agree(order.id)).paymentStatus).toBe('paid')
})

test('SR-53: no card number, holder or security code is in the database, the log or the bank’s memory after all payments above', async () => {
  const numbers = [goodCard, ...declined.map(([, , card]) => card)]
  const { cardHolderName, cvc } = typedCard(goodCard)
  // The code counts only as a word, not as a part of an id, a token or a time.
  const code = `(^|[^\\w.+/-])${cvc}([^\\w.+/-]|$)`
  const found = await findInTables(server.database.pool, [
    ...numbers,
    cardHolderName,
    code,
    '(?i)\\m(cvc|cvv)\\M|security.?code.?:',
  ])
  expect(found).toEqual([])
  const lines = logged.join('')
  expect(lines).toContain('3ds-callback')
  for (const text of [lines, bank.memory()]) {
    const seen = [...numbers, cardHolderName, 'cvc', 'cardNumber'].filter((one) => text.includes(one))
    expect([...seen, ...(new RegExp(code).exec(text) ?? [])]).toEqual([])
  }
})
