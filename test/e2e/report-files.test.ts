import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printReports } from '#server/features/results/bulk/jobs.ts'
import { pdfLinks } from '#test/pdf.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { addRunning, submit } from '#test/support/taking.ts'
import { filesOfZip } from '#test/support/zip-files.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

test('a manager takes the reports of all chosen tests as one file, and anybody sees on a phone that one is real', async () => {
  const { server, cast, browser } = served
  for (const code of ['ENGLISH', 'MYT', 'SCL90'])
    await submit(server, await addRunning(server, cast.anadolu, code))
  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await desk.newPage()
  await signIn(page, server.url, cast.manager.email, castPassword)
  await page.goto(`${server.url}/manager/assignments?status=completed`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).first().click()
  await page.getByRole('button', { name: 'Reports', exact: true }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('combobox', { name: 'Purpose' }).click()
  await page.getByRole('option', { name: 'Hiring or placing people' }).click()
  await panel.getByRole('button', { name: 'Create file' }).click()
  await page.getByText('Waiting to start').waitFor()
  // Left, and come back to.
  await page.goto(`${server.url}/manager/assignments`)
  await page.getByText('Report file: waiting to start').waitFor()
  await server.runJobs([printReports])
  await page.getByText('Your report file is ready.').waitFor()
  await page.getByRole('link', { name: 'Open report files' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const files = filesOfZip(readFileSync(await (await saved).path()))
  expect([...files.keys()].map((name) => name.replace(/\d{4}-\d\d-\d\d/, 'DAY'))).toEqual([
    'ŞÜKRÜ İĞNECİ – ENGLISH – DAY.pdf',
    'ŞÜKRÜ İĞNECİ – MYT – DAY.pdf',
    'List of reports.xlsx',
  ])

  const [, pdf = Buffer.alloc(0)] = [...files.values()]
  const link = (await pdfLinks(pdf))[0] ?? ''
  const pocket = await browser.newContext({ ...phone, locale: 'tr-TR' })
  const reader = await pocket.newPage()
  const sent: string[] = []
  reader.on('request', (one) => sent.push(`${one.method()} ${new URL(one.url()).pathname}`))
  const answer = await reader.goto(server.url + new URL(link).pathname)
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  })
  await reader.getByText('Ş. İ.').waitFor()
  const drop = (buffer: Buffer) =>
    reader
      .locator('input[type=file]')
      .setInputFiles({ name: 'rapor.pdf', mimeType: 'application/pdf', buffer })
  await drop(pdf)
  await reader.getByText('Değişmemiş').waitFor()
  await drop(Buffer.concat([pdf, Buffer.from('\n')]))
  await reader.getByText('Aynı dosya değil').waitFor()
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  // The file stays on the device.
  expect(sent.filter((one) => !one.startsWith('GET '))).toEqual([])
})
