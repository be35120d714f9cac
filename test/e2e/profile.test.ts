import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableInventory } from '#contract/enablements.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { inventory } from '#test/support/cast.ts'
import { downloaded } from './manager.ts'
import { openReport } from './reading.ts'
import { type Served, serve } from './served.ts'
import { handIn, invite, startInvited, takeShipped } from './taking-shipped.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const songul = { email: 'songul.acikgoz@example.test', name: 'Songül Açıkgöz' }

test('somebody takes MYT on a phone, with practice, figures and a timed part; the manager reads the profile', async () => {
  const { server, cast, browser } = served
  const context = await browser.newContext({ ...phone, locale: 'en-GB' })
  const page = await context.newPage()
  // One of its scales is sensitive: the manager sees it because an admin names them.
  await request(server.url, enableInventory, {
    token: cast.admin.token,
    params: { clientId: cast.anadolu, inventoryId: inventory(cast, 'MYT') },
    body: { legalBasis: 'Açık rıza', recipientIds: [cast.manager.userId] },
  })
  await startInvited(page, await invite(served, songul, 'MYT'), 'How is your information used?')
  const count = await takeShipped(page, 'MYT', async ({ id }) => {
    if (id !== 'kt01') return
    // The steps of an instruction are told apart by their numbers.
    const type = () => page.locator('#stimulus ol').evaluate((list) => getComputedStyle(list).listStyleType)
    await expect.poll(type).toBe('decimal')
  })
  expect(count).toBe(173)
  await handIn(page, songul.name)
  await context.close()

  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const report = await openReport(await desk.newPage(), served, songul.name)
  await report.getByText('72 / 72').waitFor()
  const text = await pdfText(await downloaded(report, 'Download PDF'))
  expect(text).toContain('72 / 72')
  expect(text).toContain('Well-being and resilience at work')
  await desk.close()
})
