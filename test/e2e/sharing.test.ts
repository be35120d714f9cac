import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfInfo, pdfText } from '#test/pdf.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { addRunning, submit } from '#test/support/taking.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

test('a manager shares a report; its recipient opens it on a phone with the PIN and prints it with their name', async () => {
  const { server, cast, browser } = served
  const running = await addRunning(server, cast.anadolu, 'MYT')
  await submit(server, running)
  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await desk.newPage()
  await signIn(page, server.url, cast.manager.email, castPassword)
  await page.goto(`${server.url}/manager/assignments/${running.assignmentId}/report`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Recipient' }).fill('Tuncay Uslu')
  await panel.getByRole('combobox', { name: 'Purpose' }).click()
  await page.getByRole('option', { name: 'Hiring or placing people' }).click()
  await panel.getByText('Türkçe', { exact: true }).click()
  await panel.getByRole('button', { name: 'Create link' }).click()
  await panel.getByText('The PIN is shown only now').waitFor()
  const [link = '', pin = ''] = await panel.locator('output').allInnerTexts()
  const { pathname } = new URL(link)
  expect([pathname, pin]).toEqual([
    expect.stringMatching(/^\/s\/[\w-]{43}-tr$/),
    expect.stringMatching(/^\d{3} \d{3}$/),
  ])

  const pocket = await browser.newContext({ ...phone, locale: 'en-GB' })
  const reader = await pocket.newPage()
  const asked: string[] = []
  reader.on('request', (one) => asked.push(new URL(one.url()).pathname))
  const answer = await reader.goto(server.url + pathname)
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  })
  // In the language of the share, whichever the phone has.
  await reader.getByRole('textbox', { name: 'PIN' }).fill(pin)
  await reader.getByRole('button', { name: 'Raporları göster' }).click()
  await reader.getByRole('heading', { level: 2, name: 'ŞÜKRÜ İĞNECİ' }).waitFor()
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await reader.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/shares/open/'])
  expect(await reader.locator('a[href^="/"]').count()).toBe(0)

  const pdf = await reader.pdf({ format: 'A4' })
  const pages = Number((await pdfInfo(pdf)).get('Pages'))
  const named = (await pdfText(pdf)).split('Yalnızca Tuncay Uslu için').length - 1
  expect(pages).toBeGreaterThan(1)
  expect(named).toBeGreaterThanOrEqual(pages)

  await page.goto(`${server.url}/manager/assignments/shares`)
  await page.getByText('1 time', { exact: true }).waitFor()
  await page.getByText('Tuncay Uslu').first().click()
  await page.getByRole('button', { name: 'End sharing' }).click()
  const question = page.getByRole('dialog', { name: 'End sharing with Tuncay Uslu?' })
  await question.getByRole('button', { name: 'End sharing' }).click()
  await page.getByText('Sharing ended').waitFor()
  await reader.reload()
  await reader.getByRole('textbox', { name: 'PIN' }).fill(pin)
  await reader.keyboard.press('Enter')
  await reader.getByText('Bu raporlar artık görülemiyor', { exact: false }).waitFor()
})
