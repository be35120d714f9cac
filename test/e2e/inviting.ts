import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { listQuotas } from '#contract/quotas.ts'
import { request } from '#test/support/api.ts'
import { inventory } from '#test/support/cast.ts'
import { facts } from './manager.ts'
import { type ListedPerson, listFile, mendable } from './people.ts'
import type { Served } from './served.ts'

/** The four steps of the wizard with the whole list: one address is corrected, two are left out. */
export async function inviteByFile(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Assign test', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Assign test' }).waitFor()
  await page.getByText('Upload CSV', { exact: true }).click()
  await page.getByLabel('CSV file').setInputFiles(listFile)
  await page.getByText('turkish-excel.csv').waitFor()
  await expect
    .poll(() => facts(page))
    .toEqual({ Rows: '200', Valid: '195', 'To correct': '3', Duplicates: '2' })
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('heading', { name: 'Which tests, and by when?' }).waitFor()
  await page.getByRole('checkbox', { name: 'Symptom screening' }).click()
  await page.getByRole('checkbox', { name: 'English placement test' }).click()
  await page.getByLabel('Description').fill('Yeni dönem alımları')
  await page.getByRole('button', { name: 'Check' }).click()

  await page.getByRole('heading', { name: 'Check before you send' }).waitFor()
  await page.getByText('Correct 3 rows. 2 rows are duplicates.').waitFor()
  const rows = page.getByRole('table', { name: 'Invitation list' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(5)
  await page.getByLabel(`Row ${mendable.line}, email`).fill(mendable.email)
  await page.getByText('2 rows left to correct').waitFor()
  await page.getByRole('button', { name: 'Leave out rows with problems' }).click()
  await page.getByText('1,000 → 804').nth(1).waitFor()
  await expect.poll(() => facts(page)).toMatchObject({ 'People to invite': '196', 'Left to correct': '0' })
  await page.getByRole('button', { name: 'Invite 196 people' }).click()

  await page.getByRole('heading', { name: 'Invitations sent' }).waitFor()
  await page.getByText('196 people were invited.').waitFor()
  await page.getByText('804', { exact: true }).nth(1).waitFor()
}

/** Database and API agree with the screens. */
export async function expectInvited(
  { server, cast }: Served,
  people: readonly ListedPerson[],
): Promise<void> {
  const { db } = server.database
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('client_id', '=', cast.anadolu)
    .where('role', '=', 'candidate')
    .select(['memberships.name', 'users.email', 'memberships.phone', 'memberships.group_name as group'])
    .execute()
  const byEmail = <T extends { email: string | null }>(list: readonly T[]) =>
    list.toSorted((a, b) => (String(a.email) < String(b.email) ? -1 : 1))
  expect(byEmail(members)).toEqual(byEmail(people))

  const { answer } = await request(server.url, listQuotas, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  for (const code of ['SCL90', 'ENGLISH']) {
    const inventoryId = inventory(cast, code)
    const assigned = await db
      .selectFrom('assignments')
      .where('inventory_id', '=', inventoryId)
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    const taken = await db
      .selectFrom('quota_entries')
      .where('inventory_id', '=', inventoryId)
      .where('client_id', '=', cast.anadolu)
      .where('kind', '=', 'assignment')
      .select(({ fn }) => fn.sum('quantity').as('sum'))
      .executeTakeFirstOrThrow()
    expect([Number(assigned.n), Number(taken.sum)]).toEqual([people.length, -people.length])
    expect(answer.find((quota) => quota.inventory.id === inventoryId)).toMatchObject({
      availableQuantity: 1000 - people.length,
      used: people.length,
    })
  }
}

/** One mail each, with the name from the list. */
export async function expectMailed({ server }: Served, people: readonly ListedPerson[]): Promise<void> {
  await server.runJobs()
  const mails = await server.database.db
    .selectFrom('demo_mails')
    .select(['recipient', 'text', 'html'])
    .execute()
  expect(mails.map((mail) => mail.recipient).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
  const first = mails.find((mail) => mail.recipient === people[0]?.email)
  expect(first?.text).toContain('ŞÜKRÜ İĞNECİ')
  expect(first?.html).toContain('ŞÜKRÜ İĞNECİ')
}
