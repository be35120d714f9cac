import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usersMe } from '#contract/auth.ts'
import type { Locale } from '#contract/fields.ts'
import { getOrder } from '#contract/orders.ts'
import { translate } from '#server/locales.ts'
import { createIyzico } from '#server/payments/iyzico.ts'
import { request } from '#test/support/api.ts'
import { bankKeys, goodCard, noticeUrl, setPrices, startBank, type TestBank } from '#test/support/bank.ts'
import { companyBilling } from '#test/support/billing.ts'
import { laptop, phone } from '#test/support/browser.ts'
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
  const payments = createIyzico({ ...bankKeys, baseUrl: bank.url })
  served = await serve({ payments, port, publicUrl: `http://127.0.0.1:${port}` })
  await setPrices(served.server.url, served.cast)
})
afterAll(async () => {
  await served?.close()
  bank?.stop()
})

const declinedCard = '4111111111111129'

/** The browser of a signed-in manager, or of an admin, in one language on one device. */
async function open(
  locale: Locale,
  device: 'phone' | 'laptop',
  who: 'manager' | 'admin' = 'manager',
): Promise<Page> {
  const { server, cast, browser } = served
  const { token } = cast[who]
  const { answer: user } = await request(server.url, usersMe, { token })
  const context = await browser.newContext({
    ...(device === 'phone' ? phone : laptop),
    locale: locale === 'tr' ? 'tr-TR' : 'en-GB',
    reducedMotion: 'reduce',
  })
  await keepSlices(context, { locale, mode: 'light', device }, { signedIn: true, token, user })
  return context.newPage()
}

/** Chooses units, fills in who is billed, and places the order. */
async function order(page: Page, t: (key: string) => string, method: 'credit_card' | 'eft') {
  await page.goto(`${served.server.url}/manager/quota-purchase`)
  await page.getByRole('textbox').first().fill('12')
  await page.getByRole('button', { name: t('orders:purchase.goOn') }).click()
  await page.getByRole('radio', { name: t(`orders:method.${method}`) }).check()
  const fill = async (field: string, value: string) => {
    const box = page.getByRole('textbox', { name: t(`company:field.${field}`), exact: true })
    if ((await box.inputValue()) === '') await box.fill(value)
  }
  await fill('title', companyBilling.title)
  await fill('taxOffice', companyBilling.taxOffice)
  await fill('taxNumber', companyBilling.taxNumber)
  await fill('address', companyBilling.address)
  await page
    .getByRole('combobox')
    .or(page.getByLabel(t('company:field.city'), { exact: true }))
    .first()
    .fill('İzmir')
  await page.getByRole('option', { name: 'İzmir' }).click()
  await fill('district', companyBilling.district)
  await fill('billingEmail', companyBilling.email)
  await fill('billingPhone', companyBilling.phone)
  await page.getByRole('checkbox', { name: t('orders:payment.accept') }).check()
  const action = method === 'eft' ? 'orders:payment.place' : 'orders:payment.pay'
  await page.getByRole('button', { name: t(action), exact: true }).click()
}

/** Types a card on the bank's page and the code on the next. */
async function payAtBank(page: Page, card: string): Promise<void> {
  await page.waitForURL(/^http:\/\/localhost:\d+\/dev\/bank\/pay\//)
  const typed = {
    cardHolderName: 'Ada Deniz',
    cardNumber: card,
    expireMonth: '12',
    expireYear: '2030',
    cvc: '123',
  }
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value)
  await page.getByRole('button').click()
  await page.locator('[name=code]').fill('283126')
  await page.getByRole('button').click()
}

const read = async (orderId: string) =>
  (
    await request(served.server.url, getOrder, {
      token: served.cast.manager.token,
      params: { orderId },
    })
  ).answer

const orderIn = (page: Page) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(page.url())?.[0] ?? ''

test('on a phone, in Turkish: a declined card says why, another one pays, and the invoice is there', async () => {
  const t = (key: string) => translate('tr', key)
  const page = await open('tr', 'phone')
  await order(page, t, 'credit_card')
  await payAtBank(page, declinedCard)
  await page.getByText(t('orders:declined.insufficient_funds')).waitFor()
  // The outcome is shown in the application’s own frame.
  await page.locator('#root [data-layout]').waitFor()
  await page.getByRole('button', { name: t('payment:otherCard') }).click()
  await payAtBank(page, goodCard)
  await page.getByRole('heading', { name: t('payment:outcome.success.title') }).waitFor()
  await page.getByRole('link', { name: t('payment:toOrder') }).click()
  await page.getByText(t('orders:event.invoiced')).waitFor()
  // The decline stays in the order’s history with its reason.
  await page.getByText(t('orders:declined.insufficient_funds')).waitFor()
  const id = orderIn(page)
  expect(await read(id)).toMatchObject({ paymentStatus: 'paid', quota: 12, invoices: { count: 1 } })
  expect(await bank.charges(id)).toMatchObject({ count: 1 })
  await page.context().close()
})

