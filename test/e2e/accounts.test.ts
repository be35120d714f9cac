import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { type Served, serve } from './served.ts'
import { openDialog, openElsewhere } from './waiting.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const person = { name: 'Gülşen Işık', email: 'gulsen.isik@ornek.test' }

/** Signs in as an admin and opens the users. */
async function enter(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${served.server.url}/sign-in`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(castPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  return page
}

/** Opens an account; its panel is open afterwards. */
async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add user' }).click()
  await openDialog(page)
  await page.getByRole('textbox', { name: 'Full name' }).fill(person.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await page.getByText('Account created, link sent').waitFor()
  await page.getByRole('heading', { name: person.name }).waitFor()
}

/** Makes a sign-in link and copies it. */
async function copyLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create sign-in link' }).click()
  await page.getByText('Magic link created successfully').waitFor()
  await page.getByRole('button', { name: 'Copy sign-in link' }).click()
  await page.getByText('Link copied to clipboard').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  // The tests' server listens on a port of its own.
  return served.server.url + new URL(copied).pathname
}

test('an admin opens an account, hands over a link and closes the account, and all of it is audited', async () => {
  const { server, cast, browser } = served
  const desk = await browser.newContext({
    ...laptop,
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await enter(desk, cast.admin.email)
  await openAccount(page)
  await server.runJobs()
  const mails = await desk.newPage()
  await mails.goto(`${server.url}/dev/mailbox?to=${person.email}`)
  await mails.getByText(person.email).first().waitFor()

  const link = await copyLink(page)
  const pocket = await browser.newContext({ ...phone, locale: 'en-GB' })
  const theirs = await pocket.newPage()
  await openElsewhere(theirs, link)
  await theirs.waitForURL((url) => !/^\/(magic-link|sign-in)/.test(url.pathname))
  await theirs.getByRole('heading', { level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Deactivate account' }).click()
  await page.getByText(`Deactivate ${person.name}?`).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate account' }).last().click()
  await page.getByText('User removed successfully').waitFor()
  await theirs.reload()
  await theirs.waitForURL('**/sign-in**')

  const office = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const record = await enter(office, cast.superuser.email)
  await record.getByRole('link', { name: 'Audit log' }).click()
  const left = record.getByText('superuser signed in with a password.')
  await left.waitFor()
  await record.getByRole('searchbox').fill('gulsen isik')
  // The search is sent after typing pauses; wait until other rows are gone.
  await left.waitFor({ state: 'hidden' })
  await record.getByText(`admin deactivated ${person.name}’s account.`).waitFor()
  const sentences = record.locator('tbody tr td:nth-child(2) > span > span:first-child')
  await expect
    .poll(() => sentences.allTextContents())
    .toEqual([
      `admin deactivated ${person.name}’s account.`,
      `${person.name} signed in with a link from a platform admin.`,
      `admin created a sign-in link for ${person.name}.`,
      `admin created an account for ${person.name} (platform role: none).`,
    ])
})
