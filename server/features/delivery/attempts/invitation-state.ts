import type { Executor } from '#server/db/database.ts'
import { findInvitationFacts } from './assignment-queries.ts'

export type InvitationState =
  | { kind: 'open' }
  | { kind: 'deliver' }
  /** Nothing is to be done, but there may be a consent to withdraw. */
  | { kind: 'consented' }
  | { kind: 'completed'; receipt: string }
  | { kind: 'removed' }
  | { kind: 'over' }

/**
 * The state of an invitation link. It is valid while something is to be done or a consent may be withdrawn, and for
 * seven days after the clock closed an attempt, so that answers kept on a device can still be delivered.
 */
export async function invitationState(
  db: Executor,
  key: { clientId: string; userId: string },
): Promise<InvitationState> {
  const facts = await findInvitationFacts(db, key)
  if (!facts.member) return { kind: 'removed' }
  if (facts.assignments === 0 || facts.open > 0) return { kind: 'open' }
  if (facts.deliverable > 0) return { kind: 'deliver' }
  if (facts.consents > 0) return { kind: 'consented' }
  if (facts.receipt !== null) return { kind: 'completed', receipt: facts.receipt }
  return { kind: 'over' }
}
