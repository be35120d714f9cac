import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

export interface Ledger {
  entries: number
  /** The number of units of each movement. */
  each: number
}

/**
 * The ledger of a client of addCrowd(): each of its newest assignments took a unit, so many to a command.
 * The balances are what is left of what was added before; a unit of a test that expired meanwhile may have come back already.
 */
export async function addLedger(db: Database, clientId: string, { entries, each }: Ledger): Promise<void> {
  const manager = sql`(SELECT id FROM users WHERE email = 'manager@demo.test')`
  await sql`
    CREATE TEMPORARY TABLE taken AS
    SELECT *, (place - 1) / ${each}::int AS movement, (place - 1) % ${each}::int = 0 AS opens FROM (
      SELECT id, inventory_id, row_number() OVER (PARTITION BY inventory_id ORDER BY created_at, id) AS place
      FROM (SELECT * FROM assignments WHERE client_id = ${clientId} ORDER BY created_at DESC, id DESC
            LIMIT ${entries}::int) AS newest
    ) AS placed`.execute(db)
  await sql`
    INSERT INTO quotas (client_id, inventory_id, available, purchased)
    SELECT ${clientId}, inventory_id, 1000, count(*) + 1000 FROM taken GROUP BY inventory_id
    ON CONFLICT (client_id, inventory_id) DO UPDATE
    SET available = quotas.available + excluded.available, purchased = excluded.purchased`.execute(db)
  await sql`
    INSERT INTO quota_entries (client_id, id, inventory_id, quantity, kind, reason, created_at, created_by)
    SELECT client_id, gen_random_uuid(), inventory_id, purchased, 'addition', 'Bench', now() - interval '3 years', ${manager}
    FROM quotas WHERE client_id = ${clientId}`.execute(db)
  // The entries are added in parts: one statement for all would take longer than a statement may.
  for (let from = 0; from < entries / each; from += 20)
    await sql`
      INSERT INTO quota_entries (client_id, id, inventory_id, quantity, kind, assignment_id, created_at, created_by,
                                 command_id, opens)
      SELECT ${clientId}, gen_random_uuid(), inventory_id, -1, 'assignment', id,
             now() - interval '2 years' + movement * interval '1 hour', ${manager},
             md5(${clientId} || inventory_id || movement)::uuid, opens
      FROM taken WHERE movement >= ${from}::int AND movement < ${from + 20}::int`.execute(db)
  await sql`DROP TABLE taken`.execute(db)
  await sql`VACUUM (ANALYZE) quota_entries`.execute(db)
}
