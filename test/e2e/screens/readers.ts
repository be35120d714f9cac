import { openDialog } from '../waiting.ts'
import type { Visit } from './visit.ts'

/** The pages of a reader of two groups, and one that is not theirs. */
export async function readerScreens(url: string, { page, t, see }: Visit): Promise<void> {
  await page.goto(`${url}/manager/dashboard`)
  await page.getByText(t('common:reader.chip'), { exact: true }).waitFor()
  await page.getByText(t('dashboard:unfinished.title')).waitFor()
  await see('reader-dashboard')
  await page.goto(`${url}/manager/assignments`)
  await page.getByRole('row').nth(1).waitFor()
  await see('reader-assignments')
  await page.goto(`${url}/manager/participants`)
  await page.getByRole('row').nth(1).getByRole('link').or(page.getByRole('row').nth(1)).first().click()
  await page.getByRole('heading', { name: t('person:tests.title') }).waitFor()
  await see('reader-person')
  await page.goto(`${url}/manager/orders`)
  await page.getByRole('heading', { level: 1, name: t('common:reader.closed') }).waitFor()
  await see('reader-closed')
}

/** The colleagues of a manager, inviting one with its errors, and changing what one may see. */
export async function colleagueScreens(url: string, { page, t, see }: Visit): Promise<void> {
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await page.goto(`${url}/manager/organisation/colleagues`)
  await page.getByText(t('colleagues:access.reader'), { exact: true }).first().waitFor()
  await see('colleagues')
  await press('colleagues:invite.open')
  await openDialog(page)
  await dialog.getByText(t('colleagues:reach.some'), { exact: true }).click()
  await press('colleagues:invite.submit')
  await page.getByText(t('colleagues:problem.groups')).waitFor()
  await see('colleague-invite')
  await press('ui:dialog.cancel')
  await page
    .getByRole('button', { name: t('colleagues:actionsOf', { name: 'Okuyucu' }) })
    .first()
    .click()
  await page.getByRole('menuitem', { name: t('colleagues:change.open') }).click()
  await openDialog(page)
  await see('colleague-access')
  await press('ui:dialog.cancel')
}
