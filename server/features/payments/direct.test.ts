import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelOrder } from '#contract/orders.ts'
import { createLog } from '#server/log.ts'
import { createIyzico } from '#server/payments/iyzico.ts'
import { createIyzicoDirect } from '#server/payments/iyzico-direct.ts'
import { request } from '#test/support/api.ts'
import {
  bankKeys,
  bankTimeoutMs,
  type Callback,
  goodCard,
  noticeUrl,
  orderByCard,
  postForm,
  sendCard,
  setPrices,
  startBank,
  startPaying,
  type TestBank,
  typedCard,
} from '#test/support/bank.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { freePort } from '#test/support/external-postgres.ts'
import { findInTables, watchPayments } from '#test/support/payments.ts'
import { startTestServer, type TestServer, testSales } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'

let bank: TestBank
let server: TestServer
/** Takes no cards itself, on the same database: before the host chose otherwise, or after. */
let hosted: TestServer
let cast: Cast
const logged: string[] = []
const log = createLog('trace', { destination: { write: (line) => void logged.push(line) } })
const secrets: string[] = []

if (testSales === undefined) throw new Error('the demo has a seller')
const sales = {
  ...testSales,
  installments: [
    { count: 1, surchargeBasisPoints: 0 },
    { count: 3, surchargeBasisPoints: 150 },
  ],
}
const options = () => ({ ...bankKeys, baseUrl: bank.url, timeoutMs: bankTimeoutMs })

beforeAll(async () => {
  bank = await startBank()
  const port = await freePort()
  server = await startTestServer({
    payments: createIyzicoDirect(options()),
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    sales,
    log,
  })
  hosted = await startTestServer({
    payments: createIyzico(options()),
    database: server.database,
    publicUrl: server.url,
    sales,
    log,
  })
  cast = await castOf(server, 0)
  await setPrices(server.url, cast)
})
afterAll(async () => {
  await hosted?.close()
  await server?.close()
  bank?.stop()
})
beforeEach(async () => {
  await bank.scenario('none')
  await server.database.pool.query('TRUNCATE throttles')
})

const deps = () => ({ db: server.database.db, payments: createIyzicoDirect(options()), sales, log })
const watch = () => watchPayments({ server, bank, cast, deps })
const read = (orderId: string) => watch().read(orderId)
const sweep = () => watch().sweep()
const agree = (orderId: string) => watch().agree(orderId)

/** An order whose card form is open. */
const starting = async () => {
  const order = await orderByCard(server.url, cast, 3)
  const { answer } = await startPaying(server.url, cast, order.id)
  const form = answer.paymentPageUrl
  secrets.push(form.split('/').at(-1) ?? '')
  return { order, form }
}
const paying = async (card?: string) => {
  const { order, form } = await starting()
  return { order, form, callback: await bank.payDirect(form, card) }
}
const post = (callback: Callback | undefined) => {
  if (callback === undefined) throw new Error('the bank sent nobody back')
  return postForm(callback)
}
const urlOf = (orderId: string) => `${server.url}/manager/payment/3ds-callback/${orderId}`
/** Lets half an hour pass and more. */
const age = (orderId: string) =>
  server.database.pool.query(
    `UPDATE payments SET created_at = created_at - interval '36 minutes', charge_asked_at = charge_asked_at - interval '36 minutes'
     WHERE order_id = $1`,
    [orderId],
  )

test('the card form can be filled in by a browser, and the bank’s page is shown in a sandbox', async () => {
  const { order, form } = await starting()
  expect(form).toMatch(new RegExp(`^${server.url}/payment/card/[0-9a-f-]{36}/[\\w-]{43}$`))
  const page = await fetch(form)
  const markup = await page.text()
  expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  for (const name of ['cc-name', 'cc-number', 'cc-exp-month', 'cc-exp-year', 'cc-csc'])
    expect(markup).toContain(`autocomplete="${name}"`)
  expect(markup).toContain('<html lang="tr"')

  const wrong = await sendCard(form, { ...typedCard('5528790000000009'), cvc: '' })
  expect(wrong.status).toBe(422)
  expect(wrong.text.match(/aria-invalid="true"/g)).toHaveLength(2)
  expect(wrong.text).not.toContain('5528790000000009')
  expect(wrong.text).not.toContain('Kartsahibi')

  const bankPage = await sendCard(form, typedCard(goodCard))
  expect(bankPage.status).toBe(200)
  expect(bankPage.text).toContain('/dev/bank/3ds/')
  expect(bankPage.headers.get('content-security-policy')).toBe('sandbox allow-scripts allow-forms')
  expect(bankPage.headers.get('cache-control')).toBe('no-store')
  expect(bankPage.headers.get('referrer-policy')).toBe('no-referrer')
  expect(bankPage.text).not.toContain(goodCard)

  // Used up by one card.
  expect((await fetch(form)).status).toBe(404)
  expect((await sendCard(form, typedCard(goodCard))).status).toBe(404)
  expect((await read(order.id)).payment?.progress).toBe('open')
})

