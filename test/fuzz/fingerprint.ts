import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'

const unchecked = ['throttles', 'audit_entries', 'inventory_versions', 'heartbeats']
const names = z.array(z.object({ name: z.string() }))
const positions = z.tuple([z.object({ position: z.string() })])
const rows = z.array(z.object({ name: z.string(), print: z.string() }))

/**
 * A query for one line per table: its number of rows and the sum of the transactions that wrote them. Where the server has written nothing to its log since
 * the last time, it gives the last lines again.
 */
export async function fingerprintOf(db: Executor): Promise<() => Promise<Record<string, string>>> {
  const found = await sql`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`.execute(db)
  // Tries are counted when they fail: that is what a throttle is for; refusals are written down. Published versions are long, and
  // frozen. Heartbeats are no request's.
  const tables = names.parse(found.rows).filter(({ name }) => !unchecked.includes(name))
  const parts = [
    ...tables.map(
      ({ name }) => sql`SELECT ${name}::text AS name,
        count(*) || ' rows ' || coalesce(sum(xmin::text::bigint), 0) AS print FROM ${sql.table(name)}`,
    ),
    sql`SELECT 'jobs' AS name, count(*) || ' rows' AS print FROM graphile_worker._private_jobs`,
  ]
  const query = sql`${sql.join(parts, sql` UNION ALL `)} ${prepared('fingerprint')}`
  let last: { position: string; prints: Record<string, string> } | undefined
  return async () => {
    const { position } = positions.parse(
      (await sql`SELECT pg_current_wal_insert_lsn()::text AS position`.execute(db)).rows,
    )[0]
    if (last?.position === position) return last.prints
    const { rows: printed } = await query.execute(db)
    const prints = Object.fromEntries(rows.parse(printed).map(({ name, print }) => [name, print]))
    // Read before the lines were: what is written meanwhile is looked for the next time.
    last = { position, prints }
    return prints
  }
}
