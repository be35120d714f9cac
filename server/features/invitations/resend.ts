import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { Failure } from '#server/http/failure.ts'
import { addJobs } from '#server/jobs/add.ts'
import { sendInvitation } from './jobs.ts'
import { findInvitable } from './queries.ts'

/** Mails somebody's invitations once more, one for each client. @throws Failure nothing_to_open where none would open anything */
export async function resendInvitations(db: Database, userId: string): Promise<void> {
  const memberships = await findInvitable(db, userId)
  if (memberships.length === 0) throw new Failure('nothing_to_open')
  await db.transaction().execute((tx) =>
    addJobs(
      tx,
      sendInvitation,
      memberships.map((membership) => ({
        clientId: membership.client_id,
        membershipId: membership.id,
        reason: 'invited' as const,
        eventKey: newId(),
      })),
    ),
  )
}
