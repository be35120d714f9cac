import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportDefinition, importDefinition } from '#contract/definitions.ts'
import { formatHash } from '#contract/format.ts'
import { listInventories } from '#contract/inventories.ts'
import { inviteEmails } from '#contract/people.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { request } from '#test/support/api.ts'
import { laptop } from '#test/support/browser.ts'
import { castPassword, inventory } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { shippedNumber } from '#test/support/shipped.ts'
import { addTaker } from '#test/support/taking.ts'
import { type Served, serve } from './served.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const fileOf = (name: string, json: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(json)),
})

/** An admin who has signed in on the way to an address. */
async function enter(address: string) {
  const { server, cast, browser } = served
  const context = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await context.newPage()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(`${server.url}/sign-in?redirectUrl=${encodeURIComponent(address)}`)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(cast.admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(castPassword)
  await press('Sign in')
  return { page, press }
}

/** The numbers of the versions that a client's English tests are taken with, the oldest first. */
const assigned = async () => {
  const rows = await served.server.database.db
    .selectFrom('assignments as assignment')
    .innerJoin('inventory_versions as version', 'version.id', 'assignment.version_id')
    .innerJoin('inventories as inventory', 'inventory.id', 'version.inventory_id')
    .select('version.number')
    .where('inventory.code', '=', 'ENGLISH')
    .where('assignment.client_id', '=', served.cast.anadolu)
    .orderBy('assignment.created_at')
    .execute()
  return rows.map(({ number }) => number)
}

test('an admin fixes a definition, sees the changes and publishes it, and it is assigned from then on', async () => {
  const { server, cast } = served
  const taker = await addTaker(server, cast.anadolu)
  await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
  const number = await shippedNumber('ENGLISH')
  const params = { code: 'ENGLISH', version: String(number) }
  const { text } = await request(server.url, exportDefinition, { token: cast.admin.token, params })
  const definition = JSON.parse(text)
  const item = definition.sections[0].items[0]
  const wrong = structuredClone(definition)
  wrong.sections[0].items[0].key = 'nowhere'

  const { page, press } = await enter('/admin/inventories')
  await page.getByRole('link', { name: 'Import test' }).click()
  const chooser = page.locator('input[type=file]')

  // Errors name their question and place, and nothing is stored.
  await chooser.setInputFiles(fileOf('wrong.json', wrong))
  await page.getByText('Nothing was saved.').waitFor()
  await page.getByText(`Question ${item.id}: the right answer nowhere isn’t one of its options.`).waitFor()
  await page.getByText(definition.texts.en.items[item.id].prompt).first().waitFor()
  await page.getByText('sections[0].items[0].key', { exact: true }).waitFor()
  expect((await request(server.url, listInventories, { token: cast.admin.token })).answer).toHaveLength(4)

  const changed = { ...definition, minutes: definition.minutes + 7 }
  await chooser.setInputFiles(fileOf('corrected.json', changed))
  await page.getByText(`It becomes the draft of version ${number + 1}.`).waitFor()
  await press('Save draft')
  await page.getByText(`1 difference from version ${number}.`).waitFor()
  await page.getByText(String(definition.minutes + 7), { exact: true }).waitFor()
  await page.getByText(`Version ${number} has no results yet`).waitFor()
  await press('Publish')
  await page.getByText('A published version is frozen.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published, in use').waitFor()
  await page.getByText(/^Published by admin on /).waitFor()

  const invited = await request(server.url, inviteEmails, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { emails: ['yeni@ornek.test'], inventoryIds: [inventory(cast, 'ENGLISH')] },
  })
  expect(invited.status).toBe(200)
  expect(await assigned()).toEqual([number, number + 1])
  await page.context().close()
})

test('a draft replaced by a colleague is reported, and work continues from the new one', async () => {
  const { server, cast } = served
  const bring = (definition: object, replaces?: string) =>
    request(server.url, importDefinition, {
      token: cast.superuser.token,
      body: { definition: { ...definition }, ...(replaces !== undefined && { replaces }) },
    })
  const definition = { ...loadFixture('placement'), code: 'IKIKISI', minutes: 10 }
  const first = (await bring(definition)).answer
  const { page, press } = await enter('/admin/inventories/IKIKISI/versions/1')
  await page.getByText(formatHash(first.hash, 8)).waitFor()
  const second = (await bring({ ...definition, minutes: 11 }, first.hash)).answer
  const publish = async () => {
    await press('Publish')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  }
  await publish()
  await page.getByText(/The draft was replaced in the meantime/).waitFor()
  await page.getByText(formatHash(second.hash, 8)).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await publish()
  await page.getByText('Published, in use').waitFor()
  await page.getByText('Matches the stored content').waitFor()

  // The same before a draft is stored: it is checked again, then asks whether to replace.
  await page.goto(`${server.url}/admin/inventories/import`)
  await page.locator('input[type=file]').setInputFiles(fileOf('mine.json', { ...definition, minutes: 12 }))
  await page.getByText('It becomes the draft of version 2.').waitFor()
  await bring({ ...definition, minutes: 13 })
  const checkedAnew = page.waitForResponse((answer) => answer.url().endsWith('/definitions/check/'))
  await press('Save draft')
  await page.getByText(/This version already has a draft/).waitFor()
  await checkedAnew
  await press('Save draft')
  await page.getByRole('dialog').getByRole('button', { name: 'Replace draft', exact: true }).click()
  await page.getByText('1 difference from version 1.').waitFor()
  await page.context().close()
})
