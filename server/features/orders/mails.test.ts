import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BodyIn } from '#contract/kit.ts'
import { approveOrder, cancelOrder, createOrder, refundOrder } from '#contract/orders.ts'
import { setPriceTiers } from '#contract/prices.ts'
import { newId } from '#server/db/ids.ts'
import { pdfInfo, pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { companyBilling, personBilling } from '#test/support/billing.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { remindOfTransfers } from './jobs.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await request(server.url, setPriceTiers, {
    token: cast.admin.token,
    params: { inventoryId: inventory(cast, 'AYT') },
    body: { tiers: [{ fromQuantity: 1, unitPriceKurus: 8500 }] },
  })
})
beforeEach(async () => {
  const { db } = server.database
  await db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', cast.manager.userId)
    .execute()
  await sql`TRUNCATE demo_mails`.execute(db)
})
afterAll(() => server.close())

async function place(body: Partial<BodyIn<typeof createOrder>> = {}) {
  const { answer } = await request(server.url, createOrder, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    headers: { 'accept-language': 'en' },
    body: {
      inventoryId: inventory(cast, 'AYT'),
      quantity: 60,
      paymentMethod: 'eft',
      billing: companyBilling,
      ...body,
    },
  })
  return answer
}

const approve = (orderId: string) =>
  request(server.url, approveOrder, {
    token: cast.admin.token,
    params: { orderId },
    body: { amount: 612_000, date: '2026-11-20', sender: 'ANADOLU GIDA A.Ş.' },
  })

/** The mails since the test began, the oldest first, after all jobs have run. */
async function mails() {
  await server.runJobs()
  return server.database.db.selectFrom('demo_mails').selectAll().orderBy('id').execute()
}
async function onlyMail() {
  const all = await mails()
  expect(all).toHaveLength(1)
  const [mail] = all
  if (mail === undefined) throw new Error('no mail came')
  const [file] = mail.files
  return { ...mail, pdf: file && (await pdfText(file)), title: file && (await pdfInfo(file)).get('Title') }
}
const shift = (orderId: string, days: number) =>
  server.database.pool.query(
    'UPDATE orders SET created_at = created_at - make_interval(days => $2), due_at = due_at - make_interval(days => $2) WHERE id = $1',
    [orderId, days],
  )

test('a buyer by bank transfer gets how to pay, with the proforma', async () => {
  const order = await place()
  const mail = await onlyMail()
  expect([mail.kind, mail.recipient]).toEqual(['transfer_instructions', cast.manager.email])
  expect(mail.subject).toBe(`Pay for your order by bank transfer: ${order.number}`)
  for (const text of [
    '₺6,120.00',
    'TR31 0009 9000 0012 3456 7890 12',
    order.eft?.reference ?? 'none',
    order.number,
  ])
    expect(mail.text).toContain(text)
  expect(mail.links).toEqual([`${server.url}/manager/orders/${order.id}`])
  expect(mail.attachments).toEqual([{ name: `${order.number} proforma.pdf`, type: 'application/pdf' }])
  expect(mail.title).toBe(`Proforma ${order.number}`)
  expect(mail.pdf).toContain(order.eft?.reference)
  // The mail and the proforma name the same last day.
  const day = /Pay by +(\d+ \w+ \d{4})/.exec(mail.text)?.[1] ?? 'none'
  expect(mail.pdf).toContain(day)
})

test('a missing transfer gets two reminders, with the days that are left', async () => {
  const order = await place()
  const reminders: [string, string][] = []
  for (const days of [6, 1, 4, 1, 1]) {
    await shift(order.id, days)
    await remindOfTransfers(server.database.db)
    await remindOfTransfers(server.database.db)
    await mails()
  }
  for (const mail of (await mails()).slice(1)) reminders.push([mail.kind, mail.subject])
  expect(reminders).toEqual([
    ['transfer_reminder', `7 days left to pay: ${order.number}`],
    ['transfer_reminder', `2 days left to pay: ${order.number}`],
  ])
  expect((await mails()).map((mail) => mail.files.length)).toEqual([1, 1, 1])
})

test('after an outage only the last of two reminders goes out', async () => {
  const order = await place()
  await mails()
  await shift(order.id, 13)
  expect(await remindOfTransfers(server.database.db)).toBe(1)
  expect((await mails()).slice(1).map((mail) => mail.subject)).toEqual([`1 day left to pay: ${order.number}`])
  expect(await remindOfTransfers(server.database.db)).toBe(0)
})

