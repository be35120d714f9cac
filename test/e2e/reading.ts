import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { getReport, reportPdf } from '#contract/reports.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { castPassword } from '#test/support/cast.ts'
import { csvRecords } from '#test/support/csv-records.ts'
import { type ChecklistScores, expectedScores } from './checklist.ts'
import { downloadedReport, saved, signIn } from './manager.ts'
import type { ListedPerson } from './people.ts'
import { expectedPlacement } from './placement.ts'
import type { Served } from './served.ts'

/** The manager signs in and opens a report from the list. */
export async function openReport(page: Page, { server, cast }: Served, name: string): Promise<Page> {
  await signIn(page, server.url, cast.manager.email, castPassword)
  await page.goto(`${server.url}/manager/assignments`)
  await page.getByRole('link', { name: `${name}: report` }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return page
}

export interface Taken {
  person: ListedPerson
  assignmentId: string
  answers: readonly (number | null)[]
}

/** Each report agrees with the rules computed in this test. */
export async function expectChecklistScores(served: Served, taken: readonly Taken[]): Promise<void> {
  const { server, cast } = served
  for (const { person, assignmentId, answers } of taken) {
    const { answer } = await request(server.url, getReport, {
      token: cast.manager.token,
      params: { assignmentId },
    })
    expect(answer.candidate.name).toBe(person.name)
    const scales = answer.categories.flatMap((category) => category.scales)
    const index = (key: 'GSI' | 'PST' | 'PSDI') =>
      answer.checklist?.indices.find((one) => one.key === key)?.value ?? null
    const given: ChecklistScores = {
      dimensions: Object.fromEntries(scales.map((scale) => [scale.key, scale.raw])),
      GSI: index('GSI'),
      PST: index('PST'),
      PSDI: index('PSDI'),
    }
    expect(rounded(given), person.name).toEqual(rounded(expectedScores(answers)))
  }
}

const twelfth = (value: number | null) => (value === null ? null : Number(value.toFixed(12)))
const rounded = ({ dimensions, GSI, PST, PSDI }: ChecklistScores) => ({
  dimensions: Object.fromEntries(Object.entries(dimensions).map(([key, value]) => [key, twelfth(value)])),
  indices: [GSI, PST, PSDI].map(twelfth),
})

/** The named reader gets the PDF of a sensitive result; others don't learn that it exists. */
export async function expectChecklistPdf({ server, cast }: Served, taken: Taken): Promise<void> {
  const params = { assignmentId: taken.assignmentId }
  const query = { lang: 'tr' as const }
  const pdf = await request(server.url, reportPdf, { token: cast.manager.token, params, query })
  const text = await pdfText(pdf.bytes)
  const { GSI } = expectedScores(taken.answers)
  expect(text).toContain(taken.person.name)
  expect(text).toContain(GSI?.toFixed(2).replace('.', ','))
  for (const { token } of [cast.admin, cast.otherManager]) {
    const refused = await request(server.url, reportPdf, { token, params, query })
    expect([refused.status, refused.code]).toEqual([404, 'not_found'])
  }
}

/** The export of the list, by its button: a row for each completed test, scores of the English test alone. */
export async function expectExport(page: Page, placed: ListedPerson, taken: readonly Taken[]): Promise<void> {
  await page
    .getByRole('link', { name: /^Assignments/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Assignments' }).waitFor()
  await page.getByRole('button', { name: 'Export results', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV (.csv)', exact: true }).click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('combobox', { name: 'Purpose' }).click()
  await page.getByRole('option', { name: 'Hiring or placing people' }).click()
  const text = (await saved(page, asked.getByRole('button', { name: 'Download file' }))).toString('utf8')
  expect(text.startsWith('\ufeffName,Email,Group,Test,Test name,Version,Completed,')).toBe(true)
  const rows = csvRecords(text)
  const who = ({ name, email, group }: ListedPerson, test: string) => [name, email, group, test]
  expect(rows.map((row) => [row.Name, row.Email, row.Group, row.Test]).toSorted()).toEqual(
    [who(placed, 'ENGLISH'), ...taken.map(({ person }) => who(person, 'SCL90'))].toSorted(),
  )
  const sections = ['Basic English (A1)', 'Intermediate English (B1)', 'Advanced English (C1)', 'Reading']
  expect(Object.keys(rows[0] ?? {}).slice(10)).toEqual([
    'Total',
    'Level',
    'Phone',
    'Staff number',
    'Automatic next',
    ...sections,
  ])
  for (const row of rows) {
    const scores = ['Total', 'Level', ...sections].map((heading) => row[heading])
    expect(scores).toEqual(row.Test === 'ENGLISH' ? ['53', 'B2', '18', '16', '11', '8'] : Array(6).fill(''))
  }
}

/** The manager finds the person in the list and reads the report; its PDF says the same. */
export async function expectPlacementReport(page: Page, placed: ListedPerson): Promise<void> {
  await page.getByRole('searchbox', { name: 'Name, email or phone' }).fill('şükrü iğneci')
  await page.getByRole('link', { name: `${placed.name}: report` }).click()
  await page.getByRole('heading', { level: 1, name: placed.name }).waitFor()
  await page.getByRole('heading', { level: 2, name: `Level ${expectedPlacement.level}` }).waitFor()
  await page.getByText(`${expectedPlacement.total} of 75 points in total.`).waitFor()
  await page.getByText(`Chance that the true level is ${expectedPlacement.neighbour}.`).waitFor()
  const text = await pdfText(await downloadedReport(page))
  expect(text).toContain(placed.name)
  expect(text).toMatch(/^ +B2 {2}/m)
  expect(text).toContain('53 of 75 points in total.')
}

/** The database has what the phone sent: once each, not late, with its time. */
export async function expectPlacementStored(
  { server, cast }: Served,
  placed: ListedPerson,
  receipt: string,
  answers: Readonly<Record<string, string>>,
): Promise<void> {
  const { db } = server.database
  const attempt = await db
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.user_id')
    .where('users.email', '=', placed.email)
    .selectAll('attempts')
    .executeTakeFirstOrThrow()
  expect([attempt.client_id, attempt.receipt, attempt.closed_by]).toEqual([cast.anadolu, receipt, 'person'])
  const stored = await db
    .selectFrom('responses')
    .where('attempt_id', '=', attempt.id)
    .select(['item_id', 'value', 'late', 'elapsed_ms'])
    .execute()
  expect(stored).toHaveLength(Object.keys(answers).length)
  expect(stored.filter(({ late, elapsed_ms }) => late || elapsed_ms === null)).toEqual([])
  expect(Object.fromEntries(stored.map(({ item_id, value }) => [item_id, value]))).toEqual(answers)
  // A reload without a line is no further device.
  const opened = await db
    .selectFrom('attempt_signals')
    .where('attempt_id', '=', attempt.id)
    .where('kind', '=', 'opened')
    .select('kind')
    .execute()
  expect(opened).toHaveLength(1)
}
