import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listQuotas } from '#contract/quotas.ts'
import { request } from '#test/support/api.ts'
import { laptop } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { addMember } from '#test/support/invited.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const names = ['Ayşe Demir', 'Ömer Işık'] as const

async function unitsLeft(): Promise<number | undefined> {
  const { server, cast } = served
  const params = { clientId: cast.anadolu }
  const { answer } = await request(server.url, listQuotas, { token: cast.manager.token, params })
  return answer.find(({ inventory }) => inventory.code === 'ENGLISH')?.availableQuantity
}

const openMenu = async (page: Page, name: string, item: string) => {
  // The menu of another row may still be closing.
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: `${name}: actions` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a manager assigns a test from the list, reminds one person and cancels the other', async () => {
  const { server, cast, browser } = served
  const add = (name: string, at: number) =>
    addMember(server.database.db, cast.anadolu, { name, email: `here${at}@ornek.test`, role: 'candidate' })
  await Promise.all(names.map(add))
  const before = (await unitsLeft()) ?? 0
  const context = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await context.newPage()
  await signIn(page, server.url, cast.manager.email, castPassword)

  await page.getByRole('link', { name: 'Assign test', exact: true }).first().click()
  await page.getByRole('link', { name: 'Existing people' }).click()
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('checkbox', { name: 'English placement test' }).click()
  const send = page.getByRole('button', { name: 'Assign tests' })
  await send.click()
  await page.getByText('Enter a description').waitFor()
  // A reload keeps it.
  await page.reload()
  await page.getByText('2 people × 1 test').waitFor()
  await page.getByRole('textbox', { name: 'Description' }).fill('Yeni dönem')
  await send.click()
  await page.getByText('Assignments created successfully').waitFor()
  await page.getByText('2 tests assigned.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Assignments' }).waitFor()
  for (const name of names) await page.getByRole('row').getByText(name).waitFor()
  expect(await unitsLeft()).toBe(before - 2)

  // The screen tells that a mail requested at night is sent in the morning.
  await openMenu(page, names[0], 'Send reminder')
  await page.getByText(/Reminder sent to 1 person\.|1 person will get a reminder at 08:00/).waitFor()

  await openMenu(page, names[1], 'Cancel assignment')
  const dialog = page.getByRole('dialog', { name: `Cancel the assignment for ${names[1]}?` })
  await dialog.getByText('1 test hasn’t been started. Its quota will be returned.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel assignment' }).click()
  await page.getByText('1 assignment was cancelled.').waitFor()
  await page.getByRole('row').getByText('Cancelled', { exact: true }).waitFor()
  expect(await unitsLeft()).toBe(before - 1)
  await context.close()
})
