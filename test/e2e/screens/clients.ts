import { openDialog } from '../waiting.ts'
import type { AdminScene } from './scene.ts'
import type { Visit } from './visit.ts'

/** The clients as an operator sees them: the list, one that applies, and one at work with all its parts. */
export async function clientScreens(url: string, scene: AdminScene, at: Visit): Promise<void> {
  const { page, t, see } = at
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const field = (key: string) => page.getByRole('textbox', { name: t(`clients:field.${key}`) })
  const away = async (title: string) => {
    await press('ui:dialog.cancel')
    await page.getByRole('dialog', { name: t(title) }).waitFor({ state: 'hidden' })
  }

  await page.goto(`${url}/admin/dashboard`)
  await page.getByText('Çağlayan Ambalaj').waitFor()
  await see('admin-dashboard')

  await page.goto(`${url}/admin/clients`)
  await page.getByRole('link', { name: 'Ege Lojistik' }).waitFor()
  await see('clients')
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByText(t('clients:noMatch.search', { search: 'zzzz' })).waitFor()
  await see('clients-no-match')
  await press('clients:new.open')
  await openDialog(page)
  await field('managerEmail').fill('yanlış adres')
  await press('clients:new.submit')
  await page.getByText(t('clients:problem.managerNameRequired')).waitFor()
  await see('clients-new')

  await page.goto(`${url}/admin/clients/${scene.applicant}`)
  await page.getByText(t('clients:billing.address')).waitFor()
  await see('client-application')
  await press('clients:change.approve.act')
  await page.getByText(t('clients:change.approve.consequence')).waitFor()
  await see('client-approve')
  await press('ui:dialog.cancel')

  await page.goto(`${url}/admin/clients/${scene.applicant}/activity`)
  await page.getByRole('table').getByText('Gülizar Çağlayan').first().waitFor()
  await see('client-activity')

  await page.goto(`${url}/admin/clients/${scene.client}/activity?ordering=at`)
  await page.getByRole('table').getByText('ENGLISH').first().waitFor()
  await see('client-activity-full')

  await clientParts(`${url}/admin/clients/${scene.client}`, at)
  await press('clients:addQuota.act')
  await openDialog(page)
  await page.locator('input[name^=quantity]').first().fill('0')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('clients:addQuota.act') })
    .click()
  await page.getByText(t('clients:problem.quantityWrong')).waitFor()
  await see('client-add-quota')
  await away('clients:addQuota.title')
  await press('clients:edit.act')
  await field('name').waitFor()
  await see('client-edit')
  await away('clients:edit.title')
  await press('clients:change.suspend.act')
  await page.getByText(t('clients:change.suspend.consequence')).waitFor()
  await see('client-suspend')
}

/** A movement of many units, opened; somebody sought in it; and what was given alone. */
async function ledgerParts(client: string, { page, t, see }: Visit): Promise<void> {
  // The scene's list of people comes first; each look adds newer movements.
  await page.goto(`${client}/quota?ordering=dateAdded`)
  await page
    .getByRole('link', { name: t('clients:ledger.people', { count: 24, number: 24 }) })
    .first()
    .click()
  const units = page.getByRole('list', { name: t('clients:movement.units') })
  await units.getByRole('link').nth(23).waitFor()
  await see('client-quota-movement')
  await page.getByRole('dialog').getByRole('searchbox').fill('zzzz')
  await page.getByText(t('clients:movement.nobody')).waitFor()
  await see('client-quota-movement-nobody')
  await page.goto(`${client}/quota?kind=addition`)
  await page.getByText('+1', { exact: false }).first().waitFor()
  await see('client-quota-additions')
  await page.goto(`${client}/quota`)
  await page.getByText('−1', { exact: true }).first().waitFor()
}

async function clientParts(client: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  await page.goto(client)
  await page.getByRole('row').filter({ hasText: '@' }).first().waitFor()
  await see('client-managers')
  await page.goto(`${client}/candidates`)
  await page.getByText('Büyükçavuşoğlu').first().waitFor()
  await see('client-candidates')
  await page.getByRole('button', { name: t('clients:invite.act'), exact: true }).click()
  await openDialog(page)
  await page.getByText(t('clients:invite.many'), { exact: true }).click()
  await page.getByRole('textbox', { name: t('clients:field.emails') }).fill('ayse@ornek.test yanlış@ ')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('clients:invite.add'), exact: true })
    .click()
  await page.getByText(t('clients:problem.emailsWrong')).waitFor()
  await see('client-invite')
  await page.goto(`${client}/employees`)
  await page.getByText('Fatma Nur').first().waitFor()
  await see('client-employees')
  await page.getByRole('button', { name: /Fatma.*(kaldır|client)|Remove Fatma/ }).click()
  await page.getByText(t('clients:remove.stays')).waitFor()
  await see('client-remove')
  await page.goto(`${client}/orders`)
  await page.getByRole('link', { name: /^TRZ-/ }).first().waitFor()
  await see('client-orders')
  await page.goto(`${client}/quota`)
  await page
    .getByText(/1[.,]?000/)
    .first()
    .waitFor()
  await page.getByText('−1', { exact: true }).first().waitFor()
  await see('client-quota')
  await ledgerParts(client, at)
  await page.goto(`${client}/quota?kind=return`)
  await page.getByText(t('clients:ledger.noMatch')).waitFor()
  await see('client-quota-no-match')
  await page.getByRole('searchbox', { name: t('clients:people.search') }).fill('Zehra Güneş')
  await page.getByRole('button', { name: /Zehra Güneş/ }).click()
  await page.getByRole('heading', { name: t('users:clients.title') }).waitFor()
  await see('client-help')
  // In Turkish a word for closing a panel and one for taking a test away.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('ui:dialog.close'), exact: true })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: t('clients:sensitive.change'), exact: true }).click()
  await openDialog(page)
  await page.getByRole('textbox', { name: t('clients:sensitive.legalBasis') }).fill('')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('clients:edit.submit') })
    .click()
  await page.getByText(t('clients:sensitive.noBasis')).waitFor()
  await see('client-sensitive')
  await page.getByRole('button', { name: t('ui:dialog.cancel'), exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: t('clients:sensitive.disable'), exact: true }).click()
  await page.getByText(/Anadolu Gıda A.Ş. (bu testi artık|can no longer)/).waitFor()
  await see('client-disable')
  await page.getByRole('button', { name: t('ui:dialog.cancel'), exact: true }).click()
}
