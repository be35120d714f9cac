import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Range, Tally } from './counted.ts'

/** The numbers of some ranges: the stored counts and the changes since, in one snapshot. */
export async function findTallies(
  db: Executor,
  clientId: string,
  ranges: readonly Range[],
): Promise<Tally[]> {
  const whats = ranges.map((range) => range.what)
  const froms = ranges.map((range) => range.from)
  const tos = ranges.map((range) => range.to)
  const wanted = sql`unnest(${whats}::text[], ${froms}::date[], ${tos}::date[]) AS w (what, "from", "to")`
  const { rows } = await sql<Tally>`
    SELECT what, day, inventory_id AS "inventoryId", sum(count)::float8 AS count FROM (
      SELECT t.what, t.day, t.inventory_id, t.count FROM ${wanted}
      JOIN tallies t ON t.client_id = ${clientId} AND t.what = w.what AND t.day BETWEEN w."from" AND w."to"
      UNION ALL
      SELECT t.what, t.day, t.inventory_id, t.count FROM ${wanted}
      JOIN tally_changes t ON t.client_id = ${clientId} AND t.what = w.what AND t.day BETWEEN w."from" AND w."to"
    ) AS numbers
    GROUP BY 1, 2, 3 HAVING sum(count) <> 0`.execute(db)
  return rows
}

/** The people of some clients by role, in one snapshot. */
export async function findPeopleTallies(
  db: Executor,
  clientIds: readonly string[],
): Promise<{ clientId: string; managers: number; candidates: number; employees: number }[]> {
  const numbers = (table: 'tallies' | 'tally_changes') => sql`
    SELECT client_id, what, count FROM ${sql.table(table)}
    WHERE client_id = ANY (${clientIds}::uuid[]) AND what IN ('manager', 'candidate', 'employee') AND day = '-infinity'`
  const sumOf = (what: string) => sql`coalesce(sum(count) FILTER (WHERE what = ${what}), 0)::int`
  const { rows } = await sql<{ clientId: string; managers: number; candidates: number; employees: number }>`
    SELECT client_id AS "clientId", ${sumOf('manager')} AS managers, ${sumOf('candidate')} AS candidates,
           ${sumOf('employee')} AS employees
    FROM (${numbers('tallies')} UNION ALL ${numbers('tally_changes')}) AS numbers
    GROUP BY client_id`.execute(db)
  return rows
}

/** Brings the tallies up to date. Concurrent readers see all of it or none. */
export async function foldChanges(db: Executor): Promise<void> {
  await sql`
    WITH taken AS (DELETE FROM tally_changes RETURNING client_id, what, day, inventory_id, count)
    INSERT INTO tallies (client_id, what, day, inventory_id, count)
    SELECT client_id, what, day, inventory_id, sum(count) FROM taken
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (client_id, what, day, inventory_id) DO UPDATE SET count = tallies.count + excluded.count`.execute(
    db,
  )
}
