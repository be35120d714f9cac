import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText } from '#test/pdf.ts'
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

test('a manager compares people from the list and from a person, and a phone opens the same by its link', async () => {
  const { server, cast, browser } = served
  const names = ['Ayla Şen', 'Can Öz', 'Deniz Ak']
  const people = []
  for (const name of names) {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    await submit(server, running)
    const { membershipId } = running
    const { db } = server.database
    await db.updateTable('memberships').set({ name }).where('id', '=', membershipId).execute()
    people.push(running)
  }
  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await desk.newPage()
  await signIn(page, server.url, cast.manager.email, castPassword)
  await page.goto(`${server.url}/manager/assignments?status=completed`)
  for (const name of ['Ayla Şen', 'Can Öz'])
    await page
      .getByRole('checkbox', { name: new RegExp(name) })
      .first()
      .click()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByText(/No reliable difference on the one score/).waitFor()
  expect(await page.getByRole('rowheader').count()).toBeGreaterThan(3)

  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  await page.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Hiring or placing people' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download file' }).click()
  const stream = await (await downloading).createReadStream()
  const words = await pdfText(Buffer.concat(await stream.toArray()))
  for (const name of ['Ayla Şen', 'Can Öz', 'No reliable difference']) expect(words).toContain(name)

  await page.goto(`${server.url}/manager/participants/${people[0]?.membershipId}`)
  await page.getByRole('link', { name: /^Compare:/ }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('checkbox', { name: 'Deniz Ak' }).check()
  await panel.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('link', { name: /Report of Deniz Ak/ }).waitFor()
  const link = page.url()

  const pocket = await browser.newContext({ ...phone, locale: 'en-GB' })
  const reader = await pocket.newPage()
  await signIn(reader, server.url, cast.manager.email, castPassword)
  await reader.goto(link)
  await reader.getByRole('link', { name: /Report of Deniz Ak/ }).waitFor()
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await reader.getByRole('button', { name: 'Remove Deniz Ak from the comparison' }).click()
  await reader.getByText('Choose at least two people').waitFor()
})
