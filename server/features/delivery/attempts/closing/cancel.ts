import type { Executor } from '#server/db/database.ts'
import { endPauses } from '#server/features/delivery/attempts/clock/pause-queries.ts'
import { closeCancelled, deleteTokensOf, refuseLate } from '#server/features/delivery/attempts/queries.ts'

/** Closes the running attempts of assignments that are cancelled: nothing more is taken, what was saved stays. */
export async function cancelAttempts(
  tx: Executor,
  key: { clientId: string; assignmentIds: readonly string[] },
): Promise<void> {
  if (key.assignmentIds.length === 0) return
  await endPauses(tx, key)
  await closeCancelled(tx, key)
}

/** The same where nothing more may be stored at all: also none of the late answers that an attempt takes whose time was over. */
export async function sealAttempts(
  tx: Executor,
  key: { clientId: string; assignmentIds: readonly string[] },
): Promise<void> {
  await cancelAttempts(tx, key)
  await refuseLate(tx, key)
}

/** Ends every attempt token of a person at a client: what was acknowledged is stored, and nothing more is taken. */
export async function endAttemptTokens(
  tx: Executor,
  key: { clientId: string; userId: string },
): Promise<void> {
  await deleteTokensOf(tx, key)
}
