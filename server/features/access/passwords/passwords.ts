import type {
  resetPassword as resetPasswordCall,
  updatePassword as updatePasswordCall,
} from '#contract/auth.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { revokeFactor } from '#server/features/access/second-factor/revoke.ts'
import { endAllSessions, endOtherSessions } from '#server/features/access/sessions/sessions.ts'
import { requireCurrentPassword } from '#server/features/access/users/current-password.ts'
import { refuseEasyPassword } from '#server/features/access/users/password-rules.ts'
import { hashPassword, verifyPassword } from '#server/features/access/users/passwords.ts'
import { changePassword, confirmAddress, credentialsOf } from '#server/features/access/users/users.ts'
import { endLinks, findResetLink, takeResetLink } from '#server/features/memberships/links/links.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor, By, Visitor } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { take } from '#server/throttles/throttles.ts'
import { sendPasswordChanged } from './jobs.ts'

/**
 * Sets a new password by a reset link. The link is looked at first and used up last, so that a refused password leaves it
 * as it was; of several who come at once one succeeds.
 */
export async function resetPassword(
  db: Database,
  _platform: undefined,
  { new_password: newPassword, uid, token }: BodyOf<typeof resetPasswordCall>,
  { address }: Visitor,
) {
  const { userId } = await findResetLink(db, uid, token)
  // Somebody with a link can test guesses of the previous password, at the cost of one hash each.
  const giveBack = await take(db, [{ key: `reset:${userId}`, atMost: 10, seconds: 900 }])
  const { email, passwordHash } = await credentialsOf(db, userId)
  await refuse(newPassword, email, passwordHash)
  const hash = await hashPassword(newPassword)
  const by = { userId, address }
  await db.transaction().execute(async (tx) => {
    const { showsAddress } = await takeResetLink(tx, uid, token)
    if (!(await changePassword(tx, userId, passwordHash, hash, !showsAddress)))
      throw new Failure('reset_link_invalid')
    if (showsAddress && (await confirmAddress(tx, userId))) await revokeFactor(tx, userId, by)
    await endAllSessions(tx, userId)
    await finish(tx, by, 'reset')
  })
  await giveBack()
  return { data: true as const }
}

/** Changes the caller's password, or sets the first one of somebody who came by a link. */
export async function updatePassword(
  db: Database,
  _platform: undefined,
  { current_password: currentPassword, new_password: newPassword }: BodyOf<typeof updatePasswordCall>,
  actor: Actor,
): Promise<undefined> {
  const { userId, caller } = actor
  const { email, passwordHash } = await credentialsOf(db, userId)
  if (passwordHash !== null) await requireCurrentPassword(db, actor, currentPassword)
  await refuse(newPassword, email, passwordHash)
  const hash = await hashPassword(newPassword)
  // Chosen by somebody who has not shown who they are, it shows nothing later either.
  const unknown = passwordHash === null ? !caller.mailed : undefined
  const handed = caller.proved ? false : unknown
  await db.transaction().execute(async (tx) => {
    if (!(await changePassword(tx, userId, passwordHash, hash, handed)))
      throw new FieldFailure({ current_password: { key: 'password_wrong' } })
    await endOtherSessions(tx, caller)
    await finish(tx, actor, passwordHash === null ? 'first' : 'update')
  })
}

async function refuse(password: string, email: string | null, previous: string | null): Promise<void> {
  refuseEasyPassword('new_password', password, { email })
  if (await verifyPassword(previous, password))
    throw new FieldFailure({ new_password: { key: 'password_previous' } })
}

async function finish(tx: Executor, by: By, way: string): Promise<void> {
  const { userId } = by
  await endLinks(tx, userId)
  await recordAudit(tx, { action: 'password_changed', reason: way, by, subjectId: userId })
  await addJob(tx, sendPasswordChanged, { userId })
}
