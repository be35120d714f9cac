import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText } from '#test/pdf.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword, inventory } from '#test/support/cast.ts'
import { addRunning, submit } from '#test/support/taking.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

test('a manager goes from a list to the figures of everyone in it, takes them along, and reads them on a phone', async () => {
  const { server, cast, browser } = served
  for (let people = 0; people < 5; people += 1)
    await submit(server, await addRunning(server, cast.anadolu, 'ENGLISH'))
  const page = await (await browser.newContext({ ...laptop, locale: 'en-GB' })).newPage()
  await signIn(page, server.url, cast.manager.email, castPassword)
  await page.goto(`${server.url}/manager/assignments?inventory=${inventory(cast, 'ENGLISH')}`)
  await page.getByRole('main').getByRole('link', { name: 'Group report' }).click()
  await page.getByRole('heading', { level: 2, name: 'Scores' }).waitFor()
  // The test came along, and nothing else had to be chosen.
  expect(await page.getByRole('combobox', { name: 'Test', exact: true }).inputValue()).not.toBe('')
  await page.getByRole('listitem').filter({ hasText: 'Total score' }).first().getByText('/ 75').waitFor()

  const take = async (button: string, words: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').getByText(words).waitFor()
    await page.getByRole('dialog').getByRole('combobox').click()
    await page.getByRole('option').first().click()
    const saved = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button').last().click()
    const file = await saved
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
    return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) }
  }
  const pdf = await take('Download PDF', 'The file or its name contains them too.')
  expect(pdf.name).toMatch(/^group-report ENGLISH .*\.pdf$/)
  const text = await pdfText(pdf.bytes)
  expect(text).toContain('From invitation to result')
  expect(text).toContain('purpose: ')
  const answers = await take('Answers (CSV)', 'Each result of version 3 is a row without a name')
  expect(answers.name).toMatch(/^answers ENGLISH 3 .*\.csv$/)
  expect(answers.bytes.toString().trim().split('\n')).toHaveLength(1 + 5)

  const pocket = await (await browser.newContext({ ...phone, locale: 'en-GB' })).newPage()
  await signIn(pocket, server.url, cast.manager.email, castPassword)
  await pocket.goto(page.url())
  await pocket.getByRole('heading', { level: 2, name: 'Change over the months' }).waitFor()
  expect(await pocket.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
