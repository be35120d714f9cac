import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText } from '#test/pdf.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { apart, drawn, fits } from './boxes.ts'
import { downloaded } from './manager.ts'
import { openReport } from './reading.ts'
import { type Served, serve } from './served.ts'
import { handIn, invite, startInvited, takeShipped } from './taking-shipped.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const gul = { email: 'gul.isik@example.test', name: 'Gül Işık' }

test('a person takes AYT on a phone, and the manager reads the report', async () => {
  const { browser } = served
  const context = await browser.newContext({ ...phone, locale: 'en-GB' })
  const page = await context.newPage()
  const link = await invite(served, gul, 'AYT')
  await startInvited(page, link, 'Information about your personal data')

  let figures = 0
  const count = await takeShipped(page, 'AYT', async ({ id, image }) => {
    await fits(page)
    for (const picture of await page.getByRole('main').locator('img').all()) await drawn(picture)
    if (image === undefined) return
    figures += 1
    const figure = page.getByRole('group').getByRole('img').first()
    const large = page.getByRole('button', { name: 'Enlarge picture', exact: true })
    await apart(figure, large)
    if (id !== 'fg01') return
    // A tap anywhere on the figure enlarges it, as the test's instructions promise.
    await figure.tap({ force: true, position: { x: 20, y: 20 } })
    const dialog = page.getByRole('dialog', { name: 'Large picture' })
    await drawn(dialog.getByRole('img'))
    await dialog.getByRole('button', { name: 'Close' }).tap()
    await dialog.waitFor({ state: 'detached' })
  })
  expect(count).toBe(60)
  expect(figures).toBe(23)
  await handIn(page, gul.name)
  // This person may see the result, and the receipt says so.
  await page.getByRole('button', { name: 'View result' }).waitFor()
  await context.close()

  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const report = await openReport(await desk.newPage(), served, gul.name)
  await fits(report)
  await report.emulateMedia({ media: 'print' })
  await report.getByRole('link', { name: 'Skip to content' }).waitFor({ state: 'hidden' })
  await report.emulateMedia({ media: null })
  await report.getByRole('button', { name: 'Show in the report' }).click()
  for (const part of ['Verbal', 'Numerical', 'Figural', 'Mechanical and spatial'])
    await report.getByRole('checkbox', { name: `${part} ability` }).waitFor()
  const text = await pdfText(await downloaded(report, 'Download PDF'))
  expect(text).toContain(gul.name)
  expect(text).toContain('60 / 60')
  await desk.close()
})
