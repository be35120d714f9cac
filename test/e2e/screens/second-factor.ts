import { castPassword } from '#test/support/cast.ts'
import type { Visit } from './visit.ts'

export interface Account {
  readonly email: string
  readonly password: string
}

const press = ({ page, t }: Visit, key: string) =>
  page.getByRole('button', { name: t(key), exact: true }).click()
/** The secret as the page writes it, without its spaces. */
export const secretOn = async ({ page }: Pick<Visit, 'page'>) =>
  (await page.locator('bdi.num').innerText()).replaceAll(' ', '')

/** Turns two-step sign-in on in the account settings. @returns the secret */
export async function cardScreens(
  url: string,
  at: Visit,
  codeOf: (secret: string) => string,
): Promise<string> {
  const { page, t, see } = at
  await page.goto(`${url}/account/settings/password`)
  await page.getByRole('button', { name: t('second-factor:card.turnOn'), exact: true }).waitFor()
  await see('second-factor-off')
  await press(at, 'second-factor:card.turnOn')
  await press(at, 'second-factor:begin.submit')
  await page.getByText(t('second-factor:off.passwordMissing'), { exact: true }).waitFor()
  await see('second-factor-begin')
  await page.getByLabel(t('second-factor:off.password'), { exact: true }).fill(castPassword)
  await press(at, 'second-factor:begin.submit')
  await page.getByRole('img', { name: t('second-factor:enrol.qr') }).waitFor()
  await see('second-factor-enrol')
  const secret = await secretOn(at)
  await press(at, 'second-factor:enrol.confirm')
  await page.getByText(t('second-factor:code.missing')).waitFor()
  await page.getByRole('textbox', { name: t('second-factor:enrol.code') }).fill(codeOf(secret))
  await press(at, 'second-factor:enrol.confirm')
  await page.getByRole('heading', { name: t('second-factor:recovery.title') }).waitFor()
  await see('second-factor-codes')
  await press(at, 'second-factor:recovery.kept')
  await page.getByText(t('second-factor:card.codesLeft', { count: 10 })).waitFor()
  await page.getByText(t('second-factor:card.turnedOn')).waitFor({ state: 'detached' })
  await see('second-factor-on')
  await press(at, 'second-factor:card.turnOff')
  await press(at, 'second-factor:off.submit')
  await page.getByText(t('second-factor:off.passwordMissing'), { exact: true }).waitFor()
  await see('second-factor-turn-off')
  return secret
}

async function signIn(url: string, at: Visit, { email, password }: Account): Promise<void> {
  const { page, t } = at
  at.expectStatus(400)
  await page.goto(`${url}/sign-in`)
  await page.getByRole('textbox', { name: t('auth:email.label') }).fill(email)
  await page.getByLabel(t('auth:password.label'), { exact: true }).fill(password)
  await press(at, 'auth:signIn.submit')
}

/** The second step of signing in, a wrong code, and the way by a recovery code. */
export async function stepScreens(url: string, at: Visit, account: Account): Promise<void> {
  const { page, t, see } = at
  await signIn(url, at, account)
  await page.getByRole('heading', { level: 1, name: t('second-factor:step.app.title') }).waitFor()
  await see('second-factor-step')
  await page.getByRole('textbox', { name: t('second-factor:step.app.label') }).fill('000 000')
  await press(at, 'second-factor:step.submit')
  await page.getByText(t('errors:second_factor_code_wrong')).waitFor()
  await see('second-factor-wrong')
  await press(at, 'second-factor:step.recovery.instead')
  await page.getByRole('heading', { level: 1, name: t('second-factor:step.recovery.title') }).waitFor()
  await see('second-factor-recovery')
  await press(at, 'second-factor:step.again')
  await page.getByRole('heading', { level: 1, name: t('auth:signIn.title') }).waitFor()
}

/** Sign-in for a person who must set it up. */
export async function setUpScreens(url: string, at: Visit, account: Account): Promise<void> {
  const { page, t, see } = at
  await signIn(url, at, account)
  await page.getByRole('img', { name: t('second-factor:enrol.qr') }).waitFor()
  await see('second-factor-set-up')
}

/** The superuser's settings; `whileRequired` runs between requiring and releasing. */
export async function settingsScreens(
  url: string,
  at: Visit,
  whileRequired: () => Promise<void>,
): Promise<void> {
  const { page, t, see } = at
  await page.goto(`${url}/admin/settings`)
  await page.getByText(t('second-factor:policy.freeText')).waitFor()
  await see('platform-settings')
  await press(at, 'second-factor:policy.require')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('second-factor:policy.consequence')).waitFor()
  await see('platform-settings-ask')
  await dialog.getByRole('button', { name: t('second-factor:policy.require') }).click()
  await page.getByText(t('second-factor:policy.requiredText')).waitFor()
  await see('platform-settings-required')
  await whileRequired()
  await press(at, 'second-factor:policy.release')
  await page.getByText(t('second-factor:policy.freeText')).waitFor()
}
