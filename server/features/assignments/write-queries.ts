import { sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'

export interface NewAssignment {
  id: string
  membershipId: string
  userId: string
  inventoryId: string
  versionId: string
}

export interface CommonFields {
  clientId: string
  description: string
  locale: Locale
  dueDate: string | null
  createdBy: string
  accommodations: Accommodations
}

/** Adds assignments in one statement, leaving out those for which the same inventory is pending. Returns the added ones. */
export async function insertAssignments(
  db: Executor,
  common: CommonFields,
  rows: readonly NewAssignment[],
): Promise<{ id: string; membershipId: string; userId: string; inventoryId: string }[]> {
  const { timePercent, textSize, readAloud } = common.accommodations
  const added = await sql<{ id: string; membershipId: string; userId: string; inventoryId: string }>`
    INSERT INTO assignments
      (client_id, id, membership_id, user_id, inventory_id, version_id, description, locale, due_date, created_by,
       time_percent, text_size, read_aloud)
    SELECT ${common.clientId}::uuid, id, membership_id, user_id, inventory_id, version_id, ${common.description},
           ${common.locale}, ${common.dueDate}::date, ${common.createdBy}::uuid,
           ${timePercent}::integer, ${textSize}::integer, ${readAloud}::boolean
    FROM unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.membershipId)}::uuid[],
      ${rows.map((r) => r.userId)}::uuid[], ${rows.map((r) => r.inventoryId)}::uuid[],
      ${rows.map((r) => r.versionId)}::uuid[]) AS t (id, membership_id, user_id, inventory_id, version_id)
    ORDER BY membership_id, inventory_id
    ON CONFLICT (client_id, membership_id, inventory_id) WHERE status = 'pending' DO NOTHING
    RETURNING id, membership_id AS "membershipId", user_id AS "userId", inventory_id AS "inventoryId"`.execute(
    db,
  )
  return added.rows
}

/** Ends a pending assignment that was never started; false when it was ended, or started, in the meantime. */
export async function endUnstarted(
  db: Executor,
  key: { clientId: string; id: string },
  end: { status: 'expired'; reason: 'past_due' } | { status: 'cancelled'; reason: 'consent_refused' },
): Promise<boolean> {
  const ended = await db
    .updateTable('assignments')
    .set({ status: end.status, end_reason: end.reason, ended_at: sql`now()` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('status', '=', 'pending')
    .where('started_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export async function markCancelled(
  db: Executor,
  key: { clientId: string; ids: readonly string[]; reason: 'cancelled' | 'removed' },
): Promise<void> {
  await sql`
    UPDATE assignments SET status = 'cancelled', end_reason = ${key.reason}, ended_at = now()
    WHERE client_id = ${key.clientId} AND id = ANY (${key.ids}::uuid[]) AND status = 'pending'`.execute(db)
}

export async function setDueDate(
  db: Executor,
  key: { clientId: string; ids: readonly string[]; dueDate: string },
): Promise<void> {
  await sql`
    UPDATE assignments SET due_date = ${key.dueDate}::date
    WHERE client_id = ${key.clientId} AND id = ANY (${key.ids}::uuid[]) AND status = 'pending'`.execute(db)
}

export async function setAccommodations(
  db: Executor,
  key: { clientId: string; id: string },
  { timePercent, textSize, readAloud }: Accommodations,
): Promise<void> {
  await db
    .updateTable('assignments')
    .set({ time_percent: timePercent, text_size: textSize, read_aloud: readAloud })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** Makes expired assignments pending again where the same inventory is not pending for the person. Returns which. */
export async function reopenExpired(
  db: Executor,
  key: { clientId: string; ids: readonly string[]; dueDate: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    UPDATE assignments a SET status = 'pending', due_date = ${key.dueDate}::date, ended_at = NULL, end_reason = NULL
    WHERE a.client_id = ${key.clientId} AND a.id = ANY (${key.ids}::uuid[]) AND a.status = 'expired'
      AND NOT EXISTS (SELECT FROM assignments o WHERE o.client_id = a.client_id AND o.membership_id = a.membership_id
                      AND o.inventory_id = a.inventory_id AND o.status = 'pending')
    RETURNING a.id`.execute(db)
  return new Set(rows.map((row) => row.id))
}
