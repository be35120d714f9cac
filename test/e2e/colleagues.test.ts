import { afterAll, beforeAll, expect, test } from 'vitest'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { addRunning, submit } from '#test/support/taking.ts'
import { mailedLink } from './checklist.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'
import { openElsewhere } from './waiting.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

/** Somebody with a result, in a group. */
async function completed(group: string): Promise<string> {
  const { server, cast } = served
  const running = await addRunning(server, cast.anadolu, 'MYT')
  await submit(server, running)
  await server.database.db
    .updateTable('memberships')
    .set({ group_name: group, name: `${group} Kişisi` })
    .where('id', '=', running.membershipId)
    .execute()
  return running.assignmentId
}

test('a manager invites a reader of one group, who reads its reports on a phone and changes nothing', async () => {
  const { server, cast, browser } = served
  const [seen, hidden] = [await completed('Depo'), await completed('Ofis')]
  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await desk.newPage()
  await signIn(page, server.url, cast.manager.email, castPassword)
  await page.getByRole('link', { name: 'Organisation', exact: true }).click()
  await page.getByRole('link', { name: 'Colleagues' }).click()
  await page.getByRole('button', { name: 'Invite colleague' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Full name' }).fill('Bahar Yücel')
  await panel.getByRole('textbox', { name: 'Email' }).fill('bahar@example.test')
  await panel.getByText('Chosen groups', { exact: true }).click()
  await panel.getByRole('checkbox', { name: 'Depo' }).check()
  await panel.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('Invitation sent').waitFor()
  await page.getByRole('row', { name: /Bahar Yücel.*Reader.*Depo/ }).waitFor()
  await server.runJobs()
  const link = new URL(await mailedLink(server.url, 'bahar@example.test'))

  const pocket = await browser.newContext({ ...phone, locale: 'en-GB' })
  const reader = await pocket.newPage()
  await openElsewhere(reader, server.url + link.pathname)
  await reader.waitForURL((url) => !/^\/(magic-link|sign-in)/.test(url.pathname))
  await reader.goto(`${server.url}/manager/assignments`)
  await reader.getByText('You see the results of Depo.').waitFor()
  await reader.getByText('Depo Kişisi').first().waitFor()
  expect(await reader.getByText('Ofis Kişisi').count()).toBe(0)
  expect(await reader.getByRole('link', { name: 'Assign test' }).count()).toBe(0)
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await reader.goto(`${server.url}/manager/assignments/${seen}/report`)
  await reader.getByRole('heading', { level: 1, name: 'Depo Kişisi' }).waitFor()
  // The page learns a moment later that its reader may change nothing.
  await reader.getByRole('button', { name: 'Share', exact: true }).waitFor({ state: 'detached' })
  const other = reader.waitForResponse((answer) => answer.url().endsWith(`/assignments/${hidden}/report/`))
  await reader.goto(`${server.url}/manager/assignments/${hidden}/report`)
  expect((await other).status()).toBe(404)
  await reader.goto(`${server.url}/manager/orders`)
  await reader
    .getByRole('heading', { level: 1, name: 'This page is for managers with full access' })
    .waitFor()
})

test('somebody who becomes a reader while a page is open sees a message, and stays signed in', async () => {
  const { server, cast, browser } = served
  const { db } = server.database
  const context = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await context.newPage()
  await signIn(page, server.url, cast.manager.email, castPassword)
  // The page asks once what its manager may do; an answer after the change would close it before the click.
  const access = page.waitForResponse((answer) => answer.url().endsWith(`/api/clients/${cast.anadolu}/`))
  await page.goto(`${server.url}/manager/organisation/reminders`)
  const box = page.getByRole('checkbox').first()
  await box.waitFor()
  await (await access).finished()
  await db
    .updateTable('memberships')
    .set({ reader: true })
    .where('user_id', '=', cast.manager.userId)
    .execute()
  await box.click()
  await page.getByText('You can see this organisation’s results, but not change anything.').waitFor()
  await page.getByRole('heading', { name: 'This page is for managers with full access' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/manager/organisation/reminders')
})