test('of many cards that are sent at once one is taken', async () => {
  const { order, form } = await starting()
  const sent = await Promise.all(Array.from({ length: 5 }, () => sendCard(form, typedCard(goodCard))))
  expect(sent.filter((answer) => answer.text.includes('/dev/bank/3ds/'))).toHaveLength(1)
  expect(await bank.charges(order.id)).toMatchObject({ count: 0, calls: 0 })
})

test('a card pays an order: one charge, one credit, and the card’s five fields are kept', async () => {
  const { order, callback } = await paying()
  expect(await bank.charges(order.id)).toMatchObject({ count: 0, calls: 0 })
  expect(await post(callback)).toBe(`/payment/success?orderId=${order.id}`)
  const paid = await agree(order.id)
  expect(paid).toMatchObject({
    paymentStatus: 'paid',
    cardInfo: {
      lastFourDigits: '0008',
      cardType: 'CREDIT_CARD',
      cardFamily: 'Paraf',
      cardAssociation: 'MASTER_CARD',
      installment: 1,
    },
    payment: { progress: 'succeeded' },
  })
  expect(paid.events.map((event) => event.what)).toEqual(['created', 'payment_started', 'paid', 'invoiced'])
  expect(await bank.charges(order.id)).toMatchObject({ calls: 1 })
})

test('instalments are charged with what they cost, and only those that are offered', async () => {
  const { order, form } = await starting()
  const other = await starting()
  const sent = await sendCard(form, { ...typedCard(goodCard), installment: '3' })
  const token = /3ds\/([^"]+)"/.exec(sent.text)?.[1]
  const answer = await fetch(`${bank.url}/dev/bank/confirm/${token}`, {
    method: 'POST',
    body: 'code=283126',
  })
  const fields = Object.fromEntries(
    [...(await answer.text()).matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value ?? '',
    ]),
  )
  expect(await postForm({ url: urlOf(order.id), fields })).toContain('/payment/success')
  expect(await read(order.id)).toMatchObject({ paymentStatus: 'paid', cardInfo: { installment: 3 } })
  const total = Math.round(order.totalAmount * 1.015)
  expect(await bank.charges(order.id)).toMatchObject({ count: 1, total })
  const strange = await sendCard(other.form, { ...typedCard(goodCard), installment: '12' })
  expect([strange.status, strange.headers.get('location')]).toEqual([
    303,
    `/payment/error?orderId=${other.order.id}`,
  ])
})

const declined: [string, number, string][] = [
  ['insufficient_funds', 1, '4111111111111129'],
  ['bank_declined', 1, '4129111111111111'],
  ['not_authenticated', 0, '4131111111111117'],
  ['not_authenticated', 0, '4141111111111115'],
]
test.each(declined)(
  'a card is declined as %s after %i calls, once, and the order can be paid again',
  async (reason, calls, card) => {
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
    expect(await bank.charges(order.id)).toMatchObject({ count: 0, calls })
  },
)

test('a bank’s step that cannot begin, or whose page never comes, charges nobody', async () => {
  const [refused, hanging] = [await starting(), await starting()]
  const answer = await sendCard(refused.form, typedCard('4151111111111112'))
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `/payment/error?orderId=${refused.order.id}`,
  ])
  await bank.scenario('init-hangs')
  expect((await sendCard(hanging.form, typedCard(goodCard))).status).toBe(303)
  await bank.scenario('none')
  for (const [orderId, reason] of [
    [refused.order.id, 'general'],
    [hanging.order.id, 'provider_unreachable'],
  ] as const) {
    expect((await agree(orderId)).payment).toMatchObject({ progress: 'failed', reason })
    const { answer } = await startPaying(server.url, cast, orderId)
    expect(await post(await bank.payDirect(answer.paymentPageUrl))).toContain('/payment/success')
    await agree(orderId)
  }
})

