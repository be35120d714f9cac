import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { demoPassword } from '#server/demo/seed.ts'
import { goodCard } from '#test/support/bank.ts'
import { companyBilling } from '#test/support/billing.ts'
import { freePort } from '#test/support/external-postgres.ts'

// Kills a demo's server with SIGKILL at each step of a purchase by card, starts it again, and compares every order with
// the bank once the sweeper has settled it. Takes some minutes: `sh bin/node bench/killed-purchases.ts`.

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const folder = mkdtempSync(join(tmpdir(), 'terazi-killed-'))

async function start() {
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' }
  const main = join(import.meta.dirname, '../server/main.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (let asked = 0; asked < 400; asked += 1) {
    const ready = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return child
    await pause(250)
  }
  throw new Error('the server does not come up')
}
let server = await start()

const page = z.object({ paymentPageUrl: z.string() })
const shown = z.object({
  id: z.string(),
  number: z.string(),
  paymentStatus: z.string(),
  quota: z.number(),
  invoices: z.object({ list: z.array(z.object({ number: z.string() })) }),
  refunds: z.array(z.object({ state: z.string() })),
})
const found = z.object({ results: z.array(z.object({ id: z.string() })) })
const stock = z.array(
  z.object({ inventory: z.object({ id: z.string(), code: z.string() }), availableQuantity: z.number() }),
)

async function ask<Answer>(
  method: 'GET' | 'POST',
  path: string,
  answer: z.ZodType<Answer>,
  token: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return answer.parse(await response.json())
}
const signIn = async (username: string) => {
  const signedIn = z.object({ token: z.string() })
  return (await ask('POST', '/auth-token/', signedIn, '', { username, password: demoPassword })).token
}
const [manager, admin] = [await signIn('manager@demo.test'), await signIn('admin@demo.test')]
const client = (await ask('GET', '/clients/', found, manager)).results[0]?.id ?? ''
const left = async () => {
  const quotas = await ask('GET', `/clients/${client}/quotas/`, stock, manager)
  const quota = quotas.find(({ inventory }) => inventory.code === 'AYT')
  if (quota === undefined) throw new Error('the demo has no AYT')
  return { id: quota.inventory.id, units: quota.availableQuantity }
}
const before = await left()

const read = (id: string) => ask('GET', `/orders/${id}/`, shown, manager)
const place = async () => {
  const order = { inventoryId: before.id, quantity: 10, paymentMethod: 'credit_card' }
  const body = { ...order, billing: companyBilling }
  return (await ask('POST', `/clients/${client}/orders/`, shown, manager, body)).id
}
const pay = async (id: string) => (await ask('POST', `/orders/${id}/pay/`, page, manager, {})).paymentPageUrl
const bank = (path: string, body: object) =>
  fetch(`${url}/dev/bank/${path}`, { method: 'POST', body: JSON.stringify(body) })
const form = (address: string, fields: Record<string, string>) =>
  fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
/** Types a card and the bank's code. @returns the token that the callback brings */
async function typeCard(address: string): Promise<string> {
  const token = address.split('/').at(-1) ?? ''
  const holder = { cardHolderName: 'Ada Deniz', expireMonth: '12', expireYear: '2030', cvc: '123' }
  await form(`${url}/dev/bank/pay/${token}`, { ...holder, cardNumber: goodCard })
  await form(`${url}/dev/bank/confirm/${token}`, { code: '283126' })
  return token
}
const callback = (id: string, token: string) => form(`${url}/manager/payment/3ds-callback/${id}`, { token })
/** Awaits a call that is under way when the server dies: its failure is expected. */
const lose = (lost: Promise<unknown>) =>
  lost.then(
    () => undefined,
    () => undefined,
  )

const orders: { step: string; id: string }[] = []
async function killed(step: string, id: string): Promise<void> {
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
  server = await start()
  orders.push({ step, id })
}

{
  const id = await place()
  await killed('order placed', id)
  await callback(id, await typeCard(await pay(id)))
}
{
  await bank('scenario', { name: 'init-hangs' })
  const id = await place()
  const lost = lose(pay(id))
  await pause(500)
  await killed('page being asked for', id)
  await lost
  await bank('scenario', { name: 'none' })
  await callback(id, await typeCard(await pay(id)))
}
{
  const id = await place()
  const address = await pay(id)
  await killed('page open', id)
  await callback(id, await typeCard(address))
}
{
  const id = await place()
  await typeCard(await pay(id))
  await killed('charged, callback not sent', id)
}
{
  await bank('scenario', { name: 'charge-then-hang' })
  const id = await place()
  const lost = lose(callback(id, await typeCard(await pay(id))))
  await pause(500)
  await killed('charged, callback being answered', id)
  await lost
  await bank('scenario', { name: 'none' })
}
{
  const id = await place()
  await typeCard(await pay(id))
  await bank('webhook', { orderId: id })
  await killed('message acknowledged', id)
}
{
  const id = await place()
  await callback(id, await typeCard(await pay(id)))
  await killed('just paid', id)
}
{
  const id = await place()
  await callback(id, await typeCard(await pay(id)))
  await bank('scenario', { name: 'refund-then-hang' })
  const wanted = { lines: [{ inventoryId: before.id, quantity: 4 }], reason: 'Fazla alındı' }
  const lost = lose(ask('POST', `/orders/${id}/refund/`, shown, admin, wanted))
  await pause(500)
  await killed('refund being asked for', id)
  await lost
  await bank('scenario', { name: 'none' })
}

const isSettled = (order: z.infer<typeof shown>) =>
  order.paymentStatus === 'paid' && order.refunds.every(({ state }) => state === 'succeeded')
const restarted = performance.now()
let states = await Promise.all(orders.map(({ id }) => read(id)))
while (!states.every(isSettled) && performance.now() - restarted < 600_000) {
  await pause(5000)
  states = await Promise.all(orders.map(({ id }) => read(id)))
}
const charged = z.object({ count: z.number(), returned: z.number() })
const rows = await Promise.all(
  states.map(async (order, at) => {
    const answer = await fetch(`${url}/dev/bank/charges?orderId=${order.id}`)
    const { count, returned } = charged.parse(await answer.json())
    return {
      step: orders[at]?.step,
      status: order.paymentStatus,
      charges: count,
      returned,
      invoices: order.invoices.list.length,
      units: order.quota,
    }
  }),
)
console.table(rows)
const expected = rows.reduce((sum, row) => sum + row.units, before.units)
const good =
  states.every(isSettled) &&
  rows.every(({ charges, invoices }) => charges === 1 && invoices === 1) &&
  (await left()).units === expected
console.log(
  `${good ? 'All settled' : 'NOT settled'} ${Math.round((performance.now() - restarted) / 1000)} s after the last restart`,
)
server.kill('SIGTERM')
await once(server, 'exit')
rmSync(folder, { recursive: true, force: true })
process.exitCode = good ? 0 : 1
