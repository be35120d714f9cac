import type { Locale } from '#contract/fields.ts'
import type { addresses } from '#contract/pages.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { FieldFailure } from '#server/http/failure.ts'
import type { Origin } from '#server/http/origin.ts'
import { addJob } from '#server/jobs/add.ts'
import { networkOf } from '#server/throttles/network.ts'
import { take } from '#server/throttles/throttles.ts'
import { sendVerification } from './jobs.ts'
import { type SignedIn, signIn } from './open-session.ts'
import { setPassword } from './password-queries.ts'
import { refuseEasyPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { findUnverified, insertUserIfNew } from './queries.ts'
import { newUserIds } from './users.ts'

/**
 * Opens an account with no role but to take tests, and signs its owner in. An address that has an account is refused by
 * name: there is no answer of the agreed form that would hide it.
 */
export async function signUp(
  db: Database,
  account: {
    fullName: string
    email: string
    password: string
    confirmPassword: string
    redirectUrl?: typeof addresses.company | undefined
    browser?: string | undefined
    locale: Locale
  },
  origin: Origin,
): Promise<SignedIn> {
  await take(db, [{ key: `sign-up:${networkOf(origin.address)}`, atMost: 30, seconds: 3600 }])
  const { email, password, redirectUrl, browser, locale } = account
  if (account.confirmPassword !== password)
    throw new FieldFailure({ confirmPassword: { key: 'password_mismatch' } })
  refuseEasyPassword('password', password, { email })
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    const user = { ...newUserIds(), email, name: account.fullName, locale }
    if (!(await insertUserIfNew(tx, user))) throw new FieldFailure({ email: { key: 'email_taken' } })
    await setPassword(tx, user.id, passwordHash)
    await addJob(tx, sendVerification, { userId: user.id, email, locale, redirectUrl, browser })
    await recordAudit(tx, {
      action: 'sign_up',
      actorId: user.id,
      subjectId: user.id,
      address: origin.address,
    })
    const session = { userId: user.id, invitationClientId: null, remembered: false }
    return signIn(tx, session, origin, 'sign_up')
  })
}

/** Has the caller's verification link mailed again, unless their address is confirmed. How many mails go out is the job's own limit. */
export async function sendVerificationAgain(
  db: Database,
  caller: Caller,
  asked: { locale: Locale; redirectUrl?: typeof addresses.company | undefined; browser?: string | undefined },
): Promise<void> {
  const { userId } = caller
  await take(db, [{ key: `verification:${userId}`, atMost: 30, seconds: 3600 }])
  const person = await findUnverified(db, userId)
  if (person?.email == null) return
  await addJob(db, sendVerification, { userId, email: person.email, ...asked })
}
