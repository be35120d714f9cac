import type { Locator, Page } from 'playwright-core'

/** The names and values that a page lists beside each other. */
export async function facts(page: Page): Promise<Record<string, string>> {
  const pairs = await page
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent]),
    )
  return Object.fromEntries(pairs)
}

/** A manager's first page greets by the hour. */
export const greeting = /^Good (morning|afternoon|evening), /

/** Signs in and waits for the first page. */
export async function signIn(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: greeting }).waitFor()
}

/** The file that a button downloads, directly or through another one. */
export async function downloaded(page: Page, button: string, item?: string): Promise<Buffer> {
  const first = page.getByRole('button', { name: button, exact: true }).first()
  if (item !== undefined) await first.click()
  const press = item === undefined ? first : page.getByRole('menuitem', { name: item, exact: true })
  return saved(page, press)
}

/** The PDF of somebody's report, after saying what it is for, as a manager does once for a client's reports. */
export async function downloadedReport(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Download PDF', exact: true }).first().click()
  const asked = page.getByRole('dialog', { name: 'What is this file for?' })
  await asked.getByRole('combobox', { name: 'Purpose' }).click()
  await page.getByRole('option', { name: 'Hiring or placing people' }).click()
  return saved(page, asked.getByRole('button', { name: 'Download file' }))
}

/** The file that this button saves. */
export async function saved(page: Page, press: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), press.click()])
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
