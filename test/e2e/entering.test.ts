import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choosePassword } from '#server/features/access/users/users.ts'
import { phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { atItem, keptUpTo, saveLine, tap } from './phone.ts'
import { plannedAnswers } from './placement.ts'
import { type Served, serve } from './served.ts'
import { follow, openElsewhere } from './waiting.ts'

const password = 'yedi tane kiraz var'
const nextPassword = 'sekiz tane erik var'

let served: Served
let made = 0

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const newAddress = () => {
  made += 1
  return `entering-${made}@example.test`
}

async function open(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await served.browser.newContext({ ...phone, locale: 'en-GB', serviceWorkers: 'block' })
  return { context, page: await context.newPage() }
}

const at = (page: Page, path: string) => page.waitForURL(served.server.url + path)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function newestLink(recipient: string): Promise<string> {
  await served.server.runJobs()
  const mail = await served.server.database.db
    .selectFrom('demo_mails')
    .select('links')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return mail.links[0] ?? ''
}

async function choose(page: Page, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(secret)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(secret)
  await page.getByRole('button', { name: 'Save password' }).click()
}

test('a person signs up, confirms the address, chooses the password again, and signs in with it', async () => {
  const { context, page } = await open()
  const email = newAddress()
  await page.goto(`${served.server.url}/sign-in`)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByText('Myself', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ada Deniz')
  await page.getByRole('textbox', { name: 'Email' }).fill(served.cast.manager.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByText('This email address already has an account.').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.keyboard.press('Enter')
  await at(page, '/participant/assignments')

  await follow(page, await newestLink(email))
  await heading(page, 'Your email address is confirmed')
  await choose(page, password)
  await page.waitForURL(/\/participant\/assignments/)
  await context.close()
  const other = await open()
  await other.page.goto(`${served.server.url}/sign-in`)
  await signIn(other.page, email, password)
  await at(other.page, '/participant/assignments')
  await other.context.close()
})

test('an organisation can be set up after confirming the address, on any device', async () => {
  const { context, page } = await open()
  const email = newAddress()
  await page.goto(`${served.server.url}/sign-up`)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ada Deniz')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await at(page, '/app/account/kyc-form')
  const other = await open()
  await openElsewhere(other.page, await newestLink(email))
  await choose(other.page, nextPassword)
  await at(other.page, '/app/account/kyc-form')
  await other.context.close()
  // The first device's session ended when the address was confirmed.
  await page.reload()
  await page.getByText('Your session expired').waitFor()
  await signIn(page, email, nextPassword)
  await at(page, '/app/account/kyc-form')
  await context.close()
})

test('a forgotten password is replaced through a link that works once, also after a reload', async () => {
  const { context, page } = await open()
  const { db } = served.server.database
  const email = newAddress()
  const { userId } = await addMember(db, served.cast.anadolu, { email, role: 'manager', locale: 'en' })
  await choosePassword(db, userId, password)
  await page.goto(`${served.server.url}/forgot-password`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await heading(page, 'Check your email')
  await page.getByText('You can send it again in').waitFor()

  const link = await newestLink(email)
  await page.goto(link)
  await page.reload()
  await choose(page, password)
  await page.getByRole('alert').getByText('Choose a password that differs from your previous one.').waitFor()
  await choose(page, nextPassword)
  await heading(page, 'Password updated')
  await at(page, '/reset-password')
  await page.getByRole('link', { name: 'Continue' }).click()
  await signIn(page, email, nextPassword)
  await at(page, '/manager/dashboard')

  // Also shown to signed-in people, and no longer valid.
  await page.goto(link)
  await page.getByRole('link', { name: 'Request a new link' }).waitFor()
  await context.close()
})

test('signing in returns to the requested page, and a dead session leads to sign-in', async () => {
  const { context, page } = await open()
  const { url, database } = served.server
  const { manager } = served.cast
  await page.goto(`${url}/manager/participants?page=2`)
  await at(page, '/sign-in?redirectUrl=%2Fmanager%2Fparticipants%3Fpage%3D2')
  await signIn(page, manager.email, castPassword)
  await at(page, '/manager/participants?page=2')
  await page.goto(`${url}/sign-in?redirectUrl=%2F%2Fevil.test`)
  await at(page, '/manager/dashboard')
  // A manager has no access: only participants take tests.
  await follow(page, `${url}/participant/assignments`)
  await at(page, '/access-denied')
  await sql`DELETE FROM sessions WHERE user_id = ${manager.userId}`.execute(database.db)
  await follow(page, `${url}/manager/participants`)
  await at(page, '/sign-in?redirectUrl=%2Fmanager%2Fparticipants')
  await page.getByText('Your session expired').waitFor()
  await page.reload()
  await page.getByText('Your session expired').waitFor()
  await signIn(page, manager.email, castPassword)
  await at(page, '/manager/participants')
  await context.close()
})

/**
 * Blocks answers inside the page, because browser routes don't see what a closing page sends,
 * and counts the attempts.
 */
async function cutLine(page: Page) {
  await page.addInitScript(() => {
    const real = window.fetch
    window.fetch = (input, init) => {
      const tried = localStorage.getItem('tried')
      if (tried === null || !String(input).includes('/save-responses')) return real(input, init)
      localStorage.setItem('tried', String(Number(tried) + 1))
      return Promise.reject(new TypeError('Failed to fetch'))
    }
  })
  return {
    cut: () => page.evaluate(() => localStorage.setItem('tried', '0')),
    tried: () => page.evaluate(() => Number(localStorage.getItem('tried'))),
    open: () => page.evaluate(() => localStorage.removeItem('tried')),
  }
}

test('a session that is not remembered works in all tabs of the browser, and ends in all of them', async () => {
  const { context, page } = await open()
  const { url } = served.server
  await page.goto(`${url}/sign-in`)
  await signIn(page, served.cast.manager.email, castPassword)
  await at(page, '/manager/dashboard')
  const second = await context.newPage()
  await second.goto(`${url}/manager/participants`)
  await heading(second, 'Participants')
  // The second tab can share it too; a tab at sign-in continues automatically.
  const third = await context.newPage()
  await third.goto(`${url}/sign-in`)
  await at(third, '/manager/dashboard')
  // Pages that sign in on their own never get it.
  await third.goto(`${url}/access-denied`)
  const link = await context.newPage()
  for (const own of [
    '/magic-link/nobody/nothing-that-is-a-token-of-anybody-here-0',
    '/reset-password/a/b',
    '/k',
  ]) {
    await link.goto(url + own)
    await link.getByRole('main').waitFor()
    expect(await link.evaluate(() => sessionStorage.getItem('terazi.shared'))).toBeNull()
  }
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await at(page, '/sign-in')
  await second.waitForURL(/\/sign-in/)
  expect(await third.evaluate(() => sessionStorage.getItem('terazi.auth') ?? '')).not.toContain(
    '"signedIn":true',
  )
  await context.close()
})

test('SR-56: unsent answers outlive a revoked session, and are sent without being shown to the next person', async () => {
  const { context, page } = await open()
  const { url, database } = served.server
  const { db } = database
  const [own, other] = [newAddress(), newAddress()]
  const person = await addMember(db, served.cast.anadolu, { email: own, name: 'Ayşe Demir', locale: 'en' })
  const stranger = await addMember(db, served.cast.anadolu, { email: other, name: 'Can Öz', locale: 'en' })
  for (const { userId } of [person, stranger]) await choosePassword(db, userId, password)
  const assignmentId = await addAssignment(db, served.cast.anadolu, person, { code: 'ENGLISH' })
  const stored = async () => {
    const { rows } = await sql`SELECT r.item_id FROM responses r JOIN attempts a ON a.client_id = r.client_id
      AND a.id = r.attempt_id WHERE a.assignment_id = ${assignmentId}`.execute(db)
    return rows.length
  }

  const line = await cutLine(page)
  await page.goto(`${url}/sign-in`)
  await signIn(page, own, password)
  await at(page, '/participant/assignments')
  await tap(page, 'Get ready')
  await heading(page, 'Information about your personal data')
  await tap(page, 'Continue')
  await tap(page, 'Start test')
  await line.cut()
  for (const number of [1, 2]) {
    await atItem(page, number, 75)
    await page.getByRole('radio').first().check()
    await tap(page, 'Next')
  }
  await saveLine(page, 'Offline: kept on this device (2)')
  await keptUpTo(page, plannedAnswers[2]?.itemId ?? '')
  await sql`DELETE FROM sessions WHERE user_id = ${person.userId}`.execute(db)
  await follow(page, `${url}/participant/assignments`)
  await page.waitForURL(/\/sign-in\?redirectUrl=/)
  // The session expired and nobody else signed in, so the test continues.
  await page.goto(`${url}/participant/assignments/${assignmentId}`)
  await page.getByRole('radio').first().waitFor()
  await page.goto(`${url}/sign-in?redirectUrl=%2Fparticipant%2Fassignments`)

  await line.cut()
  await signIn(page, other, password)
  await at(page, '/participant/assignments')
  await page.getByText('Can Öz').waitFor()
  await page.getByText('No assignments found').waitFor()
  await page.getByText('English placement test').waitFor({ state: 'detached' })
  await page.goto(`${url}/participant/assignments/${assignmentId}`)
  // Wait for the last heading, not the loading one, or a late answer would change the page below.
  await heading(page, 'Couldn’t find this test')
  expect(await page.getByRole('radio').count()).toBe(0)
  // They are sent in the background with their own token, and none is shown.
  await expect.poll(() => line.tried()).toBeGreaterThan(0)
  expect(await stored()).toBe(0)
  await line.open()
  const arrived = page.waitForResponse((response) => response.url().includes('/save-responses'))
  await page.reload()
  const response = await arrived
  expect(response.status()).toBe(200)
  expect(await response.request().headerValue('authorization')).toMatch(/^Token att_/)
  await expect.poll(stored).toBe(2)
  // Nothing of the person who left stays on the device.
  const left = () =>
    page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('terazi-player')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const keys = opening.result.transaction('attempts').objectStore('attempts').getAllKeys()
            keys.onsuccess = () => {
              opening.result.close()
              resolve(keys.result.length)
            }
          }
        }),
    )
  await expect.poll(left).toBe(0)
  await context.close()
})