test('twenty callbacks, the webhook and the sweeper at once ask for one charge', async () => {
  const { order, callback } = await paying()
  await Promise.all([
    ...Array.from({ length: 20 }, () => post(callback)),
    bank.control('webhook', { orderId: order.id, url: noticeUrl(server.url) }),
    sweep(),
  ])
  await server.runJobs()
  await sweep()
  expect(await agree(order.id)).toMatchObject({ paymentStatus: 'paid', quota: 3 })
  expect(await bank.charges(order.id)).toMatchObject({ calls: 1 })
})

test('a time-out after the charge is asked about, and never charged again', async () => {
  await bank.scenario('charge-then-hang')
  const { order, callback } = await paying()
  for (const _ of [1, 2]) expect(await post(callback)).toContain('/payment/error')
  const doubtful = await agree(order.id)
  expect(doubtful).toMatchObject({ payment: { progress: 'checking' }, canPay: false, canCancel: false })
  expect(doubtful.events.map((event) => event.what)).toContain('payment_in_doubt')
  expect((await startPaying(server.url, cast, order.id)).code).toBe('payment_under_way')
  await sweep()
  expect((await agree(order.id)).paymentStatus).toBe('paid')
  expect(await bank.charges(order.id)).toMatchObject({ count: 1, calls: 1 })
})

test('a server that dies before it asks for the charge leaves a payment that is never charged', async () => {
  const { order, callback } = await paying()
  await server.database.pool.query(
    `UPDATE payments SET state = 'authorizing', charge_asked_at = now(), check_at = now() WHERE order_id = $1`,
    [order.id],
  )
  expect(await post(callback)).toContain('/payment/error')
  await sweep()
  expect(await post(callback)).toContain('/payment/error')
  expect(await agree(order.id)).toMatchObject({ payment: { progress: 'checking' }, canPay: false })
  await age(order.id)
  await sweep()
  expect(await agree(order.id)).toMatchObject({
    payment: { progress: 'failed', reason: 'abandoned' },
    canPay: true,
  })
  expect(await bank.charges(order.id)).toMatchObject({ count: 0, calls: 0 })
})

test('a charge that comes to light after its payment was given up still pays', async () => {
  await bank.scenario('charge-then-hang')
  const { order, callback } = await paying()
  await post(callback)
  await server.database.pool.query(
    `UPDATE payments SET state = 'failed', reason = 'abandoned', check_at = NULL WHERE order_id = $1`,
    [order.id],
  )
  await bank.control('webhook', { orderId: order.id, url: noticeUrl(server.url) })
  await server.runJobs()
  // The first answer about it hangs, as the scenario has it, unless the callback has used that up.
  await sweep()
  expect((await agree(order.id)).paymentStatus).toBe('paid')
  expect(await bank.charges(order.id)).toMatchObject({ calls: 1 })
})

test('a check that is under way keeps no callback from its charge', async () => {
  const { order, callback } = await paying()
  await server.database.pool.query(
    `UPDATE payments SET state = 'authorizing', check_at = now() + interval '2 minutes' WHERE order_id = $1`,
    [order.id],
  )
  expect(await post(callback)).toContain('/payment/success')
  await agree(order.id)
})

test('SR-50: a callback counts for its own order alone, as it was signed', async () => {
  const [one, other] = [await paying(), await paying()]
  const fields = one.callback?.fields ?? {}
  expect(await postForm({ url: urlOf(other.order.id), fields })).toContain('/payment/error')
  for (const wrong of [
    { mdStatus: '0' },
    { paymentId: other.callback?.fields.paymentId ?? '' },
    { signature: '' },
    { status: 'failure' },
    { token: one.form.split('/').at(-1) ?? '' },
  ])
    expect(await postForm({ url: urlOf(one.order.id), fields: { ...fields, ...wrong } })).toContain(
      '/payment/error',
    )
  for (const { order } of [one, other]) {
    expect((await agree(order.id)).payment?.progress).toBe('open')
    expect(await bank.charges(order.id)).toMatchObject({ calls: 0 })
  }
})

