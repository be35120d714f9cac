import { afterAll, beforeAll, expect, test } from 'vitest'
import { laptop } from '#test/support/browser.ts'
import { castPassword, inventory } from '#test/support/cast.ts'
import { addRunning, submit } from '#test/support/taking.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

test('a manager makes a job profile from ticked results, sees it beside scores, and archives it', async () => {
  const { server, cast, browser } = served
  for (let person = 0; person < 5; person += 1)
    await submit(server, await addRunning(server, cast.anadolu, 'ENGLISH'))
  const page = await (await browser.newContext({ ...laptop, locale: 'en-GB' })).newPage()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await signIn(page, server.url, cast.manager.email, castPassword)
  const english = new URLSearchParams({ inventory: inventory(cast, 'ENGLISH'), status: 'completed' })
  await page.goto(`${server.url}/manager/assignments?${english}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).first().click()
  await press('Make job profile')
  await page.getByText('These are a few people.').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Export desk')
  await page.getByRole('textbox', { name: 'Total score: lowest score' }).fill('70')
  await page.getByRole('textbox', { name: 'Total score: highest score' }).fill('')
  await press('Add job profile')
  await page.getByRole('link', { name: 'Export desk' }).waitFor()

  await page.goto(`${server.url}/manager/assignments?${english}`)
  await press('Filter')
  await press('Job profile')
  await press('Export desk')
  await page.getByText('“Export desk” is shown beside the scores.').waitFor()
  await page.getByText('Outside').first().waitFor()
  expect(await page.getByText('Outside', { exact: true }).count()).toBe(5)

  await page.getByRole('link', { name: 'Open profile' }).click()
  await press('Archive')
  await page.getByText('This profile is archived.').waitFor()
  await page.goto(`${server.url}/manager/assignments/job-profiles`)
  await page.getByText('No job profiles yet').waitFor()
})
