import { sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'

export interface EnablementRow {
  inventory_id: string
  legal_basis: string
  purpose: string
  for_candidates: boolean
  enabled_at: Date
  enabled_by: string
  clinician_id: string | null
  recipients: { userId: string; name: string; email: string }[]
}

/** The sensitive inventories that are open to a client, with who may read their reports. */
export async function findEnablements(db: Executor, client: AuthorizedClient): Promise<EnablementRow[]> {
  const { rows } = await sql<EnablementRow>`
    SELECT e.inventory_id, e.legal_basis, e.purpose, e.for_candidates, e.enabled_at, by_user.name AS enabled_by, named.recipients,
           (SELECT user_id FROM report_recipients r
            WHERE r.client_id = e.client_id AND r.inventory_id = e.inventory_id AND r.clinician) AS clinician_id
    FROM inventory_enablements e
    JOIN users by_user ON by_user.id = e.enabled_by
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('userId', u.id, 'name', u.name, 'email', coalesce(m.email, ''))
                               ORDER BY u.name, u.id), '[]') AS recipients
      FROM report_recipients r JOIN users u ON u.id = r.user_id
      LEFT JOIN memberships m ON m.client_id = r.client_id AND m.user_id = r.user_id AND m.removed_at IS NULL
      WHERE r.client_id = e.client_id AND r.inventory_id = e.inventory_id
    ) named
    WHERE e.client_id = ${client.id}`.execute(db)
  return rows
}

/** Counts the people who have each inventory under way; nobody has one twice. */
export async function countRunning(
  db: Executor,
  client: AuthorizedClient,
): Promise<Map<string, { people: number; candidates: number }>> {
  const { rows } = await sql<{ inventory_id: string; people: number; candidates: number }>`
    SELECT a.inventory_id, count(*)::int AS people, count(*) FILTER (WHERE m.role = 'candidate')::int AS candidates
    FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    WHERE a.client_id = ${client.id} AND a.status = 'pending' AND a.started_at IS NOT NULL
    GROUP BY a.inventory_id`.execute(db)
  return new Map(rows.map(({ inventory_id, people, candidates }) => [inventory_id, { people, candidates }]))
}

/**
 * Locks what is open, so that a test begins before or after it is closed, and a change at the same moment names no readers of what
 * is gone.
 * @returns whether it was open
 */
export async function lockEnablement(
  tx: Executor,
  client: AuthorizedClient,
  inventoryId: string,
): Promise<boolean> {
  const held = await sql`
    SELECT FROM inventory_enablements WHERE client_id = ${client.id} AND inventory_id = ${inventoryId} FOR UPDATE`.execute(
    tx,
  )
  return held.rows.length > 0
}

/** Opens an inventory to a client, or changes on which basis it is open. */
export async function putEnablement(
  db: Executor,
  client: AuthorizedClient,
  enablement: {
    inventoryId: string
    legalBasis: string
    purpose: string
    forCandidates: boolean
    by: string
  },
): Promise<void> {
  const { inventoryId, legalBasis, purpose, forCandidates, by } = enablement
  await sql`
    INSERT INTO inventory_enablements (client_id, inventory_id, legal_basis, purpose, for_candidates, enabled_by)
    VALUES (${client.id}, ${inventoryId}, ${legalBasis}, ${purpose}, ${forCandidates}, ${by})
    ON CONFLICT (client_id, inventory_id) DO UPDATE
      SET legal_basis = excluded.legal_basis, purpose = excluded.purpose, for_candidates = excluded.for_candidates,
          enabled_by = excluded.enabled_by, enabled_at = now()`.execute(db)
}

/** Names who may read the reports from now on, and who of them is the clinician; who is named already keeps the day they were. */
export async function putRecipients(
  db: Executor,
  client: AuthorizedClient,
  named: { inventoryId: string; userIds: readonly string[]; clinicianId: string | null; by: string },
): Promise<void> {
  const { inventoryId, userIds, clinicianId, by } = named
  await sql`
    DELETE FROM report_recipients WHERE client_id = ${client.id} AND inventory_id = ${inventoryId}
      AND user_id <> ALL (${userIds}::uuid[])`.execute(db)
  await sql`
    INSERT INTO report_recipients (client_id, inventory_id, user_id, named_by)
    SELECT ${client.id}::uuid, ${inventoryId}::uuid, id, ${by}::uuid FROM unnest(${userIds}::uuid[]) AS t (id)
    ON CONFLICT (client_id, inventory_id, user_id) DO NOTHING`.execute(db)
  // The old one first: there is one at most.
  for (const named of [false, true])
    await sql`
      UPDATE report_recipients SET clinician = ${named}
      WHERE client_id = ${client.id} AND inventory_id = ${inventoryId} AND clinician <> ${named}
        AND (user_id IS NOT DISTINCT FROM ${clinicianId}::uuid) = ${named}`.execute(db)
}

/** Closes an inventory to a client: nobody may read its reports any more. @returns whether it was open */
export async function deleteEnablement(
  db: Executor,
  client: AuthorizedClient,
  inventoryId: string,
): Promise<boolean> {
  if (!(await lockEnablement(db, client, inventoryId))) return false
  await sql`DELETE FROM report_recipients WHERE client_id = ${client.id} AND inventory_id = ${inventoryId}`.execute(
    db,
  )
  await sql`DELETE FROM inventory_enablements WHERE client_id = ${client.id} AND inventory_id = ${inventoryId}`.execute(
    db,
  )
  return true
}
