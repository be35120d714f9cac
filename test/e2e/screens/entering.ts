import { createLink } from '#server/features/memberships/links/links.ts'
import type { NewLink } from '#server/features/memberships/links/new-link.ts'
import { addUser } from '#test/support/invited.ts'
import type { Served } from '../served.ts'
import type { Visit } from './visit.ts'

const password = 'yedi tane kiraz var'

async function linkOf({ server }: Served, purpose: NewLink['purpose'], verified: boolean): Promise<string> {
  const { db } = server.database
  const userId = await addUser(db)
  const email_verified_at = verified ? new Date() : null
  await db
    .updateTable('users')
    .set({ email_verified_at, password_hash: verified ? null : 'chosen before' })
    .where('id', '=', userId)
    .execute()
  const expiresAt = new Date(Date.now() + 3_600_000)
  return (await createLink(db, { userId, purpose, clientId: null, createdBy: null, expiresAt })).path
}

/** Sign-up, forgotten passwords, and passwords chosen after a link. */
export async function enteringScreens(served: Served, at: Visit): Promise<void> {
  const { page, t, see } = at
  const { url } = served.server
  const heading = (key: string) => page.getByRole('heading', { level: 1, name: t(key) }).waitFor()
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const field = (key: string) => page.getByRole('textbox', { name: t(key), exact: true })
  const choose = async (words: string) => {
    await field('auth:newPassword.label').fill(words)
    await field('auth:newPassword.confirm').fill(words)
    await press('auth:newPassword.save')
  }

  await page.goto(`${url}/sign-up`)
  await heading('auth:signUp.title')
  await see('sign-up')
  await field('auth:email.label').fill(served.cast.manager.email)
  await field('auth:password.label').fill('kiraz')
  await press('auth:signUp.submit')
  await page.getByText(t('auth:newPassword.tooShort')).waitFor()
  await see('sign-up-errors')

  await page.goto(`${url}/forgot-password`)
  await heading('auth:forgot.title')
  await see('forgot-password')
  await field('auth:email.label').fill('nobody@example.test')
  await press('auth:forgot.submit')
  await heading('auth:forgot.sent')
  await see('forgot-password-sent')

  at.expectStatus(400)
  await page.goto(url + (await linkOf(served, 'reset', true)))
  await heading('auth:reset.title')
  await see('reset-password')
  await choose('1234567890')
  await page.getByRole('alert').waitFor()
  await see('reset-password-refused')
  await choose(password)
  await heading('auth:reset.done')
  await see('reset-password-done')
  await page.goto(`${url}/reset-password/nobody/${'x'.repeat(43)}`)
  await page.getByRole('link', { name: t('auth:reset.newLink') }).waitFor()
  await see('reset-password-dead')

  await page.goto(url + (await linkOf(served, 'verification', true)))
  await heading('player:link.ready')
  await see('magic-link-ready')
  await press('player:link.use')
  await heading('auth:firstPassword.title')
  await see('first-password')
  await page.goto(url + (await linkOf(served, 'verification', false)))
  await press('player:link.use')
  await heading('auth:firstPassword.confirmed')
  await see('first-password-again')
}
