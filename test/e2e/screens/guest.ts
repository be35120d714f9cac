import type { Scene } from './scene.ts'
import type { Visit } from './visit.ts'

/** Screens without signing in. */
export async function guestScreens(url: string, scene: Scene, at: Visit): Promise<void> {
  const { page, t, see } = at
  const heading = (key: string) => page.getByRole('heading', { level: 1, name: t(key) }).waitFor()
  await page.goto(`${url}/sign-in`)
  await heading('auth:signIn.title')
  // The application's own page replaces the one in the document.
  await page.locator('#root > :not([inert]) h1').waitFor()
  await see('sign-in')
  await page.getByRole('button', { name: t('auth:signIn.submit') }).click()
  await page.getByText(t('auth:email.required')).waitFor()
  await see('sign-in-errors')
  await page.getByText(t('auth:signIn.byLink'), { exact: true }).click()
  await page.getByRole('textbox', { name: t('auth:email.label') }).fill('nobody@example.test')
  await page.getByRole('button', { name: t('auth:link.submit') }).click()
  await page.getByText(t('auth:link.sent')).waitFor()
  await see('sign-in-link-sent')

  for (const why of ['ended', 'refused']) {
    await page.evaluate((kept) => sessionStorage.setItem('terazi.ended', kept), why)
    await page.goto(`${url}/sign-in`)
    await page.getByText(t(`auth:signIn.${why}`)).waitFor()
    await see(`sign-in-${why}`)
  }
  await page.evaluate(() => sessionStorage.clear())

  await page.goto(`${url}/sign-in?way=organisation`)
  await page.getByRole('button', { name: t('auth:organisation.other') }).waitFor()
  await see('sign-in-organisation')
  at.expectStatus(400)
  await page.goto(`${url}/sso/callback?state=${'a'.repeat(43)}&code=b`)
  await heading('auth:organisation.failed')
  await see('sign-in-organisation-failed')

  await page.goto(`${url}/magic-link/abcdef/wrong`)
  await heading('player:link.invalid')
  await see('magic-link-invalid')
  await page.goto(url + scene.expiredLink)
  await page.getByRole('button', { name: t('player:link.use') }).click()
  await heading('player:link.expired')
  await see('magic-link-expired')
  await page.goto(url + scene.usedLink)
  await heading('player:link.thanks')
  await see('magic-link-thanks')

  await page.goto(`${url}/k`)
  await heading('slip-code:title')
  await see('slip-code')
  const code = page.getByRole('textbox', { name: t('slip-code:label') })
  await code.pressSequentially('7kq4m0xw2h')
  await page.getByRole('button', { name: t('slip-code:submit') }).click()
  await page.getByText(t('slip-code:short', { count: 2 })).waitFor()
  await see('slip-code-short')
  await code.pressSequentially('vz')
  await page.getByText(t('slip-code:all')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(t('errors:slip_code_invalid')).waitFor()
  await see('slip-code-unknown')

  await registerScreens(url, scene, at)

  await sharedScreens(url, scene, at)
  await copyScreens(url, scene, at)

  await page.goto(`${url}/unsubscribe/finished-${'x'.repeat(86)}`)
  await heading('notifications:stop.invalid')
  await see('unsubscribe-invalid')
  await page.goto(url + scene.unsubscribe)
  await heading('notifications:stop.title')
  await see('unsubscribe')

  await page.goto(`${url}/access-denied`)
  await heading('auth:denied.title')
  await see('access-denied')
  await page.goto(`${url}/error`)
  await heading('common:error.uncaught')
  await see('error')

  // A used link leaves its bare address behind.
  await page.goto(`${url}/magic-link`)
  await heading('auth:signIn.title')
  await see('magic-link-bare')
  await page.goto(`${url}/reset-password`)
  await heading('auth:forgot.title')
  await see('reset-password-bare')
}

/** Shared reports, in the language of their link: a wrong PIN, then the right one. */
async function sharedScreens(url: string, { shares }: Scene, { page, t, see, look }: Visit): Promise<void> {
  const { path, pin } = shares[look.locale]
  await page.goto(url + path)
  const field = page.getByRole('textbox', { name: t('shared:pin.label') })
  await field.fill(pin === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await page.getByText(t('errors:share_refused')).waitFor()
  await see('shared-wrong-pin')
  await field.fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'ŞÜKRÜ İĞNECİ' }).first().waitFor()
  await see('shared-reports')
}

/** The check of a report with the unchanged file, with another one, and with an id that leads nowhere. */
async function copyScreens(
  url: string,
  { copy }: Scene,
  { page, t, see, expectStatus }: Visit,
): Promise<void> {
  await page.goto(`${url}/verify/${copy.id}`)
  const file = (buffer: Uint8Array) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Ada Can – AYT.pdf', mimeType: 'application/pdf', buffer: Buffer.from(buffer) })
  await page.getByText(t('verify:lead')).waitFor()
  await file(copy.pdf)
  await page.getByText(t('verify:file.same'), { exact: true }).waitFor()
  await see('verify')
  await file(copy.pdf.slice(1))
  await page.getByText(t('verify:file.other'), { exact: true }).waitFor()
  await see('verify-changed')
  expectStatus(404)
  await page.goto(`${url}/verify/${'x'.repeat(22)}`)
  await page.getByRole('heading', { name: t('verify:gone.title') }).waitFor()
  await see('verify-gone')
}

/** Registering with an address, as far as the code. */
async function registerScreens(
  url: string,
  { registration }: Scene,
  { page, t, see, look }: Visit,
): Promise<void> {
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const field = (key: string) => page.getByRole('textbox', { name: t(key), exact: true })
  await page.goto(`${url}/r/${registration.code}`)
  await page.getByRole('heading', { level: 1, name: 'Depo görevlisi' }).waitFor()
  await see('register')
  await press('register:sendCode')
  await page.getByText(t('register:nameMissing')).waitFor()
  await see('register-errors')
  await field('register:name').fill('Ada Deniz')
  await field('register:label.email').fill(`${look.locale}-${look.mode}-${look.device}@deniz.test`)
  await press('register:sendCode')
  await page.getByRole('heading', { level: 1, name: t('register:codeTitle') }).waitFor()
  await see('register-code')
  await field('register:code').fill('12345')
  await press('register:codeSubmit')
  await page.getByText(t('register:codeShort')).waitFor()
  await see('register-code-short')
  await page.evaluate(() => sessionStorage.clear())
}
