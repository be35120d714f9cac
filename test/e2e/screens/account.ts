import type { Visit } from './visit.ts'

/** A person's own account, part by part. */
export async function accountScreens(url: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  const open = async (tab: string, card: string) => {
    await page.goto(`${url}/account/settings/${tab}`)
    await page.getByRole('heading', { level: 2, name: t(card) }).waitFor()
  }
  await page.goto(`${url}/account/settings`)
  await page.getByRole('heading', { level: 2, name: t('account:profile.title') }).waitFor()
  await see('account-profile')
  await open('general', 'account:general.title')
  await see('account-general')
  await page.getByRole('textbox', { name: t('account:name.label') }).fill('')
  await page.getByRole('textbox', { name: t('account:email.label') }).fill('someone.else@example.test')
  await page.getByRole('button', { name: t('account:save') }).click()
  await page.getByText(t('account:name.required')).waitFor()
  await see('account-general-errors')
  await page.getByRole('link', { name: t('account:tab.password') }).click()
  await page.getByRole('heading', { level: 2, name: t('account:password.change') }).waitFor()
  await see('account-password')
  await page.getByRole('link', { name: t('account:tab.preferences') }).click()
  await page.getByRole('heading', { level: 2, name: t('account:preferences.title') }).waitFor()
  await see('account-preferences')
  await page.getByRole('link', { name: t('account:tab.sessions') }).click()
  await page
    .getByRole('button', { name: t('account:sessions.endAll') })
    .first()
    .waitFor()
  await see('account-sessions')
  await page.getByRole('button', { name: t('account:sessions.endAll') }).click()
  await page.getByRole('dialog').waitFor()
  await see('account-sessions-end')
}
