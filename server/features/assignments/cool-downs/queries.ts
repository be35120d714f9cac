import { sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'

/** The cool-downs of a client in days, by inventory. */
export async function findDays(db: Executor, client: AuthorizedClient): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('cool_downs')
    .select(['inventory_id', 'days'])
    .where('client_id', '=', client.id)
    .execute()
  return new Map(rows.map((row) => [row.inventory_id, row.days]))
}

/** @returns whether it was another number before */
export async function putDays(
  db: Executor,
  client: AuthorizedClient,
  { inventoryId, days }: { inventoryId: string; days: number | null },
): Promise<boolean> {
  const { rows } =
    days === null
      ? await sql`
          DELETE FROM cool_downs WHERE client_id = ${client.id} AND inventory_id = ${inventoryId} RETURNING 1`.execute(
          db,
        )
      : await sql`
          INSERT INTO cool_downs (client_id, inventory_id, days) VALUES (${client.id}, ${inventoryId}, ${days})
          ON CONFLICT (client_id, inventory_id) DO UPDATE SET days = excluded.days WHERE cool_downs.days <> excluded.days
          RETURNING 1`.execute(db)
  return rows.length > 0
}

export interface Cooling {
  membershipId: string
  userId: string
  name: string
  inventoryId: string
  /** The first day on which it may be given again. */
  availableFrom: string
}

/**
 * Which of these members completed which of these inventories too recently, by name. Days are the client's. What is
 * pending for somebody is left out: it is given already. A person who left and came back is the same person.
 */
export async function findCooling(
  db: Executor,
  client: Pick<AuthorizedClient, 'id' | 'timeZone'>,
  { membershipIds, inventoryIds }: { membershipIds: readonly string[]; inventoryIds: readonly string[] },
): Promise<Cooling[]> {
  if (membershipIds.length === 0 || inventoryIds.length === 0) return []
  const lastDay = sql`max((a.ended_at AT TIME ZONE ${client.timeZone})::date)`
  const { rows } = await sql<Cooling>`
    SELECT m.id AS "membershipId", m.user_id AS "userId", m.name, c.inventory_id AS "inventoryId",
           ${lastDay} + c.days AS "availableFrom"
    FROM cool_downs c
    JOIN memberships m ON m.client_id = c.client_id AND m.id = ANY (${membershipIds}::uuid[])
    JOIN assignments a ON a.client_id = m.client_id AND a.user_id = m.user_id AND a.inventory_id = c.inventory_id
      AND a.status = 'completed'
    WHERE c.client_id = ${client.id} AND c.inventory_id = ANY (${inventoryIds}::uuid[])
      AND NOT EXISTS (SELECT FROM assignments p WHERE p.client_id = m.client_id AND p.membership_id = m.id
                      AND p.inventory_id = c.inventory_id AND p.status = 'pending')
    GROUP BY m.id, m.user_id, m.name, c.inventory_id, c.days
    HAVING ${lastDay} + c.days > (now() AT TIME ZONE ${client.timeZone})::date
    ORDER BY m.name COLLATE "tr-x-icu", m.id, c.inventory_id`.execute(db)
  return rows
}
