import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableInventory } from '#contract/enablements.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { inventory } from '#test/support/cast.ts'
import { saved } from './manager.ts'
import { openReport } from './reading.ts'
import { type Served, serve } from './served.ts'
import { handIn, invite, startInvited, takeShipped } from './taking-shipped.ts'

let served: Served

/** Bars and radar side by side on a laptop's first screen; questions open on demand. */
async function expectFirstPage(report: Page) {
  const bars = report.locator('section > div > div > ul').first()
  const radar = report.getByRole('img', { name: /^Radar chart/ })
  for (const viewport of [laptop.viewport, { width: 1366, height: 768 }]) {
    await report.setViewportSize(viewport)
    const [left, right] = [await bars.boundingBox(), await radar.boundingBox()]
    if (left === null || right === null) throw new Error('The report has no bars or no radar')
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width)
    expect(left.y + left.height).toBeLessThanOrEqual(viewport.height)
    // Its labels end above its own frame.
    expect(right.y + right.height).toBeLessThanOrEqual(viewport.height + 20)
  }
  const fold = report.locator('summary', { hasText: 'Interview questions' }).first()
  const question = fold.locator('..').getByRole('listitem').first()
  expect(await question.isVisible()).toBe(false)
  await fold.click()
  await question.waitFor()
}

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const songul = { email: 'songul.acikgoz@example.test', name: 'Songül Açıkgöz' }

test('a person takes MYT on a phone, with practice, figures and a timed part; the manager reads the profile', async () => {
  const { server, cast, browser } = served
  const context = await browser.newContext({ ...phone, locale: 'en-GB' })
  const page = await context.newPage()
  // One scale is sensitive; this manager is a named reader.
  await request(server.url, enableInventory, {
    token: cast.admin.token,
    params: { clientId: cast.anadolu, inventoryId: inventory(cast, 'MYT') },
    body: { legalBasis: 'Açık rıza', recipientIds: [cast.manager.userId] },
  })
  await startInvited(page, await invite(served, songul, 'MYT'), 'How is your information used?', {
    consents: true,
  })
  const count = await takeShipped(page, 'MYT', async ({ id }) => {
    if (id !== 'kt01') return
    // Instructions have numbered steps.
    const type = () => page.locator('#stimulus ol').evaluate((list) => getComputedStyle(list).listStyleType)
    await expect.poll(type).toBe('decimal')
  })
  expect(count).toBe(173)
  await handIn(page, songul.name)
  await context.close()

  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const report = await openReport(await desk.newPage(), served, songul.name)
  await report.getByText('72 / 72').waitFor()
  await expectFirstPage(report)
  // It has a sensitive scale in it, so that a copy says what it is for.
  await report.getByRole('button', { name: 'Download PDF' }).first().click()
  const dialog = report.getByRole('dialog', { name: 'What is this copy for?' })
  await dialog.getByLabel('Purpose').click()
  await report.getByRole('option', { name: 'to talk with the person' }).click()
  const text = await pdfText(await saved(report, dialog.getByRole('button', { name: 'Download PDF' })))
  expect(text).toContain('purpose: to talk with the person')
  expect(text).toContain('72 / 72')
  expect(text).toContain('Well-being and resilience at work')
  await desk.close()
})