test('no card is charged for an order that was cancelled or paid meanwhile', async () => {
  const late = await paying()
  await request(server.url, cancelOrder, {
    token: cast.manager.token,
    params: { orderId: late.order.id },
  })
  expect(await post(late.callback)).toContain('/payment/error')
  expect((await agree(late.order.id)).paymentStatus).toBe('cancelled')
  expect(await bank.charges(late.order.id)).toMatchObject({ calls: 0 })

  const first = await paying()
  const { answer } = await startPaying(server.url, cast, first.order.id)
  const second = await bank.payDirect(answer.paymentPageUrl)
  const both = await Promise.all([post(first.callback), post(second)])
  expect(both.filter((page) => page.includes('/payment/success'))).toHaveLength(1)
  expect((await agree(first.order.id)).paymentStatus).toBe('paid')
  expect(await bank.charges(first.order.id)).toMatchObject({ count: 1, calls: 1 })
})

test('a form that nobody fills in is over after a while, and its order can be paid again', async () => {
  const { order, form } = await starting()
  await age(order.id)
  expect((await fetch(form)).status).toBe(404)
  expect((await sendCard(form, typedCard(goodCard))).status).toBe(404)
  await sweep()
  expect(await agree(order.id)).toMatchObject({
    payment: { progress: 'failed', reason: 'abandoned' },
    canPay: true,
  })
})

test('a form opens by its own secret alone', async () => {
  const [one, other] = [await starting(), await starting()]
  const secret = other.form.split('/').at(-1) ?? ''
  for (const path of [
    one.form.replace(/[^/]+$/, secret),
    one.form.replace(/[^/]+$/, 'x'),
    one.form.replace(/card\/[^/]+/, 'card/x'),
  ]) {
    expect((await fetch(path)).status).toBe(404)
    expect((await sendCard(path, typedCard(goodCard))).status).toBe(404)
  }
})

test('stolen numbers cannot be tried: each form takes a few, and then says when to go on', async () => {
  await waitForMidWindow(server.database.db)
  const { form } = await starting()
  for (let at = 0; at < 10; at += 1)
    expect((await sendCard(form, typedCard('5528790000000009'))).status).toBe(422)
  const refused = await sendCard(form, typedCard(goodCard))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.text).toContain('<h1>')
})

describe('where cards are typed on the provider’s page', () => {
  test('there is no card form', async () => {
    const { form } = await starting()
    const there = form.replace(server.url, hosted.url)
    expect((await fetch(there)).status).toBe(404)
    // Not even a form is read.
    expect((await sendCard(there, typedCard(goodCard))).status).toBe(404)
  })

  test('what began before the host chose otherwise is settled by either', async () => {
    const before = await orderByCard(hosted.url, cast, 3)
    const { answer } = await startPaying(hosted.url, cast, before.id)
    expect(await post(await bank.pay(answer.paymentPageUrl))).toContain('/payment/success')
    await agree(before.id)

    await bank.scenario('charge-then-hang')
    const { order, callback } = await paying()
    await post(callback)
    await bank.control('webhook', { orderId: order.id, url: noticeUrl(hosted.url) })
    await hosted.runJobs()
    expect((await agree(order.id)).paymentStatus).toBe('paid')
  })
})

test('a message about a direct payment is taken when it is signed', async () => {
  await bank.scenario('html-502')
  const { order, callback } = await paying()
  await post(callback)
  const url = noticeUrl(server.url)
  for (const _ of [1, 2])
    expect(await bank.control('webhook', { orderId: order.id, url })).toEqual({ status: 204 })
  await server.runJobs()
  expect((await agree(order.id)).paymentStatus).toBe('paid')
})

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
  'tampered-callback',
  'lost-callback',
])
/** Those in which the bank comes to no charge. */
const uncharged = new Set<string>([
  'decline',
  'md-status-0',
  'md-status-4',
  'init-hangs',
  'tampered-callback',
  'lost-callback',
])

