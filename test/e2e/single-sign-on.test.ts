import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { freePort } from '#test/support/external-postgres.ts'
import { startProvider, type TestProvider } from '#test/support/identity-provider.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'

let served: Served
let provider: TestProvider
const texts = new Map<string, string[]>()
const names = {
  addresses: async () => [{ address: '127.0.0.1', family: 4 as const }],
  texts: async (name: string) => texts.get(name) ?? [],
}

beforeAll(async () => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  served = await serve({ port, publicUrl, names })
  provider = await startProvider(`${publicUrl}/sso/callback`)
})
afterAll(async () => {
  await provider.close()
  await served.close()
})

const shots = process.env.SSO_SHOTS
async function shoot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

test('a manager adds a provider, an admin confirms its domain, and another browser signs in by it', async () => {
  const { server, cast, browser } = served
  const open = async (look: object = laptop) => browser.newPage({ ...look, locale: 'en-GB' })
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  const manager = await open()
  await signIn(manager, server.url, cast.manager.email, castPassword)
  await manager.goto(`${server.url}/manager/organisation/integrations`)
  await press(manager, 'Add sign-in service')
  await manager.getByLabel('Issuer').fill(provider.issuer)
  await manager.getByLabel('Client ID').fill(provider.clientId)
  await manager.getByLabel('Client secret', { exact: true }).fill(provider.clientSecret)
  await manager.getByLabel('Domains of your mail addresses').fill('example.test')
  await shoot(manager, 'form-en-1440')
  await manager.getByRole('dialog').getByRole('button', { name: 'Add sign-in service' }).click()
  await manager.getByText('Not confirmed yet').waitFor()
  const value = manager.getByText(/^terazi-verification=/)
  texts.set('_terazi.example.test', [await value.innerText()])
  await shoot(manager, 'section-en-1440')
  await manager.setViewportSize(phone.viewport)
  await shoot(manager, 'section-en-360')

  const admin = await open()
  await admin.goto(`${server.url}/sign-in`)
  await admin.getByRole('textbox', { name: 'Email' }).fill(cast.admin.email)
  await admin.getByRole('textbox', { name: 'Password' }).fill(castPassword)
  await press(admin, 'Sign in')
  await admin.waitForURL(`${server.url}/admin/dashboard`)
  await admin.goto(`${server.url}/admin/clients/${cast.anadolu}`)
  await press(admin, 'Confirm domain')
  await admin.getByText(/^Confirmed on/).waitFor()
  await shoot(admin, 'confirmed-en-1440')

  provider.person = { subject: 'm', email: cast.manager.email }
  provider.asks = true
  const context = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${server.url}/sign-in?redirectUrl=/manager/participants`)
  await shoot(page, 'sign-in-en-1440')
  await press(page, 'Continue with your organisation')
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@elsewhere.test')
  await press(page, 'Continue')
  await page.getByText('No organisation uses its own sign-in with this address.').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(cast.manager.email)
  await shoot(page, 'organisation-en-1440')
  await press(page, 'Continue')
  const asked = page.waitForRequest((sent) => sent.url().includes('/sso/callback?'))
  await page.getByRole('link', { name: 'Sign in here' }).click()
  const callback = (await asked).url()
  await page.waitForURL(`${server.url}/manager/participants`)
  await page.getByRole('heading', { level: 1, name: 'Participants' }).waitFor()
  // The account belongs to more than this organisation.
  await page.goto(`${server.url}/account/settings/password`)
  await page.waitForURL(`${server.url}/access-denied`)

  // The same address once more, as from the history.
  const again = await context.newPage()
  await again.goto(callback)
  await again.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
  await shoot(again, 'reused-en-1440')
  expect(again.url()).toBe(`${server.url}/sso/callback`)
  await context.close()

  // In Turkish, on a phone at night.
  const dark = { ...phone, locale: 'tr-TR', colorScheme: 'dark' as const }
  const turkish = await browser.newPage(dark)
  await turkish.goto(callback)
  await turkish.getByRole('heading', { name: 'Oturum açılamadı' }).waitFor()
  await turkish.getByText('Bu giriş bu tarayıcıda başlamadı').waitFor()
  await shoot(turkish, 'state-tr-360')
  await turkish.getByRole('button', { name: 'Yeniden giriş yap' }).click()
  await turkish.getByRole('button', { name: 'Diğer giriş yolları' }).waitFor()
  await shoot(turkish, 'organisation-tr-360')
  await turkish.getByRole('button', { name: 'Diğer giriş yolları' }).click()
  await turkish.getByRole('button', { name: 'Kurum hesabıyla devam et' }).waitFor()
  await shoot(turkish, 'sign-in-tr-360')
})
