import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteEmails } from '#contract/people.ts'
import { addQuota } from '#contract/quotas.ts'
import { importInvitationList } from '#server/features/people/jobs.ts'
import { request } from '#test/support/api.ts'
import { laptop } from '#test/support/browser.ts'
import { castPassword, inventory } from '#test/support/cast.ts'
import { facts, signIn } from './manager.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const people = 10_000

/** Every 200th row is wrong: mostly no address, and every tenth of them repeats the previous row. */
const rows = Array.from({ length: people }, (_, at) => {
  const address = (of: number) => `sukru.bueyuekcavusoglu.${of}@anadolugida.example.com`
  if (at % 2000 === 1) return `Şükrü Büyükçavuşoğlu;${address(at - 1)};0532 418 22 07;2. Vardiya · Paketleme`
  const email = at % 200 === 1 ? 'sukru@' : address(at)
  return `Şükrü Büyükçavuşoğlu;${email};0532 418 22 07;2. Vardiya · Paketleme`
})
const file = { name: 'on-bin.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) }

const open = async () =>
  (await served.browser.newContext({ ...laptop, locale: 'en-GB' })).newPage() satisfies Promise<Page>

/** Runs the one import job, without its ten thousand mails. */
async function takeIn(): Promise<void> {
  const { db } = served.server.database
  const { id } = await db
    .selectFrom('invitation_jobs')
    .select('id')
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const deps = { db, log } as unknown as Parameters<typeof importInvitationList.run>[1]
  const current = {} as Parameters<typeof importInvitationList.run>[2]
  await importInvitationList.run({ clientId: served.cast.anadolu, id }, deps, current)
}

/** Sets the job to a state between start and end, as a longer list would have. */
const comeTo = (done: number) =>
  served.server.database.db
    .updateTable('invitation_jobs')
    .set({ status: 'running', done })
    .where('finished_at', 'is', null)
    .execute()

async function sendFile(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Assign test', exact: true }).first().click()
  await page.getByText('Upload CSV', { exact: true }).click()
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByText('on-bin.csv').waitFor()
  await expect
    .poll(() => facts(page))
    .toEqual({
      Rows: '10,000',
      Valid: '9,950',
      'To correct': '45',
      Duplicates: '5',
    })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'English placement test' }).click()
  await page.getByLabel('Description').fill('Yeni dönem alımları')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Correct 45 rows. 5 rows are duplicates.').waitFor()
  await page.getByRole('button', { name: 'Invite 9,950 people' }).click()
  await page.getByRole('progressbar', { name: '0 of 9,950 invited' }).waitFor()
}

async function goToPeople(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Participants' }).click()
  await page.getByRole('heading', { level: 1, name: 'Participants' }).waitFor()
}

const progress = '4,120 of 9,950 invited'
const result =
  '9,950 people were invited. 9,950 tests assigned. Couldn’t send 45 rows. 5 rows were duplicates. We used each person’s first row.'

test('inviting ten thousand people shows progress on every page and after a reload', async () => {
  const { server, cast } = served
  await request(server.url, addQuota, {
    token: cast.admin.token,
    params: { clientId: cast.anadolu },
    body: { inventoryId: inventory(cast, 'ENGLISH'), quantity: people },
  })
  const page = await open()
  await signIn(page, server.url, cast.manager.email, castPassword)
  await sendFile(page)
  await comeTo(4120)
  await page.getByRole('progressbar', { name: progress }).waitFor()

  await goToPeople(page)
  await page.getByText(progress).waitFor()
  await page.reload()
  await page.getByText(progress).waitFor()
  await page.getByRole('link', { name: 'View progress' }).click()
  await page.getByRole('progressbar', { name: progress }).waitFor()
  await page.reload()
  await page.getByRole('progressbar', { name: progress }).waitFor()

  await goToPeople(page)
  await page.getByText(progress).waitFor()
  await takeIn()
  await page.getByText('9,950 people were invited.').waitFor()
  await page.getByRole('link', { name: 'View result' }).click()
  await page.getByText(result).waitFor()
  await page.reload()
  await page.getByText(result).waitFor()

  const members = await server.database.db
    .selectFrom('memberships')
    .where('client_id', '=', cast.anadolu)
    .where('role', '=', 'candidate')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(members.count)).toBe(9950)
})

test('a list without enough quota invites no one, and every page says so', async () => {
  const { server, cast } = served
  const page = await open()
  await signIn(page, server.url, cast.manager.email, castPassword)
  const emails = Array.from({ length: 3000 }, (_, at) => ({ email: `nobody.${at}@example.com` }))
  await request(server.url, inviteEmails, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { emails, inventoryIds: [inventory(cast, 'ENGLISH')] },
    headers: { prefer: 'respond-async' },
  })
  await page.reload()
  await page.getByText('0 of 3,000 invited').waitFor()
  await takeIn()
  await page.getByText('No one was invited from your list of 3,000.').waitFor()
  await page.getByRole('link', { name: 'See why' }).click()
  await page.getByText('Insufficient quota, please purchase quota').waitFor()
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('heading', { name: 'Who do you want to invite?' }).waitFor()
})
