import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createOrder, payOrder } from '#contract/orders.ts'
import { setPriceTiers } from '#contract/prices.ts'
import { spawnBank } from '#server/demo-bank/start.ts'
import type { Scenario } from '#server/demo-bank/state.ts'
import { noticePath } from '#server/features/payments/routes.ts'
import { request } from './api.ts'
import { companyBilling } from './billing.ts'
import { type Cast, inventory } from './cast.ts'

export const bankKeys = { apiKey: 'test', secretKey: 'test-secret-of-the-demo-bank' }
/** The longest wait for an answer of the bank: much longer than a busy machine needs. */
export const bankTimeoutMs = 60_000
export const goodCard = '5528790000000008'

export interface TestBank {
  readonly url: string
  scenario(name: Scenario, orderId?: string): Promise<void>
  /** Posts to its controls. */
  control(path: string, body: object): Promise<Record<string, unknown>>
  charges(orderId: string): Promise<Charges>
  /** Types a card and the bank's code. @returns where the callback goes and what it says; undefined without one */
  pay(pageUrl: string, card?: string, installment?: number): Promise<Callback | undefined>
  /** All that it remembers. */
  memory(): string
  stop(): void
}

export interface Charges {
  readonly count: number
  readonly total: number
  readonly returned: number
}

/** A form that sends a browser back. */
export interface Callback {
  readonly url: string
  readonly fields: Record<string, string>
}

/** The demo bank as a separate process, which hangs up where it would never answer. server/payments/iyzico.test.ts waits for time limits. */
export async function startBank(options: object = {}): Promise<TestBank> {
  const folder = mkdtempSync('/tmp/terazi-bank-')
  const { url, stop } = await spawnBank({
    keys: bankKeys,
    file: join(folder, 'bank.json'),
    hangsUp: true,
    ...options,
  })
  const control = async (path: string, body: object) => {
    const answer = await fetch(`${url}/dev/bank/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  return {
    url,
    control,
    async scenario(name, orderId) {
      await control('scenario', { name, orderId })
    },
    async charges(orderId) {
      const answer = await fetch(`${url}/dev/bank/charges?orderId=${orderId}`)
      return (await answer.json()) as Charges
    },
    async pay(pageUrl, card = goodCard, installment = 1) {
      const token = pageUrl.split('/').at(-1)
      const send = (path: string, fields: Record<string, string>) =>
        fetch(`${url}/dev/bank/${path}/${token}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(fields).toString(),
        }).then((answer) => answer.text())
      const typed = { ...typedCard(card), installment: String(installment) }
      const next = await send('pay', typed)
      return formOf(next.includes('name="code"') ? await send('confirm', { code: '283126' }) : next)
    },
    memory: () => readFileSync(join(folder, 'bank.json'), 'utf8'),
    stop() {
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The input of a card form. */
export const typedCard = (cardNumber: string) => ({
  cardHolderName: 'Ada Kartsahibi',
  cardNumber,
  expireMonth: '12',
  expireYear: '2030',
  cvc: '7391',
})

/** The form by which the bank's last page sends the browser back. */
function formOf(page: string): Callback | undefined {
  const url = /<form id="back" method="post" action="([^"]+)"/.exec(page)?.[1]
  if (url === undefined) return undefined
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return { url, fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value])) }
}

/** Posts a callback as a browser does, across sites. @returns where it is sent on to */
export async function postForm({ url, fields }: Callback): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://bank.example' },
    body: new URLSearchParams(fields).toString(),
  })
  if (answer.status !== 303) throw new Error(`the callback was answered ${answer.status}`)
  return answer.headers.get('location') ?? ''
}

/** Sets a price for these tests. */
export async function setPrices(url: string, cast: Cast, unitPriceKurus = 8500, codes = ['AYT', 'MYT']) {
  for (const code of codes)
    await request(url, setPriceTiers, {
      token: cast.admin.token,
      params: { inventoryId: inventory(cast, code) },
      body: { tiers: [{ fromQuantity: 1, unitPriceKurus }] },
    })
}

/** A card order of the first client's manager. */
export async function orderByCard(url: string, cast: Cast, quantity = 60) {
  const { answer } = await request(url, createOrder, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      inventoryId: inventory(cast, 'AYT'),
      quantity,
      paymentMethod: 'credit_card',
      billing: companyBilling,
    },
  })
  return answer
}

/** Starts paying it. */
export const startPaying = (url: string, cast: Cast, orderId: string) =>
  request(url, payOrder, { token: cast.manager.token, params: { orderId }, body: {} })

export const noticeUrl = (url: string) => url + noticePath
