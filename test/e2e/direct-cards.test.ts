import { afterAll, beforeAll, expect, test } from 'vitest'
import { usersMe } from '#contract/auth.ts'
import { translate } from '#server/locales.ts'
import { createIyzicoDirect } from '#server/payments/iyzico-direct.ts'
import { request } from '#test/support/api.ts'
import { axeFaults } from '#test/support/axe.ts'
import {
  bankKeys,
  goodCard,
  orderByCard,
  setPrices,
  startBank,
  startPaying,
  type TestBank,
  typedCard,
} from '#test/support/bank.ts'
import { phone } from '#test/support/browser.ts'
import { freePort } from '#test/support/external-postgres.ts'
import { keepSlices } from './screens/visit.ts'
import { type Served, serve } from './served.ts'

let bank: TestBank
let served: Served

beforeAll(async () => {
  // The bank is another site, because browsers separate localhost from 127.0.0.1.
  const bankPort = await freePort()
  bank = await startBank({ port: bankPort, pageUrl: `http://localhost:${bankPort}` })
  const port = await freePort()
  const payments = createIyzicoDirect({ ...bankKeys, baseUrl: bank.url })
  served = await serve({ payments, port, publicUrl: `http://127.0.0.1:${port}` })
  await setPrices(served.server.url, served.cast)
})
afterAll(async () => {
  await served?.close()
  bank?.stop()
})

test('on a phone a card is typed on our page, confirmed on the sandboxed bank page, and pays', async () => {
  const { server, cast, browser } = served
  const t = (key: string) => translate('tr', key)
  const { token } = cast.manager
  const { answer: user } = await request(server.url, usersMe, { token })
  const context = await browser.newContext({ ...phone, locale: 'tr-TR', reducedMotion: 'reduce' })
  await keepSlices(context, { locale: 'tr', mode: 'light', device: 'phone' }, { signedIn: true, token, user })
  const page = await context.newPage()
  const order = await orderByCard(server.url, cast, 5)
  const { answer } = await startPaying(server.url, cast, order.id)
  await page.goto(answer.paymentPageUrl)

  const fill = async (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields))
      await page.getByLabel(t(`card-form:page.field.${name}`), { exact: true }).fill(value)
    await page.getByRole('button', { name: t('card-form:page.pay') }).click()
  }
  const check = async () => {
    expect(await axeFaults(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0)
  }
  await check()
  await fill({ ...typedCard('5528790000000009'), cvc: '1' })
  await page.getByRole('alert').waitFor()
  await check()
  await fill(typedCard(goodCard))
  // The bank's page has moved on to another site.
  await page.waitForURL(/^http:\/\/localhost:\d+\/dev\/bank\/3ds\//)
  await page.locator('[name=code]').fill('283126')
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: t('payment:outcome.success.title') }).waitFor()
  expect(page.url()).toBe(`${server.url}/payment/success?orderId=${order.id}`)
  expect(await bank.charges(order.id)).toMatchObject({ count: 1, calls: 1 })
  await context.close()
})
