import { fillBilling, fillCompany } from '../fill-company.ts'
import { openDialog } from '../waiting.ts'
import type { Visit } from './visit.ts'

/** Setting up an organisation: the three steps, and the pending client. */
export async function applicantScreens(url: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await page.goto(`${url}/participant/assignments`)
  await page.getByRole('link', { name: t('player:list.setUp') }).waitFor()
  await see('assignments-none')
  await page.goto(`${url}/access-denied`)
  await page.getByRole('link', { name: t('auth:denied.setUp') }).click()

  await page.getByRole('heading', { level: 1, name: t('company:title.new') }).waitFor()
  await see('company-new')
  await press('company:next')
  await page.getByText(t('validation:required')).first().waitFor()
  await see('company-errors')
  await fillCompany(page, t)
  await press('company:next')
  await page.getByRole('heading', { level: 2, name: t('company:billing.title') }).waitFor()
  await fillBilling(page, t, '4540536921')
  await press('company:next')
  await page.getByText(t('validation:tax_number')).waitFor()
  await see('company-billing')
  await page.getByRole('textbox', { name: t('company:field.taxNumber') }).fill('4540536920')
  await page.getByText(t('company:kind.person'), { exact: true }).click()
  await page.getByRole('textbox', { name: t('company:field.identityNumber') }).waitFor()
  await see('company-billing-person')
  await page
    .getByRole('radiogroup', { name: t('company:field.kind') })
    .getByText(t('company:kind.company'), { exact: true })
    .click()
  await press('company:next')
  await page.getByRole('heading', { level: 2, name: t('company:review.title') }).waitFor()
  await see('company-review')
  await press('company:submit.new')
  await page.getByText(t('common:client.pending', { name: 'Deniz Plastik' })).waitFor()
  await page.getByRole('heading', { name: t('dashboard:empty.title') }).waitFor()
  await see('client-pending')
}

/** The billing details. */
export async function billingScreens(url: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  await page.goto(`${url}/app/account/kyc-form`)
  await page.getByRole('heading', { level: 1, name: t('company:title.edit') }).waitFor()
  await page.getByRole('textbox', { name: t('company:field.name') }).waitFor()
  await see('company-edit')
  await page.goto(`${url}/manager/organisation`)
  await page.getByRole('textbox', { name: t('company:field.phone') }).waitFor()
  await see('organisation')
  await page.getByRole('link', { name: t('company:tab.brand') }).click()
  await brandScreens(at)
  await page.getByRole('link', { name: t('company:tab.notifications') }).click()
  await page.getByText(t('notifications:quotaAt.text')).waitFor()
  await see('notifications')
  await page.getByRole('link', { name: t('company:tab.reminders') }).click()
  await page.getByText(t('company:reminders.text')).waitFor()
  await see('reminder-settings')
  await page.getByRole('link', { name: t('company:tab.testRules') }).click()
  await page.getByText(t('access:coolDown.text')).waitFor()
  await see('test-rules')
  await page.getByRole('link', { name: t('company:tab.reportSettings') }).click()
  await page.getByText(t('company:reports.text')).waitFor()
  await see('report-settings')
  await page.getByRole('link', { name: t('company:tab.retention') }).click()
  await page.getByText(t('retention:text')).waitFor()
  await see('retention')
  await page.goto(`${url}/manager/requests`)
  await page.getByText(t('requests:empty.title')).waitFor()
  await see('requests')
  await page.getByRole('button', { name: t('requests:enter.open') }).click()
  await openDialog(page)
  await see('request-enter')
}

/** A brand that is being edited, with a preview of each place; it is not saved, so that other screens stay as they are. */
async function brandScreens({ page, t, see }: Visit): Promise<void> {
  const choose = async (place: string) => {
    await page.getByRole('combobox', { name: t('brand:preview.place') }).click()
    await page.getByRole('option', { name: t(`brand:preview.${place}`), exact: true }).click()
  }
  const titleOf = (place: string) => t('brand:preview.frame', { place: t(`brand:preview.${place}`) })
  const frame = (place: string) => page.frameLocator(`iframe[title="${titleOf(place)}"]`)
  const color = page.locator('input[name=color]')
  await color.fill('#0b1f3a')
  await page.getByText(t('brand:color.dark')).waitFor()
  await see('brand-color')
  await page.getByRole('button', { name: t('brand:color.use', { color: '' }).trim() }).click()
  await page.getByRole('textbox', { name: t('brand:texts.introTr') }).fill('Aramıza hoş geldiniz.')
  await page.getByRole('textbox', { name: t('brand:texts.introEn') }).fill('Welcome to our team.')
  await frame('start')
    .getByText(/Aramıza hoş geldiniz\.|Welcome to our team\./)
    .waitFor()
  await see('brand')
  await choose('mail')
  await frame('mail')
    .getByText(/Aramıza hoş geldiniz\.|Welcome to our team\./)
    .waitFor()
  await see('brand-mail')
  for (const place of ['slip', 'report']) {
    await choose(place)
    await page.getByRole('img', { name: titleOf(place) }).waitFor()
    await see(`brand-${place}`)
  }
  await choose('share')
  await page.getByText(t('shared:title')).waitFor()
  await see('brand-share')
}
