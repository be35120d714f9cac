import { shippedNumber } from '#test/support/shipped.ts'
import type { AdminScene } from './scene.ts'
import type { Visit } from './visit.ts'

/** Accounts as an admin sees them: the list, one person, a link made for them, both forms. */
export async function userScreens(url: string, scene: AdminScene, at: Visit): Promise<void> {
  const { page, t, see } = at
  // A toast may still show a close button of the same name.
  const close = page.getByRole('dialog').getByRole('button', { name: t('ui:dialog.close'), exact: true })
  await page.goto(`${url}/admin/users`)
  await page.getByRole('row').filter({ hasText: '@' }).first().waitFor()
  await see('users')
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByText(t('users:noMatch.search', { search: 'zzzz' })).waitFor()
  await see('users-no-match')

  await page.goto(`${url}/admin/users?search=${scene.helped.email}&person=${scene.helped.userId}`)
  await page.getByRole('heading', { name: t('users:clients.title') }).waitFor()
  await see('users-person')
  await page.getByRole('button', { name: t('users:link.make') }).click()
  await page.getByRole('button', { name: t('users:link.copy') }).waitFor()
  await see('users-link')
  await page.getByRole('button', { name: t('users:edit.title') }).click()
  await page.getByRole('textbox', { name: t('users:field.email') }).fill('yanlış adres')
  await page.getByRole('button', { name: t('users:edit.submit') }).click()
  await page.getByText(t('users:problem.emailWrong')).waitFor()
  await see('users-edit')
  await page.getByRole('button', { name: t('ui:dialog.cancel') }).click()
  await page.getByRole('button', { name: t('users:close.action') }).click()
  await page.getByText(t('users:close.title', { name: scene.helped.name })).waitFor()
  await see('users-close')
  await page.getByRole('button', { name: t('ui:dialog.cancel') }).click()
  await page.getByText(t('users:close.title', { name: scene.helped.name })).waitFor({ state: 'hidden' })
  await close.click()

  await page.getByRole('button', { name: t('users:add') }).click()
  await page.getByRole('textbox', { name: t('users:field.name') }).waitFor()
  await see('users-new')
  await auditScreens(url, at)
  await page.goto(`${url}/admin/system`)
  await page.getByRole('heading', { name: t('system:failed.title') }).waitFor()
  await see('system')
}

/** The audit log, as a superuser sees it. */
async function auditScreens(url: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  await page.goto(`${url}/admin/audit`)
  await page.getByRole('row').nth(1).waitFor()
  await see('audit')
  await page.goto(`${url}/admin/audit?action=role_changed&from=2020-01-01&to=2020-01-02`)
  await page.getByText(t('audit:noMatch.filters')).waitFor()
  await see('audit-no-match')
  await page.getByRole('button', { name: t('ui:filter.add'), exact: true }).click()
  await page.getByRole('button', { name: t('audit:filter.action'), exact: true }).click()
  await page.getByRole('searchbox', { name: t('ui:filter.search') }).waitFor()
  await see('audit-filters')
}

/** The preview of a test. */
export async function previewScreens(url: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const open = async (code: string, place: string) =>
    page.goto(`${url}/admin/inventories/${code}/versions/${await shippedNumber(code)}/preview?at=${place}`)
  await open('SCL90', 'before')
  await page.getByRole('heading', { name: t('player:before.title') }).waitFor()
  await see('preview-before')
  await open('AYT', 'practice:figural:fg00')
  await page.getByRole('radio').first().check()
  await press('player-item:practice.check')
  await page.getByRole('status').getByText(/\S/).waitFor()
  await see('preview-practice')
  await open('AYT', 'item:fg01')
  await page.getByText('31 / 60', { exact: true }).waitFor()
  // Scroll to the end, where nothing covers the content.
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  await page
    .getByRole('button', { name: t('player-item:item.below', { count: 4 }) })
    .or(page.getByRole('button', { name: t('player-item:item.below', { count: 2 }) }))
    .waitFor({ state: 'detached' })
  await see('preview-figure')
  await open('MYT', 'item:gd02')
  await page.getByRole('button', { name: t('player-preview:endTime') }).waitFor()
  await see('preview-timed')
  await press('player-preview:endTime')
  await page.getByRole('dialog').waitFor()
  await see('preview-time-over')
  await open('MYT', 'done')
  await page.getByText('TRZ-0000-00').waitFor()
  await see('preview-done')
}
