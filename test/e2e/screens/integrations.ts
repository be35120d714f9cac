import { openDialog } from '../waiting.ts'
import type { Visit } from './visit.ts'

/** The API keys of an organisation: none, the form with its errors, a new key, the list and its revocation. */
export async function integrationScreens(url: string, { page, t, see }: Visit): Promise<void> {
  const press = (key: string) =>
    page
      .getByRole('button', { name: t(key), exact: true })
      .last()
      .click()
  const dialog = page.getByRole('dialog')
  await page.goto(`${url}/manager/organisation/integrations`)
  // The walk is made in several looks on one database: the first one meets no key.
  await page
    .getByText(t('apiKeys:empty.title'))
    .or(page.getByText(t('apiKeys:state.revoked')).first())
    .waitFor()
  await see('api-keys-empty')
  await press('apiKeys:new.open')
  await openDialog(page)
  await dialog.getByRole('button', { name: t('apiKeys:new.submit'), exact: true }).click()
  await dialog.getByText(t('apiKeys:problem.scopes')).waitFor()
  await see('api-key-form')
  await dialog.getByRole('textbox', { name: t('apiKeys:field.name') }).fill('Greenhouse')
  for (const scope of ['people_write', 'status_read'])
    await dialog.getByRole('checkbox', { name: t(`apiKeys:scope.${scope}`) }).check()
  await dialog.getByRole('textbox', { name: t('apiKeys:field.networks') }).fill('203.0.113.0/24')
  await dialog.getByRole('button', { name: t('apiKeys:new.submit'), exact: true }).click()
  await dialog.getByText(t('apiKeys:made.once')).waitFor()
  await see('api-key-made')
  await press('apiKeys:made.done')
  await page.getByText(t('apiKeys:state.active')).first().waitFor()
  await see('api-keys')
  await page
    .getByRole('button', { name: t('apiKeys:revoke.of', { name: 'Greenhouse' }) })
    .first()
    .click()
  await openDialog(page)
  await see('api-key-revoke')
  await press('apiKeys:revoke.action')
  await page.getByText(t('apiKeys:state.revoked')).first().waitFor()
}
