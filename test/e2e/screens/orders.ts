import type { Visit } from './visit.ts'

/** Buying quota, from choosing tests to the order's page; `order` is one that was paid before. */
export async function orderScreens(url: string, order: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await page.goto(`${url}/manager/quota-purchase`)
  const quantities = page.getByRole('textbox')
  await page.getByText(/31\.12\.2999|31 Dec 2999/).waitFor()
  await quantities.first().fill('30')
  await page.getByText(t('orders:summary.total'), { exact: true }).waitFor()
  await see('quota-purchase')

  await press('orders:purchase.goOn')
  await page.getByRole('radio', { name: t('orders:method.eft') }).waitFor()
  await press('orders:payment.place')
  await page.getByText(t('orders:payment.acceptMissing')).waitFor()
  await see('quota-payment')
  await press('orders:payment.readTerms')
  await page.getByRole('heading', { name: t('orders:terms.versions.2026-11.withdrawal.title') }).waitFor()
  await see('sales-terms')

  await page.goto(`${url}/manager/orders`)
  await page.getByRole('link', { name: /^TRZ-/ }).first().waitFor()
  await see('orders')
  await page.goto(`${url}/manager/orders/${order}`)
  await page.getByText(t('orders:event.invoiced')).waitFor()
  await see('order')
  await page.goto(`${url}/manager/payment/3ds-callback/${order}`)
  await page.getByRole('heading', { name: t('payment:outcome.success.title') }).waitFor()
  await see('payment-checked')
}

const statement = `Hesap hareketleri
İşlem Tarihi;Açıklama;Gönderen;Tutar
24.11.2026;TRZ kota ödemesi;ANADOLU GIDA SAN. TİC. A.Ş.;6.120,00
23.11.2026;Kira bedeli, kasım;Ege Lojistik;12.500,00
`

/** All orders, and an admin's actions on one awaiting a transfer. */
export async function adminOrderScreens(url: string, pending: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  await page.goto(`${url}/admin/orders`)
  await page.getByRole('link', { name: /^TRZ-/ }).first().waitFor()
  await see('admin-orders')
  await page.getByRole('link', { name: t('orders:eft.tab'), exact: true }).click()
  await page.getByRole('button', { name: t('orders:eft.import') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'Kasım ekstresi.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(statement),
  })
  await dialog.getByRole('region', { name: t('orders:eft.sample') }).waitFor()
  // The bank is known from the second look on.
  const bank = dialog.getByRole('textbox', { name: t('orders:eft.bankName') })
  if (await bank.isVisible()) await bank.fill('Anadolu Bankası')
  await see('transfer-import')
  await dialog.getByRole('button', { name: t('orders:eft.importNow'), exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('ANADOLU GIDA SAN. TİC. A.Ş.').waitFor()
  await see('transfer-desk')
  await page
    .getByRole('button', { name: t('orders:eft.chooseOrder') })
    .first()
    .click()
  await page.getByRole('dialog').getByText(t('orders:eft.orderHelp')).waitFor()
  await see('transfer-decide')
  await page.goto(`${url}/manager/orders/${pending}`)
  await page.getByText(t('orders:transfer.title')).waitFor()
  await see('order-transfer')
  await page.getByRole('button', { name: t('orders:approve.open'), exact: true }).click()
  await page.getByRole('textbox', { name: t('orders:approve.amount') }).fill('1')
  await page.getByRole('textbox', { name: t('orders:approve.reason') }).waitFor()
  await see('order-approve')
}