test('on a laptop, in English: the window is closed at the bank, and the order is paid by a new one', async () => {
  const t = (key: string) => translate('en', key)
  const page = await open('en', 'laptop')
  await order(page, t, 'credit_card')
  await page.waitForURL(/\/dev\/bank\/pay\//)
  // Back leads to the order, which says how to go on.
  await page.goBack()
  await page.getByText(t('orders:progress.open.title')).waitFor()
  await page.getByRole('button', { name: t('orders:order.pay') }).click()
  await payAtBank(page, goodCard)
  await page.getByRole('heading', { name: t('payment:outcome.success.title') }).waitFor()
  expect(await read(orderIn(page))).toMatchObject({ paymentStatus: 'paid', quota: 12 })
  await page.context().close()
})

test('the window is closed after paying: the order is still paid', async () => {
  const t = (key: string) => translate('tr', key)
  const page = await open('tr', 'laptop')
  await order(page, t, 'credit_card')
  await page.waitForURL(/\/dev\/bank\/pay\//)
  await bank.scenario('lost-callback')
  await payAtBank(page, goodCard)
  await page.getByRole('main').waitFor()
  await bank.scenario('none')
  await page.goto(`${served.server.url}/manager/orders`)
  await page.getByRole('link', { name: /^TRZ-/ }).first().click()
  await page.getByText(t('orders:progress.open.title')).waitFor()
  const id = orderIn(page)
  await bank.control('webhook', { orderId: id, url: noticeUrl(served.server.url) })
  await served.server.runJobs()
  // The page asks without being reloaded.
  await page.getByText(t('orders:event.invoiced')).waitFor()
  expect(await bank.charges(id)).toMatchObject({ count: 1 })
  await page.context().close()
})

test('on a phone, in English: after a declined card the same tests are ordered by bank transfer', async () => {
  const t = (key: string) => translate('en', key)
  const page = await open('en', 'phone')
  await order(page, t, 'credit_card')
  await payAtBank(page, declinedCard)
  await page.getByText(t('orders:declined.insufficient_funds')).waitFor()
  const given = orderIn(page)
  await page.getByRole('button', { name: t('payment:byTransfer') }).click()
  await page.getByRole('radio', { name: t('orders:method.eft'), checked: true }).waitFor()
  await page.getByRole('checkbox', { name: t('orders:payment.accept') }).check()
  await page.getByRole('button', { name: t('orders:payment.place'), exact: true }).click()
  await page.getByText(t('orders:transfer.title')).waitFor()
  expect(await read(orderIn(page))).toMatchObject({ paymentMethod: 'eft', quantity: 12 })
  expect((await read(given)).paymentStatus).toBe('cancelled')
  await page.context().close()
})

test('by bank transfer, in Turkish on a laptop: the order shows what to pay, and can be cancelled', async () => {
  const t = (key: string) => translate('tr', key)
  const page = await open('tr', 'laptop')
  await order(page, t, 'eft')
  await page.getByText(t('orders:transfer.title')).waitFor()
  const { eft, number } = await read(orderIn(page))
  await page.getByText(eft?.reference ?? 'no reference').waitFor()
  await page.getByText('TR31 0009 9000 0012 3456 7890 12').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('orders:transfer.proforma') }).click()
  expect((await download).suggestedFilename()).toBe(`${number} proforma.pdf`)
  await page.getByRole('button', { name: t('orders:order.cancel'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('orders:order.cancel'), exact: true })
    .click()
  await page.getByRole('button', { name: t('orders:order.buyAgain') }).waitFor()
  expect((await read(orderIn(page))).paymentStatus).toBe('cancelled')
  await page.context().close()
})

test('by bank transfer, in English: an imported statement matches, one click approves, and a part is refunded', async () => {
  const t = (key: string, variables?: Record<string, string | number>) => translate('en', key, variables)
  const page = await open('en', 'laptop')
  await order(page, t, 'eft')
  await page.getByText(t('orders:transfer.title')).waitFor()
  const id = orderIn(page)
  const { eft, number, totalAmount } = await read(id)
  const amount = `${Math.floor(totalAmount / 100)},${String(totalAmount % 100).padStart(2, '0')}`

  const desk = await open('en', 'laptop', 'admin')
  await desk.goto(`${served.server.url}/admin/orders`)
  await desk.getByRole('link', { name: t('orders:eft.tab'), exact: true }).click()
  await desk.getByRole('button', { name: t('orders:eft.import') }).click()
  const importing = desk.getByRole('dialog')
  await importing.locator('input[type=file]').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Tarih;Açıklama;Gönderen;Tutar\n24.11.2026;${eft?.reference} kota;ANADOLU GIDA;${amount}\n`,
    ),
  })
  await importing.getByRole('textbox', { name: t('orders:eft.bankName') }).fill('Anadolu Bankası')
  await importing.getByRole('button', { name: t('orders:eft.importNow'), exact: true }).click()
  // Ticked in advance, and nothing is approved before the click.
  await desk.getByRole('checkbox', { checked: true }).waitFor()
  expect((await read(id)).paymentStatus).toBe('pending')
  await desk.getByRole('button', { name: t('orders:eft.approve', { count: 1, number: '1' }) }).click()
  // It asks once, with names and sums.
  const asked = desk.getByRole('dialog')
  await asked.getByText(number, { exact: false }).waitFor()
  expect(await read(id)).toMatchObject({ paymentStatus: 'pending' })
  await asked.getByRole('button', { name: t('orders:eft.approve', { count: 1, number: '1' }) }).click()
  await desk.getByText(t('orders:eft.approved', { count: 1, number: '1' })).waitFor()
  expect(await read(id)).toMatchObject({ paymentStatus: 'approved', quota: 12, invoices: { count: 1 } })
  await page.reload()
  await page.getByText(t('orders:event.invoiced')).waitFor()

  await desk.goto(`${served.server.url}/manager/orders/${id}`)
  await desk.getByRole('button', { name: t('orders:refund.open'), exact: true }).click()
  const refunding = desk.getByRole('dialog')
  await refunding.getByRole('textbox').first().fill('5')
  await refunding.getByRole('textbox', { name: t('orders:refund.reason') }).fill('Fewer people than planned')
  await refunding.getByRole('button', { name: t('orders:refund.open'), exact: true }).click()
  await desk.getByRole('button', { name: t('orders:refund.statement') }).waitFor()
  expect(await read(id)).toMatchObject({ quota: 7 })
  await desk.context().close()
  await page.context().close()
})
