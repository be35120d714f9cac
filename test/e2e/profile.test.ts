import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableInventory } from '#contract/enablements.ts'
import { inviteEmails } from '#contract/people.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword, inventory } from '#test/support/cast.ts'
import { mailedLink } from './checklist.ts'
import { downloaded, signIn } from './manager.ts'
import { tap } from './phone.ts'
import { type Served, serve } from './served.ts'
import { takeProfile } from './taking-profile.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const email = 'songul.acikgoz@example.test'

async function invited(): Promise<string> {
  const { server, cast } = served
  const params = { clientId: cast.anadolu, inventoryId: inventory(cast, 'MYT') }
  await request(server.url, enableInventory, {
    token: cast.admin.token,
    params,
    body: { legalBasis: 'Açık rıza', recipientIds: [cast.manager.userId] },
  })
  await request(server.url, inviteEmails, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { emails: [{ email, name: 'Songül Açıkgöz' }], inventoryIds: [inventory(cast, 'MYT')] },
  })
  await server.runJobs()
  return mailedLink(server.url, email)
}

test('somebody takes MYT on a phone, with practice, figures and a timed part; the manager reads the profile', async () => {
  const { server, cast, browser } = served
  const context = await browser.newContext({ ...phone, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(await invited())
  await tap(page, 'Let’s begin')
  await page.getByRole('heading', { name: 'How is your information used?' }).waitFor()
  await tap(page, 'Next')
  await page.getByRole('heading', { name: 'Before you start' }).waitFor()
  await tap(page, 'Start test')
  await takeProfile(page, async (id) => {
    if (id !== 'kt01') return
    // The steps of an instruction are told apart by their numbers.
    const steps = page.locator('#stimulus ol')
    await expect.poll(() => steps.evaluate((list) => getComputedStyle(list).listStyleType)).toBe('decimal')
  })
  await page.getByRole('heading', { level: 1, name: 'Everything is answered' }).waitFor()
  await tap(page, 'Submit answers')
  await page.getByRole('dialog').getByRole('button', { name: 'Submit answers' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Thank you, Songül Açıkgöz' }).waitFor()
  await context.close()

  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const report = await desk.newPage()
  await signIn(report, server.url, cast.manager.email, castPassword)
  await report.goto(`${server.url}/manager/assignments`)
  await report.getByRole('link', { name: 'Songül Açıkgöz: report' }).click()
  await report.getByRole('heading', { level: 1, name: 'Songül Açıkgöz' }).waitFor()
  await report.getByText('72 / 72').waitFor()
  const text = await pdfText(await downloaded(report, 'Download PDF'))
  expect(text).toContain('72 / 72')
  expect(text).toContain('Well-being and resilience at work')
  await desk.close()
})
