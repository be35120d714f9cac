import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Counts by inventory the people among these for which it is pending. */
export async function countWaiting(
  db: Executor,
  clientId: string,
  membershipIds: readonly string[],
  inventoryIds: readonly string[],
): Promise<Map<string, number>> {
  if (membershipIds.length === 0 || inventoryIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; waiting: number }>`
    SELECT inventory_id AS id, count(*)::int AS waiting FROM assignments
    WHERE client_id = ${clientId} AND membership_id = ANY (${membershipIds}::uuid[])
      AND inventory_id = ANY (${inventoryIds}::uuid[]) AND status = 'pending'
    GROUP BY inventory_id`.execute(db)
  return new Map(rows.map(({ id, waiting }) => [id, waiting]))
}
