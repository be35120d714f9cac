import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { readSlip } from '#test/support/slips.ts'
import { downloaded, signIn } from './manager.ts'
import { type Served, serve } from './served.ts'
import { focused, follow } from './waiting.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const name = 'Gülşah Küçükosmanoğlu'

async function giveTest(page: Page, name: string, staffNumber: string): Promise<void> {
  await page.goto(`${served.server.url}/manager/assignments/create`)
  await page.getByText('One person', { exact: true }).click()
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Staff number').fill(staffNumber)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'English placement test' }).click()
  await page.getByLabel('Description').fill('Hat operatörü alımı')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: 'Invite 1 person' }).click()
  await page.getByText('1 person was invited.').waitFor()
}

test('a person without an email gets a printed slip, and its link greets them on a phone', async () => {
  const { server, cast, browser } = served
  const page = await browser.newPage({ locale: 'en-GB' })
  await signIn(page, server.url, cast.manager.email, castPassword)
  await giveTest(page, name, '10482')

  await page.goto(`${server.url}/manager/participants`)
  await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('button', { name: 'Print slips' }).click()
  const pdf = await downloaded(page, 'Download PDF')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('link', { name: `${name}: open` }).click()
  await page.getByText('Create link', { exact: true }).click()
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

test('a slip works without a camera: its code is typed at the short address', async () => {
  const { server, cast, browser } = served
  const page = await browser.newPage({ locale: 'en-GB' })
  await signIn(page, server.url, cast.manager.email, castPassword)
  await giveTest(page, 'Hatice Öztürkoğulları', '10483')
  await page.goto(`${server.url}/manager/participants`)
  await page.getByRole('checkbox', { name: 'Select Hatice Öztürkoğulları' }).click()
  await page.getByRole('button', { name: 'Print slips' }).click()
  const slip = await readSlip(await downloaded(page, 'Download PDF'))
  await page.close()

  const context = await browser.newContext({
    ...phone,
    locale: 'tr-TR',
    viewport: { width: 360, height: 640 },
  })
  const hand = await context.newPage()
  const asked: string[] = []
  hand.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await hand.goto(`${server.url}${new URL(`http://${slip.address}`).pathname}`)
  await hand.getByRole('heading', { name: 'Fişinizdeki kodu yazın' }).waitFor()
  const field = hand.getByRole('textbox', { name: 'Kod' })
  // The code is typed as on a phone's keyboard: small letters, one key too many, and a corrected letter.
  await focused(field)
  const [first = '', ...others] = slip.code.toLowerCase()
  await hand.keyboard.type(`${first}${first}`)
  await hand.keyboard.press('Backspace')
  await hand.keyboard.type(others.slice(0, 8).join(''))
  await hand.keyboard.press('Enter')
  await hand.getByText('Kod eksik: 3 karakter daha yazın').waitFor()
  await hand.keyboard.press('Home')
  await hand.keyboard.press('Delete')
  await hand.keyboard.type(first)
  await hand.keyboard.press('End')
  await hand.keyboard.type(others.slice(8).join(''))
  const groups = slip.code.match(/.{4}/g) ?? []
  await expect.poll(() => field.inputValue()).toBe(groups.join(' '))
  expect(await hand.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await hand.getByRole('button', { name: 'Devam et' }).click()
  await hand.getByRole('heading', { name: /Hatice Öztürkoğulları/ }).waitFor()
  expect(new URL(hand.url()).pathname).toBe('/participant/assignments')
  // The code is sent only in a body.
  for (const one of asked) expect(one.toUpperCase()).not.toContain(slip.code.slice(0, 8))
  await context.close()
})
