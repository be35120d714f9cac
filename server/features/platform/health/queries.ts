import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** True when the database takes no changes: a standby, or one that was set so. */
export async function isReadOnly(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ readOnly: boolean }>`
    SELECT current_setting('transaction_read_only') = 'on' AS "readOnly"`.execute(db)
  return rows[0]?.readOnly ?? true
}

/** Writes that a process can write. Those of processes that ended long ago go. */
export async function writeHeartbeat(
  db: Executor,
  process: { id: string; host: string; version: string; node: string; keyMark: string },
): Promise<void> {
  await sql`
    WITH ended AS (DELETE FROM heartbeats WHERE beat_at < now() - interval '1 day')
    INSERT INTO heartbeats (process_id, host, version, node, key_mark)
    VALUES (${process.id}, ${process.host}, ${process.version}, ${process.node}, ${process.keyMark})
    ON CONFLICT (process_id) DO UPDATE SET beat_at = now()`.execute(db)
}

/** Takes away the row of a process that stopped in order. */
export async function deleteHeartbeat(db: Executor, processId: string): Promise<void> {
  await sql`DELETE FROM heartbeats WHERE process_id = ${processId}`.execute(db)
}

/** Counts the quotas that are below zero or differ from the sum of their ledger: none, ever. */
export async function countWrongQuotas(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM quotas q WHERE available < 0 OR available <> coalesce((
      SELECT sum(quantity) FROM quota_entries e
      WHERE e.client_id = q.client_id AND e.inventory_id = q.inventory_id), 0)`.execute(db)
  return rows[0]?.count ?? 0
}
