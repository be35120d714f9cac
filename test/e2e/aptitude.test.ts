import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText } from '#test/pdf.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { mailsTo } from '#test/support/mails.ts'
import { apart, drawn, fits } from './boxes.ts'
import { downloaded, downloadedReport, signIn } from './manager.ts'
import { openReport } from './reading.ts'
import { type Served, serve } from './served.ts'
import { handIn, invite, startInvited, takeShipped } from './taking-shipped.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const gul = { email: 'gul.isik@example.test', name: 'Gül Işık' }

/** The manager lets people read feedback on the test. */
async function letReadFeedback(page: Page): Promise<void> {
  const { server, cast } = served
  await signIn(page, server.url, cast.manager.email, castPassword)
  await page.goto(`${server.url}/manager/organisation/reports`)
  await page.getByRole('checkbox', { name: /^Let people read feedback on General aptitude test/ }).click()
  await page.getByText('Feedback setting saved').waitFor()
  await fits(page)
}

/** The person gets a mail that says nothing of the result, and reads it in plain words, on the page and as a PDF. */
async function readFeedback(page: Page): Promise<void> {
  const { server } = served
  const { db } = server.database
  await server.runJobs()
  const mails = (await mailsTo(db, gul.email)).filter(({ kind }) => kind === 'feedback_ready')
  expect(mails.map(({ links }) => links.length)).toEqual([1])
  // Nobody can read sixty questions so quickly, so the quality of these answers is set.
  await sql`UPDATE results SET scores = jsonb_set(scores, '{validity}', '{"confidence": "high", "rules": []}')`.execute(
    db,
  )
  await page.getByRole('button', { name: 'View result' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Your result' }).waitFor()
  for (const part of ['Your strengths', 'How sure is this?', 'What this is not'])
    await page.getByRole('heading', { level: 2, name: part }).waitFor()
  await fits(page)
  const text = await pdfText(await downloaded(page, 'Download as PDF'))
  expect(text).toContain('Your feedback: General aptitude test (AYT)')
  expect(text).toContain('What this is not')
  // The same session opens the mail's link.
  const address = page.url()
  await page.goto(mails[0]?.links[0] ?? 'none')
  await page.getByRole('heading', { level: 2, name: 'What this is not' }).waitFor()
  expect(page.url()).toBe(address)
}

test('a person takes AYT on a phone and reads feedback, and the manager reads the report', async () => {
  const { browser } = served
  const office = await browser.newContext({ ...laptop, locale: 'en-GB' })
  await letReadFeedback(await office.newPage())
  await office.close()
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
  await readFeedback(page)
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
  const text = await pdfText(await downloadedReport(report))
  expect(text).toContain(gul.name)
  expect(text).toContain('60 / 60')
  await desk.close()
})
