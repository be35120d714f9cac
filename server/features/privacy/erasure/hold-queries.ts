import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** True when a person is under a legal hold. Locks the membership, so that this can't change meanwhile. */
export async function isHeld(
  tx: Executor,
  key: { clientId: string; membershipId: string },
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    SELECT held_at IS NOT NULL AS held FROM memberships
    WHERE client_id = ${key.clientId} AND id = ${key.membershipId} FOR UPDATE`.execute(tx)
  return rows[0]?.held ?? false
}

/** Puts a person on hold, or ends it, in everything they were at the client beside a manager. */
export async function markHeld(
  tx: Executor,
  key: { clientId: string; membershipId: string },
  hold: { by: string; reason: string } | undefined,
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({
      held_at: hold ? sql`now()` : null,
      held_by: hold?.by ?? null,
      hold_reason: hold?.reason ?? '',
    })
    .where('client_id', '=', key.clientId)
    .where('role', '<>', 'manager')
    .where('erased_at', 'is', null)
    .where('user_id', '=', (query) =>
      query
        .selectFrom('memberships')
        .select('user_id')
        .where('client_id', '=', key.clientId)
        .where('id', '=', key.membershipId),
    )
    .execute()
}

/** Keeps a whole test for a legal hold alone, or no more so. */
export async function markRestricted(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
  restricted: boolean,
): Promise<void> {
  await tx
    .updateTable('assignments')
    .set({ restricted_at: restricted ? sql`now()` : null })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.assignmentId)
    .execute()
}

/** Tests that are kept for a legal hold as a whole although only some of their scales are sensitive. */
export async function findHiddenForScales(
  db: Executor,
): Promise<{ clientId: string; assignmentId: string; membershipId: string }[]> {
  const { rows } = await sql<{ clientId: string; assignmentId: string; membershipId: string }>`
    SELECT a.client_id AS "clientId", a.id AS "assignmentId", a.membership_id AS "membershipId"
    FROM assignments a JOIN inventory_versions v ON v.id = a.version_id AND NOT v.sensitive AND v.sensitive_items <> '{}'
    WHERE a.restricted_at IS NOT NULL AND a.erased_at IS NULL
    ORDER BY a.client_id, a.id`.execute(db)
  return rows
}
