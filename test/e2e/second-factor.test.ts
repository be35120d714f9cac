import { afterAll, beforeAll, expect, test } from 'vitest'
import { usersMe } from '#contract/auth.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { createAccount } from '#server/features/access/users/users.ts'
import { request } from '#test/support/api.ts'
import { laptop } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { codeOf, laterCode, turnOn } from '#test/support/second-factor.ts'
import { greeting, signIn } from './manager.ts'
import { unseen } from './screens/covered.ts'
import { cardScreens, secretOn, settingsScreens, setUpScreens, stepScreens } from './screens/second-factor.ts'
import { seen, tourOf, visit } from './screens/visit.ts'
import { type Served, serve } from './served.ts'
import { focused } from './waiting.ts'

let served: Served
let made = 0

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const operator = async (authority: 'admin' | 'superuser') => {
  made += 1
  const { db } = served.server.database
  const account = { email: `operator-${made}@example.test`, password: castPassword }
  const userId = await createAccount(db, {
    ...account,
    name: 'Ada Deniz',
    authority: [authority],
    locale: 'en',
  })
  const token = await openSession(db, { userId, invitationClientId: null, remembered: false })
  const { answer: user } = await request(served.server.url, usersMe, { token })
  return { ...account, userId, token, session: { signedIn: true, token, user } }
}

test('a manager turns two-step sign-in on, and signs in with a code and with a recovery code', async () => {
  const { server, cast, browser } = served
  const { email } = cast.manager
  const openPage = () => browser.newPage({ ...laptop, locale: 'en-GB' })
  let page = await openPage()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const firstStepElsewhere = async (heading: string) => {
    await page.close()
    page = await openPage()
    await page.goto(`${server.url}/sign-in`)
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(castPassword)
    await press('Sign in')
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }

  await signIn(page, server.url, email, castPassword)
  await page.goto(`${server.url}/account/settings/password`)
  await press('Turn on')
  await page.getByLabel('Your password', { exact: true }).fill(castPassword)
  await press('Continue')
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = await secretOn({ page })
  const used = codeOf(secret)
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(used)
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Save your recovery codes' }).getByRole('listitem')
  await codes.nth(9).waitFor()
  const recoveryCodes = await codes.allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  await press('I’ve saved them')
  await page.getByText('10 recovery codes left.').waitFor()

  await firstStepElsewhere('Enter your code')
  // The code that turned it on is used; the app's next one is not.
  const field = page.getByRole('textbox', { name: 'Code' })
  await focused(field)
  await field.fill(used)
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong or already used.').waitFor()
  await focused(field)
  await field.fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: greeting }).waitFor()

  await firstStepElsewhere('Enter your code')
  await press('Use a recovery code instead')
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: greeting }).waitFor()
  await page.close()
})

test('an admin resets the second step of a person who lost their phone, after a question that names them', async () => {
  const { server, browser } = served
  const { db } = server.database
  const [helped, superuser] = [await operator('admin'), await operator('superuser')]
  await turnOn(server, helped)
  const at = await visit(browser, { locale: 'en', mode: 'light', device: 'phone' }, superuser.session)
  const { page, t, see } = at
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()

  await page.goto(`${server.url}/admin/users?search=${helped.email}&person=${helped.userId}`)
  await page.getByRole('button', { name: t('users:secondFactor.action') }).click()
  const dialog = page.getByRole('dialog', { name: t('users:secondFactor.title', { name: 'Ada Deniz' }) })
  await dialog.waitFor()
  await see('users-second-factor')
  await dialog.getByRole('button', { name: t('users:secondFactor.action') }).click()
  await page.getByText(t('users:secondFactor.done')).waitFor()
  await page.getByRole('button', { name: t('users:secondFactor.action') }).waitFor({ state: 'detached' })
  const left = () =>
    db.selectFrom('second_factors').where('user_id', '=', helped.userId).selectAll().execute()
  await expect.poll(left).toEqual([])

  at.expectStatus(409)
  await page.goto(`${server.url}/admin/settings`)
  await press('second-factor:policy.require')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('second-factor:policy.require') })
    .click()
  await page.getByText(t('errors:second_factor_missing')).waitFor()
  await see('platform-settings-missing')
  await page.getByRole('link', { name: t('second-factor:policy.setUpOwn') }).click()
  await press('second-factor:card.turnOn')
  await at.close()
})

test.each(['tr', 'en'] as const)('screens in %s', async (locale) => {
  const { look, others } = tourOf(locale, 0)
  const { server, browser } = served
  const { url } = server
  const { db } = server.database
  const [person, newcomer, superuser] = [
    await operator('admin'),
    await operator('admin'),
    await operator('superuser'),
  ]
  await turnOn(server, superuser)
  const own = await visit(browser, look, person.session, others)
  await cardScreens(url, own, codeOf)
  await own.close()
  await laterCode(db, person.userId)
  const guest = await visit(browser, look, undefined, others)
  await stepScreens(url, guest, person)
  const ruler = await visit(browser, look, superuser.session, others)
  await settingsScreens(url, ruler, () => setUpScreens(url, guest, newcomer))
  await ruler.close()
  await guest.close()
})

test('every two-step page was checked', () => {
  expect(unseen('secondFactor', seen)).toEqual([])
})
