import { openDialog } from '../waiting.ts'
import type { AdminScene } from './scene.ts'
import type { Visit } from './visit.ts'

/** Clients as an admin sees them: the list, an applicant, and an active client with all its parts. */
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
  await page.goto(`${url}/admin/requests`)
  await page.getByText('Nermin Aydın').first().waitFor()
  await see('admin-requests')
  await page.getByText('Nermin Aydın').first().click()
  await page.getByText(t('requests:dialog.identity.needed')).waitFor()
  await see('admin-request')
  await page.goto(`${url}/admin/requests?state=decided`)
  await page.getByText('Nermin Aydın').first().click()
  await page.getByText(t('requests:dialog.data.title')).waitFor()
  await see('admin-request-data')

  await page.goto(`${url}/admin/clients`)
  await page.getByRole('link', { name: 'Ege Lojistik' }).waitFor()
  await see('clients')
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByText(t('clients:noMatch.search', { search: 'zzzz' })).waitFor()
  await see('clients-no-match')
  await press('clients:new.open')
  await openDialog(page)
  await field('managerEmail').fill('yanlış adres')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('clients:new.submit') })
    .click()
  await page.getByText(t('clients:problem.managerNameRequired')).waitFor()
  await see('clients-new')

  await page.goto(`${url}/admin/clients/${scene.applicant}`)
  await page.getByText(t('clients:billing.address')).waitFor()
  await see('client-application')
  await press('clients:change.approve.action')
  await page.getByText(t('clients:change.approve.consequence')).waitFor()
  await see('client-approve')
  await press('ui:dialog.cancel')

  await page.goto(`${url}/admin/clients/${scene.applicant}/activity`)
  await page.getByRole('table').getByText('Gülizar Çağlayan').first().waitFor()
  await see('client-activity')

  await page.goto(`${url}/admin/clients/${scene.applicant}/prices`)
  await page.getByText(t('clients:prices.emptyText')).waitFor()
  await see('client-prices-empty')

  await page.goto(`${url}/admin/clients/${scene.client}/activity?ordering=at`)
  await page.getByRole('table').getByText('ENGLISH').first().waitFor()
  await see('client-activity-full')

  await clientParts(`${url}/admin/clients/${scene.client}`, at)
  await press('clients:addQuota.action')
  await openDialog(page)
  await page.locator('input[name^=quantity]').first().fill('0')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('clients:addQuota.action') })
    .click()
  await page.getByText(t('clients:problem.quantityWrong')).waitFor()
  await see('client-add-quota')
  await away('clients:addQuota.title')
  await press('clients:edit.action')
  await field('name').waitFor()
  await see('client-edit')
  await away('clients:edit.title')
  await press('clients:change.suspend.action')
  await page.getByText(t('clients:change.suspend.consequence')).waitFor()
  await see('client-suspend')
}

/** A movement of many units, opened and searched; and additions only. */
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
  // A unit that was used, or several.
  await page.getByText(/^−\d/).first().waitFor()
}

/** Agreed prices in each state, with their actions. */
async function priceParts(client: string, { page, t, see }: Visit): Promise<void> {
  const dialog = page.getByRole('dialog')
  const away = async () => {
    await dialog.getByRole('button', { name: t('ui:dialog.cancel'), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await page.goto(`${client}/prices`)
  await page.getByText(t('clients:prices.states.ended'), { exact: true }).waitFor()
  await see('client-prices')
  await page.getByRole('button', { name: t('clients:prices.add'), exact: true }).click()
  await openDialog(page)
  const test = dialog.getByRole('combobox', { name: t('clients:prices.test'), exact: true })
  await test.click()
  await page.getByRole('option', { name: /AYT/ }).click()
  await dialog.getByRole('textbox', { name: t('inventories:price') }).fill('0')
  await dialog.getByRole('button', { name: t('clients:prices.save'), exact: true }).click()
  await page.getByText(t('inventories:problem.priceNone')).waitFor()
  await see('client-price-add')
  await away()
  const actions = page.getByRole('row').filter({ hasText: 'AYT' }).getByRole('button')
  await actions.first().click()
  await dialog.getByText(/Anadolu Gıda/).waitFor()
  await see('client-price-end')
  await away()
  await actions.last().click()
  await dialog.getByText(t('clients:prices.removeTextToday')).waitFor()
  await see('client-price-remove')
  await away()
  await page.goto(`${client}/prices?search=zzzz`)
  await page.getByText(t('clients:prices.noMatch')).waitFor()
  await see('client-prices-no-match')
}

async function clientParts(client: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  await page.goto(client)
  await page.getByRole('row').filter({ hasText: '@' }).first().waitFor()
  await see('client-managers')
  await page.goto(`${client}/candidates`)
  await page.getByText('Büyükçavuşoğlu').first().waitFor()
  await see('client-candidates')
  await page.getByRole('button', { name: t('clients:invite.action'), exact: true }).click()
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
  await priceParts(client, at)
  await page.goto(`${client}/quota`)
  await page
    .getByText(/1[.,]?000/)
    .first()
    .waitFor()
  // A unit that was used, or several.
  await page.getByText(/^−\d/).first().waitFor()
  await see('client-quota')
  await ledgerParts(client, at)
  await page.goto(`${client}/quota?kind=return`)
  await page.getByText(t('clients:ledger.noMatch')).waitFor()
  await see('client-quota-no-match')
  await page.getByRole('searchbox', { name: t('clients:people.search') }).fill('Zehra Güneş')
  await page.getByRole('button', { name: /Zehra Güneş/ }).click()
  await page.getByRole('heading', { name: t('users:clients.title') }).waitFor()
  await see('client-help')
  // Closing a panel and disabling a test use the same word in Turkish.
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
  await page.getByText(t('clients:sensitive.consequence', { client: 'Anadolu Gıda A.Ş.' })).waitFor()
  await see('client-disable')
  await page.getByRole('button', { name: t('ui:dialog.cancel'), exact: true }).click()
}