test('SR-56: a begun test is closed to the next person on the device, also after signing out elsewhere', async () => {
  const { context, page } = await open()
  const { url, database } = served.server
  const { db } = database
  const email = newAddress()
  const person = await addMember(db, served.cast.anadolu, { email, name: 'Ayşe Demir', locale: 'en' })
  await choosePassword(db, person.userId, password)
  await addAssignment(db, served.cast.anadolu, person, { code: 'ENGLISH' })
  await page.goto(`${url}/sign-in`)
  await signIn(page, email, password)
  await at(page, '/participant/assignments')
  await tap(page, 'Get ready')
  await tap(page, 'Continue')
  await tap(page, 'Start test')
  await atItem(page, 1, 75)

  await page.goto(`${url}/account/settings/profile`)
  await page.getByRole('button', { name: 'Account: Ayşe Demir' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await at(page, '/sign-in')
  await follow(page, `${url}/participant/assignments`)
  await page.waitForURL(/\/sign-in/)
  await signIn(page, email, password)
  await at(page, '/participant/assignments')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await atItem(page, 1, 75)
  await context.close()
})

test('a person with an unconfirmed address is reminded beside their tests, and gets the link again', async () => {
  const { context, page } = await open()
  const email = newAddress()
  await page.goto(`${served.server.url}/sign-up`)
  await page.getByText('Myself', { exact: true }).tap()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ada Deniz')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await at(page, '/participant/assignments')
  await page.getByText(`Confirm your address. We sent a link to ${email}.`).waitFor()
  const first = await newestLink(email)
  await tap(page, 'Send again')
  await page.getByText('Link sent again.').waitFor()
  expect(await newestLink(email)).not.toBe(first)
  await served.server.database.db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('email', '=', email)
    .execute()
  await page.reload()
  await heading(page, 'My assignments')
  await page.getByText('No assignments found').waitFor()
  await page.getByText('Confirm your address').waitFor({ state: 'detached' })
  await context.close()
})
