import type { Page } from 'playwright-core'
import { companyBilling } from '#test/support/billing.ts'

type Words = (key: string) => string

const line = (page: Page, t: Words, field: string) =>
  page.getByRole('textbox', { name: t(`company:field.${field}`), exact: true })

/** The first step of the company form; the address is already filled in. */
export async function fillCompany(page: Page, t: Words): Promise<void> {
  await line(page, t, 'name').fill('Deniz Plastik')
  await line(page, t, 'phone').fill('0232 555 00 00')
}

/** The second step, with this tax number. */
export async function fillBilling(page: Page, t: Words, taxNumber: string): Promise<void> {
  await line(page, t, 'title').fill(companyBilling.title)
  await line(page, t, 'taxOffice').fill(companyBilling.taxOffice)
  await line(page, t, 'taxNumber').fill(taxNumber)
  await line(page, t, 'address').fill(companyBilling.address)
  await page.getByRole('combobox', { name: t('company:field.city') }).fill('İzm')
  await page.getByRole('option', { name: 'İzmir' }).click()
  await line(page, t, 'district').fill(companyBilling.district)
}
