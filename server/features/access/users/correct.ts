import type { Executor } from '#server/db/database.ts'
import { endLinksOfOldAddress } from '#server/features/memberships/links/links.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import { sendEmailChanged } from './jobs.ts'
import { changeUser, findUser, markVerified } from './queries.ts'

/** Corrects the name and phone of an account, by its person. */
export async function correctAccount(
  tx: Executor,
  userId: string,
  change: { name?: string | undefined; phone?: string | undefined },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  await changeUser(tx, userId, given, true)
}

/**
 * Gives an account the address that its person has just shown to be theirs. Links to the old one end, and its reader gets a
 * mail, in case somebody else made the change.
 * @throws FieldFailure when it is somebody else's
 */
export async function moveToShown(tx: Executor, userId: string, email: string): Promise<void> {
  const before = await findUser(tx, userId)
  if (before?.email === email) return
  if (!(await changeUser(tx, userId, { email }, true)))
    throw new FieldFailure({ email: { key: 'email_taken' } })
  await endLinksOfOldAddress(tx, userId)
  await markVerified(tx, userId)
  if (before?.email != null && before.email_verified_at !== null)
    await addJob(tx, sendEmailChanged, { userId, oldEmail: before.email })
}
