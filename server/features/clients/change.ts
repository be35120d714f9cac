import { isDeepStrictEqual } from 'node:util'
import { isOperator } from '#contract/access.ts'
import type { Client, updateClient as updateClientCall } from '#contract/clients.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Tx } from '#server/db/database.ts'
import { FieldFailure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { addJobs } from '#server/jobs/add.ts'
import { clientObject } from './clients.ts'
import { sendClientActivated } from './jobs.ts'
import { changeClient, findManagerIds, lockClient } from './queries.ts'

/**
 * Changes a client. Its managers may correct what it is called and how it is reached; status and time zone are an
 * admin's, and refused to others also when they would stay as they are. Managers get a mail when it becomes active.
 * @throws FieldFailure
 */
export async function updateClient(
  tx: Tx,
  client: AuthorizedClient,
  change: BodyOf<typeof updateClientCall>,
  actor: Actor,
): Promise<Client> {
  const { caller } = actor
  if (!isOperator(caller)) {
    for (const field of ['status', 'reason', 'timeZone', 'managersInvite'] as const)
      if (change[field] !== undefined) throw new FieldFailure({ [field]: { key: 'not_permitted' } })
  }
  const { status, reason, timeZone, reminderDays, defaultDueDays, ...others } = change
  const { reportsShowAdjustedTime, supportContact, managersInvite, ...words } = others
  const before = await lockClient(tx, client.id)
  const days = reminderDays && [...new Set(reminderDays)].sort((a, b) => b - a)
  const wanted = {
    ...words,
    status,
    time_zone: timeZone,
    reminder_days: days,
    default_due_days: defaultDueDays,
    reports_show_adjusted_time: reportsShowAdjustedTime,
    support_contact: supportContact,
    managers_invite: managersInvite,
  }
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, Reflect.get(before, field)),
  )
  if (changed.length > 0) await changeClient(tx, client.id, Object.fromEntries(changed))
  const entry = { by: actor, clientId: client.id }
  const fields = changed.map(([field]) => field).filter((field) => field !== 'status')
  if (fields.length > 0) {
    const details = { fields, ...(fields.includes('name') && { name: before.name }) }
    await recordAudit(tx, { action: 'client_changed', ...entry, details })
  }
  if (status !== undefined && status !== before.status) {
    const details = { from: before.status, to: status, ...(reason && { note: reason }) }
    await recordAudit(tx, { action: 'client_status_changed', ...entry, details })
    if (status === 'active') await tellManagers(tx, client.id)
  }
  return clientObject(tx, caller, client.id)
}

async function tellManagers(tx: Tx, clientId: string): Promise<void> {
  const managers = await findManagerIds(tx, clientId)
  await addJobs(
    tx,
    sendClientActivated,
    managers.map((userId) => ({ clientId, userId })),
  )
}
