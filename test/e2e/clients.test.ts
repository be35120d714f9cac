import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteEmails } from '#contract/people.ts'
import { request } from '#test/support/api.ts'
import { laptop } from '#test/support/browser.ts'
import { castPassword, inventory } from '#test/support/cast.ts'
import { type Served, serve } from './served.ts'
import { openDialog } from './waiting.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const client = { name: 'Işık Tekstil', email: 'ik@isik.ornek.test', phone: '0258 411 20 20' }
const manager = { name: 'Gülşen Işık', email: 'gulsen.isik@ornek.test', phone: '0532 411 20 21' }
const worker = { name: 'Çağrı Ünal', email: 'cagri.unal@ornek.test' }

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inPanel = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

async function enter(): Promise<Page> {
  const context = await served.browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${served.server.url}/sign-in?redirectUrl=/admin/clients`)
  await field(page, 'Email').fill(served.cast.admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(castPassword)
  await press(page, 'Sign in')
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
  return page
}

/** Opens a client with its first manager; its page is open afterwards. */
async function openClient(page: Page): Promise<void> {
  await press(page, 'Add client')
  await openDialog(page)
  await field(page, 'Organisation name').fill(client.name)
  await field(page, 'Email').fill(client.email)
  await field(page, 'Phone').fill(client.phone)
  await field(page, 'Manager’s full name').fill(manager.name)
  await field(page, 'Manager’s email').fill(manager.email)
  await field(page, 'Manager’s phone').fill(manager.phone)
  await page.keyboard.press('Enter')
  await page.getByText('Client added, invitation sent').waitFor()
  await page.getByRole('heading', { level: 1, name: client.name }).waitFor()
}

async function addQuota(page: Page): Promise<void> {
  // A message lies over the buttons as long as the pointer rests on it.
  await page.mouse.move(0, 0)
  await page.getByText('Client added, invitation sent').waitFor({ state: 'detached' })
  await press(page, 'Add quota')
  await openDialog(page)
  await field(page, 'English placement test optional').fill('25')
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Pilot')
  await inPanel(page, 'Add quota')
  await page.getByText('Quota added successfully').waitFor()
}

async function invite(page: Page): Promise<void> {
  await press(page, 'Invite')
  await openDialog(page)
  await field(page, 'Full name').fill(worker.name)
  await field(page, 'Email').fill(worker.email)
  await inPanel(page, 'Add')
  await page.getByText('User invited successfully. The email goes out with the first test.').waitFor()
  await page.getByText('1 person added.').waitFor()
  await inPanel(page, 'Done')
}

/** Assigns a test by the API and removes the person on screen, which returns the unit. */
async function removeSomebody(page: Page): Promise<void> {
  const { server, cast } = served
  const clientId = new URL(page.url()).pathname.split('/')[3] ?? ''
  await request(server.url, inviteEmails, {
    token: cast.admin.token,
    params: { clientId },
    body: { emails: [worker.email], inventoryIds: [inventory(cast, 'ENGLISH')] },
  })
  await page.getByRole('link', { name: 'Quota', exact: true }).click()
  await page.waitForURL('**/quota')
  await page.reload()
  await page.getByText('1 of 25 used').waitFor()
  await page.getByRole('link', { name: /^Candidates/ }).click()
  await press(page, `Remove ${worker.name} from the client`)
  await page.getByText('Their 1 pending test is cancelled and 1 unit is returned.').waitFor()
  await inPanel(page, 'Remove')
  await page.getByText('User removed successfully').waitFor()
  await page.getByText('No candidates yet').waitFor()
  await page.getByRole('link', { name: 'Quota', exact: true }).click()
  await page.getByText('0 of 25 used').waitFor()
  const movements = page.getByRole('table', { name: 'Quota history' }).locator('tbody tr')
  const read = () =>
    movements.evaluateAll((rows) =>
      rows.map((row) => [2, 4].map((at) => row.querySelectorAll('td')[at]?.textContent)),
    )
  await expect.poll(read).toEqual([
    ['+1', `Returned (person removed): ${worker.name}`],
    ['−1', `Assigned: ${worker.name}`],
    ['+25', 'Added manually: Pilot'],
  ])
}

test('an admin opens a client with its first manager, adds quota, invites a person and removes them', async () => {
  const { server } = served
  const page = await enter()
  await openClient(page)
  await page.getByRole('row').filter({ hasText: manager.email }).waitFor()
  await server.runJobs()
  const mails = await server.database.db
    .selectFrom('demo_mails')
    .select('recipient')
    .where('recipient', '=', manager.email)
    .execute()
  expect(mails).toHaveLength(1)

  await addQuota(page)
  await page.getByRole('link', { name: 'Quota', exact: true }).click()
  await page.getByText('0 of 25 used').waitFor()

  await page.getByRole('link', { name: /^Candidates/ }).click()
  await page.getByText('No candidates yet').waitFor()
  await invite(page)
  await page.getByRole('row').filter({ hasText: worker.email }).waitFor()

  await removeSomebody(page)

  await press(page, 'Suspend')
  await page.getByText(`Suspend ${client.name}?`).waitFor()
  await field(page, 'Reason').fill('Contract ended')
  await inPanel(page, 'Suspend')
  await page.getByText('Client suspended').waitFor()
  // Nobody can be invited for it now.
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Invite', exact: true }).waitFor({ state: 'detached' })
})
