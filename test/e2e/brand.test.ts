import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteEmails } from '#contract/people.ts'
import { request } from '#test/support/api.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword, inventory } from '#test/support/cast.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

/** The browser's complaints, such as about something that the policy of the page forbids. */
function complaintsOf(page: Page): string[] {
  const found: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text())
  })
  page.on('pageerror', (error) => found.push(error.message))
  return found
}

test('a manager makes a brand beside its previews; an invited person meets it in the mail and on a phone', async () => {
  const { server, cast, browser } = served
  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await desk.newPage()
  await signIn(page, server.url, cast.manager.email, castPassword)
  const complaints = complaintsOf(page)
  const color = page.locator('input[name=color]')
  // The preview arrives while somebody is in a field already, and leaves them there.
  await page.route(`${server.url}/participant/assignments`, async (route) => {
    await color.focus()
    await route.continue()
  })
  await page.goto(`${server.url}/manager/organisation/brand`)
  await page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Hello' }).waitFor()
  expect(await color.evaluate((one) => one === document.activeElement)).toBe(true)
  const logo = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#0a7d55' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByText('Logo saved').waitFor()
  await color.fill('#0b1f3a')
  await page.getByText('Too dark for dark mode.').waitFor()
  await page.getByRole('button', { name: /^Use #/ }).click()
  const used = await color.inputValue()
  await page.getByRole('textbox', { name: 'Sender name' }).fill('Anadolu HR')
  await page.getByRole('textbox', { name: 'Introduction, English' }).fill('Welcome to our team.')
  await page.getByRole('textbox', { name: 'Thanks, English' }).fill('We will call you.')

  const frame = (place: string) => page.frameLocator(`iframe[title="Preview: ${place}"]`)
  const choose = async (place: string) => {
    await page.getByRole('combobox', { name: 'Place' }).click()
    await page.getByRole('option', { name: place, exact: true }).click()
  }
  await frame('First page').getByText('Welcome to our team.').waitFor()
  const button = frame('First page').getByRole('button', { name: 'Let’s start' })
  const drawn = await button.evaluate((one) => getComputedStyle(one).backgroundColor)
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(used.slice(at, at + 2), 16))
  expect(drawn).toBe(`rgb(${red}, ${green}, ${blue})`)
  await choose('Last page')
  await frame('Last page').getByText('We will call you.').waitFor()
  await choose('Mail')
  await page.getByText('Anadolu HR (Terazi)').waitFor()
  await frame('Mail').getByText('Welcome to our team.').waitFor()
  for (const place of ['Slip', 'Report']) {
    await choose(place)
    await page.getByRole('img', { name: `Preview: ${place}` }).waitFor()
  }
  await page.getByRole('button', { name: 'Save brand' }).click()
  await page.getByText('Brand saved').waitFor()
  expect(complaints).toEqual([])

  await request(server.url, inviteEmails, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      emails: ['deniz@example.test'],
      inventoryIds: [inventory(cast, 'ENGLISH')],
      locale: 'en',
    },
  })
  await server.runJobs()
  const mail = await server.database.db
    .selectFrom('demo_mails')
    .select(['links', 'html'])
    .where('recipient', '=', 'deniz@example.test')
    .executeTakeFirstOrThrow()
  expect(mail.html).toContain('data:image/png;base64,')
  expect(mail.html).toContain('Welcome to our team.')
  const { pathname } = new URL(mail.links.find((link) => link.includes('/magic-link/')) ?? '')

  const pocket = await browser.newContext({ ...phone, locale: 'en-GB' })
  const person = await pocket.newPage()
  const wrong = complaintsOf(person)
  await person.goto(server.url + pathname)
  await person.getByText('Welcome to our team.').waitFor()
  const image = person.getByRole('banner').getByRole('img')
  expect(await image.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(300)
  await person.getByText('Terazi', { exact: true }).waitFor()
  expect(await person.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const shift = await person.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        // No entry, no call: two frames are enough for one that is there.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
  expect(shift).toBeLessThan(0.02)
  expect(wrong).toEqual([])
})
