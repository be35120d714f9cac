import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { downloaded, signIn } from './manager.ts'
import { type Served, serve } from './served.ts'
import { follow } from './waiting.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const name = 'Gülşah Küçükosmanoğlu'

async function giveTest(page: Page): Promise<void> {
  await page.goto(`${served.server.url}/manager/assignments/create`)
  await page.getByText('One person', { exact: true }).click()
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Staff number').fill('10482')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'English placement test' }).click()
  await page.getByLabel('Description').fill('Hat operatörü alımı')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: 'Invite 1 person' }).click()
  await page.getByText('1 person was invited.').waitFor()
}

test('a worker without an email gets a printed slip, and their link greets them on a phone', async () => {
  const { server, cast, browser } = served
  const page = await browser.newPage({ locale: 'en-GB' })
  await signIn(page, server.url, cast.manager.email, castPassword)
  await giveTest(page)

  await page.goto(`${server.url}/manager/participants`)
  await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('button', { name: 'Print slips' }).click()
  const pdf = await downloaded(page, 'Download PDF')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('button', { name: `${name}: open the details` }).click()
  await page.getByText('Create a link', { exact: true }).click()
  const link = new URL(await page.getByRole('status').filter({ hasText: '/magic-link/' }).innerText())
  const message = await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')
  expect(new URL(message ?? '').searchParams.get('text')).toContain(link.href)

  const context = await browser.newContext({ ...phone, locale: 'en-GB' })
  const hand = await context.newPage()
  await follow(hand, `${server.url}${link.pathname}`)
  await hand.getByRole('heading', { name: new RegExp(name) }).waitFor()
  await context.close()
  await page.close()
})
