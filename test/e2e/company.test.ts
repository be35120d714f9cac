import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#contract/auth.ts'
import { updateClient } from '#contract/clients.ts'
import { listCandidates } from '#contract/people.ts'
import { addQuota } from '#contract/quotas.ts'
import { mailFinished } from '#server/features/notifications/jobs.ts'
import { translate } from '#server/locales.ts'
import { request } from '#test/support/api.ts'
import { companyBilling } from '#test/support/billing.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword, inventory } from '#test/support/cast.ts'
import { mailsTo } from '#test/support/mails.ts'
import { addRunning, submit } from '#test/support/taking.ts'
import { fillBilling, fillCompany } from './fill-company.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'
import { focused } from './waiting.ts'

let served: Served
const t = (key: string, variables?: Record<string, string | number>) => translate('en', key, variables)

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const press = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true }).click()

/** Invites one person without a test, up to pressing Send. */
async function inviteOne(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/manager/assignments/create`)
  await page.getByText(t('invite:method.one'), { exact: true }).click()
  await page.getByRole('textbox', { name: t('invite:one.name') }).fill('Ece Kaya')
  await page.getByRole('textbox', { name: t('invite:one.email') }).fill('ece@example.test')
  await press(page, 'invite:people.next')
  await page.getByRole('checkbox', { name: 'English placement test' }).click()
  await page.getByRole('textbox', { name: t('invite:what.description') }).fill('Hat operatörü alımı')
  await press(page, 'invite:what.next')
  await page.getByRole('button', { name: t('invite:check.send', { count: 1, number: 1 }) }).click()
}

test('a new account sets up an organisation on a phone, sees that it is pending, and invites once it is active', async () => {
  const { server, cast, browser } = served
  const { url } = server
  const password = 'yedi~tane~kiraz'
  const email = 'ada@deniz.example'
  const body = { fullName: 'Ada Deniz', email, password, confirmPassword: password }
  const { answer } = await request(url, signUp, { body, headers: { 'accept-language': 'en' } })
  const context = await browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  await context.addInitScript(
    (session) => {
      if (localStorage.getItem('terazi.auth') === null)
        localStorage.setItem('terazi.auth', JSON.stringify({ state: session, version: 0 }))
    },
    { signedIn: true, token: answer.token, user: answer.user },
  )
  const page = await context.newPage()

  await page.goto(`${url}/participant/assignments`)
  await page.getByRole('link', { name: t('player:list.setUp') }).click()
  await page.getByRole('heading', { level: 1, name: t('company:title.new') }).waitFor()
  await press(page, 'company:next')
  await page.getByText(t('validation:required')).first().waitFor()
  await focused(page.locator('[name="name"]'))
  await fillCompany(page, t)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: t('company:billing.title') }).waitFor()
  await fillBilling(page, t, '4540536921')
  await press(page, 'company:next')
  await page.getByText(t('validation:tax_number')).waitFor()
  await focused(page.locator('[name="billing.taxNumber"]'))
  await page.getByRole('textbox', { name: t('company:field.taxNumber') }).fill('454 053 6920')
  await press(page, 'company:next')
  await page.getByRole('heading', { level: 2, name: t('company:review.title') }).waitFor()
  await page.reload()
  await page.getByText(companyBilling.title).waitFor()
  await press(page, 'company:submit.new')

  await page.getByText(t('common:client.pending', { name: 'Deniz Plastik' })).waitFor()
  await page.getByText(t('common:client.pendingVerify')).waitFor()
  await page.waitForURL(/\/manager\//)
  const { id, status } = await server.database.db
    .selectFrom('clients')
    .select(['id', 'status'])
    .where('name', '=', 'Deniz Plastik')
    .executeTakeFirstOrThrow()
  expect(status).toBe('pending')
  const params = { clientId: id }
  const quota = { inventoryId: inventory(cast, 'ENGLISH'), quantity: 5 }
  await request(url, addQuota, { token: cast.admin.token, params, body: quota })
  await inviteOne(page, url)
  await page.getByText(t('errors:client_not_active')).waitFor()

  await request(url, updateClient, { token: cast.admin.token, params, body: { status: 'active' } })

  await page.reload()
  await page.getByRole('heading', { level: 1, name: t('invite:title') }).waitFor()
  await page.getByRole('button', { name: t('invite:check.send', { count: 1, number: 1 }) }).click()
  await page.getByRole('heading', { name: t('invite:result.title') }).waitFor()
  await page.getByText(t('common:client.pending', { name: 'Deniz Plastik' })).waitFor({ state: 'detached' })
  const people = await request(url, listCandidates, { token: answer.token, params })
  expect(people.answer.results.map(({ name }) => name)).toEqual(['Ece Kaya'])
  await context.close()
})

test('signing up for an organisation leads to setting it up, and the manager finds the details again', async () => {
  const { server, cast, browser } = served
  const { url } = server
  const context = await browser.newContext({ ...laptop, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const type = (key: string, text: string) =>
    page.getByRole('textbox', { name: t(key), exact: true }).fill(text)
  await page.goto(`${url}/sign-up`)
  await type('auth:fullName.label', 'Can Deniz')
  await page.getByText(t('auth:signUp.kindText.organisation')).waitFor()
  await type('auth:email.label', 'can@deniz.example')
  await type('auth:password.label', 'yedi~tane~kiraz')
  await type('auth:newPassword.confirm', 'yedi~tane~kiraz')
  await press(page, 'auth:signUp.submit')
  await page.getByRole('heading', { level: 1, name: t('company:title.new') }).waitFor()

  await context.close()

  const office = await browser.newContext({ ...laptop, locale: 'en-GB', reducedMotion: 'reduce' })
  const desk = await office.newPage()
  await signIn(desk, url, cast.manager.email, castPassword)
  await desk.locator('button[aria-haspopup="menu"][aria-label^="Account:"]').click()
  await desk.getByRole('menuitem', { name: t('common:nav.organisation') }).click()
  await desk.getByRole('heading', { level: 1, name: t('common:nav.organisation'), exact: true }).waitFor()
  await desk.getByRole('textbox', { name: t('company:field.phone') }).fill('0232 411 20 21')
  await desk.getByRole('button', { name: t('company:submit.edit') }).click()
  await desk.getByText(t('company:saved')).waitFor()
  await desk.getByRole('link', { name: t('company:organisation.editBilling') }).click()
  await desk.getByRole('heading', { level: 1, name: t('company:title.edit') }).waitFor()
  await office.close()
})

test('a manager chooses mails about finished tests, and stops them again from a mail on a phone', async () => {
  const { server, cast, browser } = served
  const { url } = server
  const office = await browser.newContext({ ...laptop, locale: 'en-GB', reducedMotion: 'reduce' })
  const desk = await office.newPage()
  await signIn(desk, url, cast.manager.email, castPassword)
  await desk.goto(`${url}/manager/organisation`)
  await desk.getByRole('link', { name: t('notifications:title'), exact: true }).click()
  const pace = desk.getByRole('combobox', { name: t('notifications:finished.label') })
  await pace.click()
  await desk.getByRole('option', { name: t('notifications:finished.each') }).click()
  await desk.getByText(t('notifications:saved')).first().waitFor()
  const units = desk.getByRole('textbox', { name: 'English placement test' })
  await units.fill('25')
  await press(desk, 'notifications:quotaAt.save')
  await desk.getByText(t('notifications:quotaAt.saved')).waitFor()

  const { db } = server.database
  await submit(server, await addRunning(server, cast.anadolu, 'ENGLISH'))
  expect(await mailFinished(db, new Date(Date.now() + 120_000))).toBe(1)
  await server.runJobs()
  const mail = (await mailsTo(db, cast.manager.email)).find(({ kind }) => kind === 'finished_tests')
  const link = mail?.links.find((one) => one.includes('/unsubscribe/')) ?? 'none'

  const pocket = await browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  const reader = await pocket.newPage()
  const answer = await reader.goto(link)
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  })
  await reader.getByText('Anadolu Gıda A.Ş.').waitFor()
  await press(reader, 'notifications:stop.submit')
  await reader.getByRole('heading', { name: t('notifications:stop.done') }).waitFor()
  await pocket.close()

  await desk.reload()
  await units.waitFor()
  expect(await pace.inputValue()).toBe(t('notifications:finished.off'))
  expect(await units.inputValue()).toBe('25')
  await office.close()
})
