import type { previewRemoval } from '#contract/removals.ts'
import { type Doer, recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { endInvitationSessions } from '#server/features/access/sessions/sessions.ts'
import { cancelOfMembership, pendingOfMembership } from '#server/features/assignments/cancel.ts'
import { endAttemptTokens } from '#server/features/delivery/attempts/closing/cancel.ts'
import { endNamings } from '#server/features/inventories/recipients.ts'
import type { Role } from '#server/features/memberships/filter.ts'
import { endInvitations } from '#server/features/memberships/links/links.ts'
import { endNotifications } from '#server/features/notifications/settings.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { findMembership, lockMembership, markRemoved } from './queries.ts'

/**
 * Ends a membership within the caller's transaction: cancels what is pending, gives back the units of what was never
 * started, and ends every way by which the person came to this client. Answers that were acknowledged stay where they are;
 * answers still on a device are taken no more.
 * @throws Failure not_found for somebody who has not this role here
 */
export async function remove(
  tx: Executor,
  client: AuthorizedClient,
  { userId, role, by }: { userId: string; role: Role; by: Doer },
): Promise<void> {
  const clientId = client.id
  const membership = await lockMembership(tx, { clientId, userId })
  if (membership?.role !== role) throw new Failure('not_found')
  const { cancelled, unitsBack } = await cancelOfMembership(tx, client, membership.id, by)
  await markRemoved(tx, { clientId, id: membership.id, by: by.userId })
  await endAttemptTokens(tx, { clientId, userId })
  await endInvitations(tx, { clientId, userId })
  await endInvitationSessions(tx, { clientId, userId })
  // A manager who comes back must be named again before reading sensitive reports.
  await endNamings(tx, { clientId, userId })
  await endNotifications(tx, { clientId, membershipId: membership.id })
  await recordAudit(tx, {
    action: 'member_removed',
    reason: role,
    by,
    subjectId: userId,
    clientId,
    details: { quantity: cancelled, unitsBack },
  })
}

/** Ends the membership of somebody who has a role. */
export const removeAs =
  (role: Role) =>
  async (
    tx: Tx,
    client: AuthorizedClient,
    { user_id: userId }: { user_id: string },
    by: Actor,
  ): Promise<undefined> => {
    await remove(tx, client, { userId, role, by })
  }

/** Previews what removing somebody would cancel and give back. */
export async function countRemoval(
  db: Executor,
  client: AuthorizedClient,
  _query: undefined,
  _actor: Actor,
  { params: { userId } }: Context<typeof previewRemoval>,
) {
  const membership = await findMembership(db, { clientId: client.id, userId })
  if (membership === undefined) throw new Failure('not_found')
  const { id, name, role } = membership
  return { name, role, ...(await pendingOfMembership(db, client, id)) }
}