test('an order that was cancelled meanwhile is not asked to be paid', async () => {
  const order = await place()
  await request(server.url, cancelOrder, { token: cast.manager.token, params: { orderId: order.id } })
  expect(await mails()).toEqual([])
})

test('a buyer gets a mail when somebody else cancels the order', async () => {
  const order = await place()
  await mails()
  await sql`TRUNCATE demo_mails`.execute(server.database.db)
  await request(server.url, cancelOrder, { token: cast.admin.token, params: { orderId: order.id } })
  const mail = await onlyMail()
  expect([mail.kind, mail.recipient, mail.subject]).toEqual([
    'order_cancelled',
    cast.manager.email,
    `Your order was cancelled: ${order.number}`,
  ])
  expect(mail.text).toContain('A platform admin cancelled the order.')
  expect(mail.links).toEqual([`${server.url}/manager/orders/${order.id}`])
})

test('an approved transfer is confirmed, with the invoice', async () => {
  const order = await place()
  await mails()
  await sql`TRUNCATE demo_mails`.execute(server.database.db)
  const { answer } = await approve(order.id)
  const [invoice] = answer.invoices.list
  const copy = (await mails()).find((one) => one.kind === 'invoice')
  expect([copy?.recipient, copy?.subject]).toEqual([
    companyBilling.email,
    `Invoice for order ${order.number}`,
  ])
  expect(copy?.attachments).toEqual([{ name: `${invoice?.number}.pdf`, type: 'application/pdf' }])
  await sql`DELETE FROM demo_mails WHERE kind = 'invoice'`.execute(server.database.db)
  const mail = await onlyMail()
  expect([mail.kind, mail.subject]).toEqual(['order_settled', `Your order is complete: ${order.number}`])
  expect(mail.text).toMatch(/Quota added +60 units/)
  expect(mail.attachments).toEqual([{ name: `${invoice?.number}.pdf`, type: 'application/pdf' }])
  // Invoices are Turkish, even in an English mail.
  expect(mail.title).toBe(`Fatura ${invoice?.number}`)
  expect(mail.pdf).toContain('TASLAK')
  expect(mail.pdf).toContain('Yalnız altı bin yüz yirmi Türk lirası.')
})

test('a refund is mailed, and a company is asked for its return invoice', async () => {
  for (const billing of [companyBilling, personBilling]) {
    const order = await place({ billing })
    await approve(order.id)
    await mails()
    await sql`TRUNCATE demo_mails`.execute(server.database.db)
    await request(server.url, refundOrder, {
      token: cast.admin.token,
      params: { orderId: order.id },
      body: { reason: 'Yanlış sipariş' },
    })
    const mail = await onlyMail()
    expect([mail.kind, mail.subject]).toEqual(['order_refunded', `Your refund is done: ${order.number}`])
    expect(mail.text).toContain('₺6,120.00')
    expect(mail.text.includes('return invoice')).toBe(billing === companyBilling)
    expect(mail.text).not.toContain('Yanlış sipariş')
    expect(mail.attachments).toEqual([
      { name: expect.stringMatching(`^${order.number} .{4}\\.pdf$`), type: 'application/pdf' },
    ])
    expect(mail.pdf).toContain('₺6,120.00')
    expect(mail.pdf).not.toContain('Yanlış sipariş')
    await sql`TRUNCATE demo_mails`.execute(server.database.db)
  }
})

test('an address that nobody has verified gets the mail without names and files', async () => {
  const { db } = server.database
  await db
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('id', '=', cast.manager.userId)
    .execute()
  await place()
  const mail = await onlyMail()
  expect(mail.attachments).toEqual([])
  expect(mail.text).toContain('You can download the proforma from the order page.')
  expect(mail.text).not.toContain('manager\n')
})

test('once its buyer no longer manages the client, another manager gets the mail', async () => {
  const order = await place()
  const { db } = server.database
  const membership = db
    .updateTable('memberships')
    .where('client_id', '=', cast.anadolu)
    .where('user_id', '=', cast.manager.userId)
  await sql`
    INSERT INTO memberships (client_id, id, user_id, role, name, search_text)
    VALUES (${cast.anadolu}, ${newId()}, ${cast.otherManager.userId}, 'manager', 'x', '')`.execute(db)
  await membership.set({ removed_at: new Date() }).execute()
  try {
    const mail = await onlyMail()
    expect([mail.recipient, mail.subject]).toEqual([
      cast.otherManager.email,
      `Pay for your order by bank transfer: ${order.number}`,
    ])
  } finally {
    await membership.set({ removed_at: null }).execute()
  }
})
