import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { FieldFailure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import { take } from '#server/throttles/throttles.ts'
import { verifyPassword } from './passwords.ts'
import { credentialsOf, stillHasPassword } from './users.ts'

/**
 * Makes sure that it is the person themselves and not somebody at their unlocked screen. Wrong tries are counted as at
 * sign-in. Somebody without a password has to set one first.
 * @returns the stored hash that was right, for the change to check once more while the account is locked
 * @throws FieldFailure for `current_password`; Failure too_many_requests
 */
export async function requireCurrentPassword(
  db: Database,
  by: By,
  currentPassword: string | undefined,
): Promise<string> {
  const { userId } = by
  if (currentPassword === undefined) throw new FieldFailure({ current_password: { key: 'required' } })
  const giveBack = await take(db, [{ key: `current-password:${userId}`, atMost: 10, seconds: 900 }])
  const { passwordHash } = await credentialsOf(db, userId)
  const matches = await verifyPassword(passwordHash, currentPassword)
  if (passwordHash === null || !matches) {
    const reason = 'wrong_password'
    await recordAudit(db, { action: 'password_refused', reason, by, subjectId: userId })
    throw new FieldFailure({ current_password: { key: 'password_wrong' } })
  }
  await giveBack()
  return passwordHash
}

/**
 * Makes sure, within the transaction of a change, that the password that allowed it still is the account's.
 * @param passwordHash what requireCurrentPassword gave; null where none was asked for
 * @throws FieldFailure for `current_password`
 */
export async function recheckCurrentPassword(
  tx: Executor,
  { userId }: Caller,
  passwordHash: string | null,
): Promise<void> {
  if (passwordHash !== null && !(await stillHasPassword(tx, userId, passwordHash)))
    throw new FieldFailure({ current_password: { key: 'password_wrong' } })
}
