import type { Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { Failure } from '#server/http/failure.ts'
import { addJobs } from '#server/jobs/add.ts'
import { sendInvitation } from './jobs.ts'
import { findInvitable } from './queries.ts'

/** Mails somebody's invitations once more, one for each client. @throws Failure nothing_to_open where none would open anything */
export async function resendInvitations(tx: Tx, { id }: { id: string }): Promise<undefined> {
  const memberships = await findInvitable(tx, id)
  if (memberships.length === 0) throw new Failure('nothing_to_open')
  await addJobs(
    tx,
    sendInvitation,
    memberships.map((membership) => ({
      clientId: membership.client_id,
      membershipId: membership.id,
      reason: 'invited' as const,
      eventKey: newId(),
    })),
  )
}
