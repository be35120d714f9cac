import type { Visit } from './visit.ts'

/** Buying quota, from choosing tests to the order's page; `order` is one that was paid before. */
export async function orderScreens(url: string, order: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await page.goto(`${url}/manager/quota-purchase`)
  const quantities = page.getByRole('textbox')
  await quantities.first().fill('30')
  await page.getByText(t('orders:summary.total'), { exact: true }).waitFor()
  await see('quota-purchase')

  await press('orders:purchase.goOn')
  await page.getByRole('radio', { name: t('orders:method.eft') }).waitFor()
  await press('orders:payment.place')
  await page.getByText(t('orders:payment.acceptMissing')).waitFor()
  await see('quota-payment')
  await press('orders:payment.readTerms')
  await page.getByRole('heading', { name: t('orders:terms.withdrawal.title') }).waitFor()
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

/** The orders of all clients, and what an admin does with one that awaits a transfer. */
export async function adminOrderScreens(url: string, pending: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  await page.goto(`${url}/admin/orders`)
  await page.getByRole('link', { name: /^TRZ-/ }).first().waitFor()
  await see('admin-orders')
  await page.getByRole('link', { name: t('orders:eft.tab') }).click()
  await page.getByText(t('orders:eft.none')).waitFor()
  await see('transfer-desk')
  await page.goto(`${url}/manager/orders/${pending}`)
  await page.getByText(t('orders:transfer.title')).waitFor()
  await see('order-transfer')
  await page.getByRole('button', { name: t('orders:approve.open'), exact: true }).click()
  await page.getByRole('textbox', { name: t('orders:approve.amount') }).fill('1')
  await page.getByRole('textbox', { name: t('orders:approve.reason') }).waitFor()
  await see('order-approve')
}