test.each(scenarios)(
  '%s with every kind of callback: charges, credits and invoices agree',
  async (scenario) => {
    await bank.scenario(scenario)
    const begin = async (arrival: (typeof arrivals)[number]) => {
      const { order, form } = await starting()
      const url = urlOf(order.id)
      const forged = {
        status: 'success',
        mdStatus: '1',
        paymentId: '1',
        conversationId: form.split('/').at(-2) ?? '',
      }
      if (arrival === 'early') await postForm({ url, fields: { ...forged, signature: 'f'.repeat(64) } })
      return { arrival, orderId: order.id, url, callback: await bank.payDirect(form) }
    }
    const arrive = async ({ arrival, orderId, url, callback }: Awaited<ReturnType<typeof begin>>) => {
      if (callback === undefined) return
      const { fields } = callback
      if (arrival === 'doubled') await Promise.all([postForm({ url, fields }), postForm({ url, fields })])
      if (arrival === 'early') await postForm({ url, fields })
      if (arrival === 'late') {
        await sweep()
        await postForm({ url, fields })
      }
      if (arrival === 'tampered') await postForm({ url, fields: { ...fields, mdStatus: '2' } })
      // The bank posts its own, which nobody here waits for.
      if (scenario === 'duplicate-callback')
        await expect.poll(async () => (await read(orderId)).paymentStatus).toBe('paid')
    }
    // Every card is typed before time advances for all: a bank that takes two minutes to begin its step is another test's.
    const begun = await Promise.all(arrivals.map(begin))
    await Promise.all(begun.map(arrive))
    const orders = begun.map(({ orderId }) => orderId)
    // A wrong amount stays wrong: what nobody has asked about yet must not be asked about in better times.
    if (!scenario.endsWith('mismatch')) await bank.scenario('none')
    for (const orderId of orders)
      if (scenario === 'fraud-review') await bank.control('review', { orderId, fraudStatus: 1 })
    await sweep()
    await sweep()
    const ended = await Promise.all(orders.map(agree))
    const comes = (arrival: string) =>
      scenario === 'duplicate-callback' || !['lost', 'tampered'].includes(arrival)
    expect(ended.map((order) => order.paymentStatus)).toEqual(
      arrivals.map((arrival) => (comes(arrival) && !never.has(scenario) ? 'paid' : 'pending')),
    )
    // A charge that nobody asked for there is none of, and none was asked for twice.
    const charges = await Promise.all(orders.map((orderId) => bank.charges(orderId)))
    expect(charges.map(({ count }) => count)).toEqual(
      arrivals.map((arrival) => (comes(arrival) && !uncharged.has(scenario) ? 1 : 0)),
    )
    expect(Math.max(...charges.map(({ calls }) => calls))).toBeLessThanOrEqual(1)
    if (scenario.startsWith('md-status')) expect(charges.every(({ calls }) => calls === 0)).toBe(true)
    // What never came is over in the end, and can be paid again.
    for (const orderId of orders) await age(orderId)
    await sweep()
    for (const [at, orderId] of orders.entries()) {
      const order = await agree(orderId)
      if (charges[at]?.count === 0)
        expect(order).toMatchObject({ payment: { progress: 'failed' }, canPay: true })
    }
  },
)

test('SR-53: no card number, holder or security code is in the database, the log or the bank’s memory', async () => {
  const numbers = [goodCard, '5528790000000009', '4151111111111112', ...declined.map(([, , card]) => card)]
  const { cvc } = typedCard(goodCard)
  // Not as a part of an id, a token or a time.
  const code = `(^|[^\\w.+/-])${cvc}([^\\w.+/-]|$)`
  expect(
    await findInTables(server.database.pool, [
      ...numbers,
      'Kartsahibi',
      code,
      '(?i)\\m(cvc|cvv)\\M',
      ...secrets,
    ]),
  ).toEqual([])
  for (const text of [logged.join(''), bank.memory()]) {
    expect(text.length).toBeGreaterThan(1000)
    const found = [...numbers, ...secrets, 'Kartsahibi', 'cvc', 'cardNumber'].filter((one) =>
      text.includes(one),
    )
    expect([...found, ...(new RegExp(code).exec(text) ?? [])]).toEqual([])
  }
})
