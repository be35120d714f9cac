import type { applyForClient } from '#contract/billing.ts'
import type { Client } from '#contract/clients.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { credentialsOf } from '#server/features/access/users/users.ts'
import { setBilling } from '#server/features/orders/billing/billing.ts'
import { addManager } from '#server/features/people/invite.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { addJobs } from '#server/jobs/add.ts'
import { networkOf } from '#server/throttles/network.ts'
import { take } from '#server/throttles/throttles.ts'
import { clientObject } from './clients.ts'
import { sendApplicationReceived } from './jobs.ts'
import { findOperatorIds, insertApplication } from './queries.ts'

/**
 * Opens a pending client for somebody who applies for it, with its billing identity, and makes them its manager. An
 * unverified address is fine: the admin who activates the client sees it. Operators get a mail.
 * @throws Failure application_pending while another one of theirs waits; too_many_requests
 */
export async function apply(
  db: Database,
  _platform: undefined,
  { billing, supportContact, ...fields }: BodyOf<typeof applyForClient>,
  actor: Actor,
): Promise<Client> {
  const { caller, userId, name, address } = actor
  await take(db, [
    { key: `apply:${userId}`, atMost: 10, seconds: 24 * 3600 },
    { key: `apply-address:${networkOf(address)}`, atMost: 30, seconds: 3600 },
  ])
  const id = newId()
  const { email: ownEmail } = await credentialsOf(db, userId)
  await db.transaction().execute(async (tx) => {
    const applicant = {
      created_by: userId,
      applied_by: userId,
      ...(supportContact !== undefined && { support_contact: supportContact }),
    }
    const opened = await insertApplication(tx, { ...fields, ...applicant, id, status: 'pending' })
    if (!opened) throw new Failure('application_pending')
    await addManager(tx, { clientId: id, userId, name, email: ownEmail, phone: fields.phone })
    const details = { status: 'pending' }
    await recordAudit(tx, { action: 'client_created', by: actor, clientId: id, details })
    await setBilling(tx, actor, id, billing)
    const operators = await findOperatorIds(tx)
    await addJobs(
      tx,
      sendApplicationReceived,
      operators.map((operatorId) => ({ clientId: id, userId: operatorId })),
    )
  })
  return clientObject(db, caller, id)
}
