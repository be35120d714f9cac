import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listQuotas } from '#contract/quotas.ts'
import { request } from '#test/support/api.ts'
import { laptop } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { type Served, serve } from './served.ts'
import { focused, openDialog } from './waiting.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true }).click()
const texts = (cells: Locator) => cells.evaluateAll((all) => all.map((cell) => cell.textContent))

async function enter(email: string, path: string, title: string): Promise<Page> {
  const context = await served.browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${served.server.url}/sign-in?redirectUrl=${encodeURIComponent(path)}`)
  await field(page, 'Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(castPassword)
  await press(page, 'Sign in')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return page
}

test('an admin sets an inventory’s price by quantity', async () => {
  const page = await enter(served.cast.admin.email, '/admin/inventories/ENGLISH', 'English placement test')
  await press(page, 'English placement test: prices')
  const panel = await openDialog(page)
  const prices = panel.getByRole('textbox', { name: 'Unit price' })
  const from = panel.getByRole('textbox', { name: 'From quantity' })
  await prices.first().fill('12,50')
  await press(panel, 'Add tier')
  await from.nth(1).fill('1')
  await prices.nth(1).fill('9.9')
  await press(panel, 'Save prices')
  await panel.getByText('Enter a larger quantity than in the row above').waitFor()
  await from.nth(1).fill('1,000')
  await press(panel, 'Save prices')
  await page.getByText('Prices saved').waitFor()

  const tiers = page.getByRole('table', { name: 'English placement test: prices' }).locator('td')
  const expected = ['1 or more', '₺12.50', '1,000 or more', '₺9.90']
  await expect.poll(() => texts(tiers)).toEqual(expected)
  await page.reload()
  await expect.poll(() => texts(tiers)).toEqual(expected)

  await press(page, 'English placement test: prices')
  await press(panel, 'Remove price 2')
  await press(panel, 'Save prices')
  await expect.poll(() => texts(tiers)).toEqual(expected.slice(0, 2))
})

test('an admin adds a future KDV rate and removes it', async () => {
  const page = await enter(served.cast.admin.email, '/admin/inventories', 'Tests')
  await press(page, 'Add rate')
  const panel = await openDialog(page)
  await panel.getByRole('textbox', { name: 'Rate (%)' }).fill('22,5')
  await panel.getByRole('textbox', { name: 'First day' }).fill('01.01.2999')
  await press(panel, 'Add rate')
  await page.getByText('KDV rate added').waitFor()
  const rates = page.getByRole('list', { name: 'KDV rate' }).getByRole('listitem')
  await expect
    .poll(() => texts(rates))
    .toEqual([expect.stringMatching(/^22\.5%.*From 1 Jan 2999/), expect.stringMatching(/^20%.*Current$/)])
  await press(page, '22.5%: remove rate')
  await press(await openDialog(page), 'Remove rate')
  await page.getByText('KDV rate removed').waitFor()
  await expect.poll(() => rates.count()).toBe(1)
})

test('an admin adds an agreed price; the same days are refused a second time', async () => {
  const { cast } = served
  const address = `/admin/clients/${cast.ege}/prices`
  const page = await enter(cast.admin.email, address, 'Ege Lojistik')
  const agree = async (price: string) => {
    await press(page, 'Add price')
    const panel = await openDialog(page)
    await panel.getByRole('combobox', { name: 'Test' }).click()
    await page.getByRole('option', { name: 'English placement test' }).click()
    await panel.getByRole('textbox', { name: 'Unit price' }).first().fill(price)
    await press(panel, 'Save prices')
    return panel
  }
  await agree('40')
  await page.getByText('Price added').waitFor()
  await page.getByRole('row').filter({ hasText: '₺40.00' }).waitFor()
  const panel = await agree('41')
  await panel
    .getByText(/^This test has agreed prices from .+ on\. End those first\.$/)
    .first()
    .waitFor()
  await press(panel, 'Cancel')
  await press(page, 'English placement test: remove price')
  await press(await openDialog(page), 'Remove price')
  await page.getByText('Price removed').waitFor()
  await page.getByText('No agreed prices').waitFor()
})

test('a sensitive test is enabled with a legal basis for named managers', async () => {
  const { server, cast } = served
  const enabled = async () => {
    const asked = { token: cast.otherManager.token, params: { clientId: cast.ege } }
    const { answer } = await request(server.url, listQuotas, asked)
    return answer.find(({ inventory }) => inventory.code === 'SCL90')?.enabled
  }
  const page = await enter(cast.admin.email, `/admin/clients/${cast.ege}/quota`, 'Ege Lojistik')
  const one = page
    .locator('section', { has: page.getByRole('heading', { level: 3, name: /symptom screening/i }) })
    .filter({ hasNot: page.locator('section') })
  await press(one, 'Disable')
  await press(page.getByRole('dialog'), 'Disable')
  await one.getByText('Not enabled').waitFor()
  await expect.poll(enabled).toBe(false)

  await press(one, 'Enable test')
  const panel = await openDialog(page, /^Enable /)
  await field(page, 'Legal basis').fill('')
  await panel.getByRole('checkbox', { name: 'Ege Lojistik' }).uncheck()
  await press(panel, 'Enable test')
  await panel.getByText('Enter the legal basis').waitFor()
  await panel.getByText('Select at least one manager').waitFor()
  await field(page, 'Purpose').fill('Periodic health examination')
  await field(page, 'Legal basis').fill('İşyeri hekiminin raporu, 12.11.2026')
  await panel.getByRole('checkbox', { name: 'Ege Lojistik' }).check()
  await press(panel, 'Enable test')
  await page.getByText('Test enabled for this client').waitFor()
  await expect
    .poll(() => texts(one.locator('dd')))
    .toEqual([
      ...['Periodic health examination', 'Employees only', 'İşyeri hekiminin raporu, 12.11.2026'],
      ...['other-manager', expect.stringMatching(/^admin, /)],
    ])
  await expect.poll(enabled).toBe(true)
})

test('on a test’s page it is enabled and disabled for a client, and quota is added', async () => {
  const { server, cast } = served
  const statusAndQuota = async () => {
    const asked = { token: cast.otherManager.token, params: { clientId: cast.ege } }
    const { answer } = await request(server.url, listQuotas, asked)
    const found = answer.find(({ inventory }) => inventory.code === 'SCL90')
    return [found?.enabled, found?.availableQuantity]
  }
  const [, before = 0] = (await statusAndQuota()) as [boolean, number]
  const page = await enter(cast.admin.email, '/admin/inventories/SCL90', 'Terazi symptom screening (sample)')
  await press(page, 'Enable for a client')
  const panel = await openDialog(page)
  await panel.getByRole('searchbox').fill('nobody has this name')
  await panel.getByText('No client matches').waitFor()
  await panel.getByRole('searchbox').fill('ege')
  await panel.getByRole('button', { name: 'Ege' }).click()
  await panel.getByText('Enabled', { exact: true }).waitFor()
  await press(panel, 'Disable')
  await press(page.getByRole('dialog', { name: /^Disable / }), 'Disable')
  await panel.getByText('Not enabled').waitFor()
  await expect.poll(statusAndQuota).toEqual([false, before])

  // The same form as on the client's page: it names what is missing and takes the focus.
  await press(panel, 'Enable test')
  await focused(field(page, 'Purpose'))
  await field(page, 'Legal basis').fill('')
  await press(panel, 'Enable test')
  await panel.getByText('Enter the legal basis').waitFor()
  await field(page, 'Purpose').fill('Periodic health examination')
  await field(page, 'Legal basis').fill('Sözleşme, madde 7')
  await panel.getByRole('checkbox').first().check()
  await press(panel, 'Enable test')
  await panel.getByText('Sözleşme, madde 7').waitFor()
  await expect.poll(statusAndQuota).toEqual([true, before])

  await press(panel, 'Add quota')
  await panel.locator('input[name^=quantity]').fill('12')
  await press(panel, 'Add quota')
  await expect.poll(statusAndQuota).toEqual([true, before + 12])

  // Back goes to the clients, then to the page.
  await press(panel, 'Another client')
  await panel.getByRole('searchbox').waitFor()
  await page.goBack()
  await panel.getByText('Sözleşme, madde 7').waitFor()
  await press(panel, 'Close')
  await panel.waitFor({ state: 'hidden' })
})

test('a client is edited, suspended and activated, and its manager sees why no one can be invited', async () => {
  const { cast } = served
  const page = await enter(cast.admin.email, `/admin/clients/${cast.ege}`, 'Ege Lojistik')
  await press(page, 'Edit')
  const panel = await openDialog(page)
  await field(page, 'Organisation name').fill('')
  await press(panel, 'Save')
  await panel.locator('[aria-invalid=true]').waitFor()
  await field(page, 'Organisation name').fill('Ege Işık Lojistik')
  await field(page, 'Phone').fill('0232 411 20 20')
  await press(panel, 'Save')
  await page.getByText('Client updated').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Ege Işık Lojistik' }).waitFor()
  await page.getByText('0232 411 20 20').waitFor()

  await press(page, 'Suspend')
  const asked = page.getByRole('dialog', { name: 'Suspend Ege Işık Lojistik?' })
  await press(asked, 'Suspend')
  await asked.getByText('Enter why you’re suspending the client').waitFor()
  await field(page, 'Reason').fill('Invoice of June is open')
  await press(asked, 'Suspend')
  await page.getByText('Client suspended').waitFor()
  const manager = await enter(cast.otherManager.email, '/manager/participants', 'Participants')
  await manager.getByText('Ege Işık Lojistik is suspended').waitFor()

  await press(page, 'Activate')
  await press(page.getByRole('dialog', { name: 'Activate Ege Işık Lojistik?' }), 'Activate')
  await page.getByText('Client activated').waitFor()
  await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
  await manager.reload()
  await manager.getByRole('heading', { level: 1, name: 'Participants' }).waitFor()
  await manager.getByText('No candidates yet').waitFor()
  await manager.getByText('Ege Işık Lojistik is suspended').waitFor({ state: 'detached' })
})
