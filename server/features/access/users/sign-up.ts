import type { sendVerification as sendVerificationCall, signUp as signUpCall } from '#contract/auth.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { originOf } from '#server/http/origin.ts'
import type { Actor, Context, Visitor } from '#server/http/subject.ts'
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
  _platform: undefined,
  { fullName: name, email, password, confirmPassword, redirectUrl, browser }: BodyOf<typeof signUpCall>,
  { address, locale }: Visitor,
  { request }: Context,
): Promise<SignedIn> {
  await take(db, [{ key: `sign-up:${networkOf(address)}`, atMost: 30, seconds: 3600 }])
  if (confirmPassword !== password) throw new FieldFailure({ confirmPassword: { key: 'password_mismatch' } })
  refuseEasyPassword('password', password, { email })
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    const user = { ...newUserIds(), email, name, locale }
    if (!(await insertUserIfNew(tx, user))) throw new FieldFailure({ email: { key: 'email_taken' } })
    await setPassword(tx, user.id, passwordHash)
    await addJob(tx, sendVerification, { userId: user.id, email, locale, redirectUrl, browser })
    const by = { userId: user.id, address }
    await recordAudit(tx, { action: 'sign_up', by, subjectId: user.id })
    const session = { userId: user.id, invitationClientId: null, remembered: false }
    return signIn(tx, session, originOf(request), 'sign_up')
  })
}

/** Has the caller's verification link mailed again, unless their address is confirmed. How many mails go out is the job's own limit. */
export async function sendVerificationAgain(
  db: Database,
  _platform: undefined,
  asked: BodyOf<typeof sendVerificationCall>,
  { userId, locale }: Actor,
): Promise<undefined> {
  await take(db, [{ key: `verification:${userId}`, atMost: 30, seconds: 3600 }])
  const person = await findUnverified(db, userId)
  if (person?.email == null) return undefined
  await addJob(db, sendVerification, { userId, email: person.email, ...asked, locale })
  return undefined
}
