import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authToken, usersMe } from '#contract/auth.ts'
import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { request } from '#test/support/api.ts'
import { laptop } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const other = 'Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'

async function signIn(page: Page): Promise<void> {
  const { server, cast } = served
  await page.goto(`${server.url}/sign-in?redirectUrl=/account/settings/nowhere`)
  await page.getByRole('textbox', { name: translate('en', 'auth:email.label') }).fill(cast.stranger.email)
  await page.getByLabel(translate('en', 'auth:password.label'), { exact: true }).fill(castPassword)
  await page.getByRole('button', { name: translate('en', 'auth:signIn.submit') }).click()
}

test('a person changes name, picture, password and language, and signs another device out', async () => {
  const { server, cast, browser } = served
  const context = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await context.newPage()
  let language: Locale = 'en'
  const t = (key: string, variables?: Record<string, string>) => translate(language, key, variables)
  const tab = (name: string) => page.getByRole('link', { name: t(`account:tab.${name}`) }).click()
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const me = async (token: string) => request(server.url, usersMe, { token })
  const elsewhere = await request(server.url, authToken, {
    body: { username: cast.stranger.email, password: castPassword },
    headers: { 'user-agent': other },
  })
  const there = elsewhere.answer.token

  // An address without such a part leads to the first one.
  await signIn(page)
  await page.waitForURL(`${server.url}/account/settings/profile`)

  // Typed text is kept while another part is open.
  await tab('general')
  await page.getByRole('textbox', { name: t('account:name.label') }).fill('Şükrü İğneci')
  await tab('preferences')
  await page.getByRole('heading', { level: 2, name: t('account:preferences.title') }).waitFor()
  await tab('general')
  await press('account:save')
  await page.getByText(t('account:saved')).first().waitFor()
  expect((await me(there)).answer.name).toBe('Şükrü İğneci')

  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c17d06' } })
    .jpeg()
    .toBuffer()
  await page
    .getByLabel(t('account:avatar.label'), { exact: true })
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('button', { name: t('ui:avatar.move') }).press('ArrowLeft')
  await press('ui:avatar.use')
  const shown = page.locator('header img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)

  await tab('preferences')
  await page.getByRole('combobox', { name: t('account:preferences.language') }).click()
  await page.getByRole('option', { name: 'Türkçe' }).click()
  language = 'tr'
  await page.getByRole('heading', { level: 1, name: t('account:title') }).waitFor()
  await page.getByRole('combobox', { name: t('account:preferences.timeZone') }).fill('tokyo')
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click()
  await expect
    .poll(async () => (await me(there)).answer)
    .toMatchObject({ locale: 'tr', timeZone: 'Asia/Tokyo' })

  await tab('sessions')
  await page
    .getByRole('button', { name: t('account:sessions.endOf', { device: 'Chrome, Android' }), exact: true })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('account:sessions.end') })
    .click()
  await page.getByText(t('account:sessions.ended', { device: 'Chrome, Android' })).waitFor()
  expect((await me(there)).status).toBe(401)

  await tab('password')
  const password = 'dokuz-mavi-kavanoz'
  await page.getByLabel(t('account:currentPassword.label'), { exact: true }).fill('not the password')
  await page.getByLabel(t('account:password.next'), { exact: true }).fill(password)
  await page.getByLabel(t('account:password.again'), { exact: true }).fill(password)
  await press('account:password.change')
  await page.getByText(t('validation:password_wrong')).first().waitFor()
  await page.getByLabel(t('account:currentPassword.label'), { exact: true }).fill(castPassword)
  await press('account:password.change')
  await page.getByText(t('account:password.updated')).waitFor()
  const again = await request(server.url, authToken, { body: { username: cast.stranger.email, password } })
  expect(again.status).toBe(200)
  await context.close()
})
