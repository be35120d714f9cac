import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#server/db/database.ts'

const names = z.array(z.object({ name: z.string() }))
const rows = z.array(z.object({ name: z.string(), print: z.string() }))

/** A query for one line per table: its number of rows and a hash of them. */
export async function fingerprintOf(db: Executor): Promise<() => Promise<Record<string, string>>> {
  const found = await sql`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`.execute(db)
  // Tries are counted when they fail: that is what a throttle is for; refusals are written down. Published versions are long, and frozen.
  const tables = names
    .parse(found.rows)
    .filter(({ name }) => !['throttles', 'audit_entries', 'inventory_versions'].includes(name))
  const parts = [
    ...tables.map(
      ({ name }) => sql`SELECT ${name}::text AS name,
        count(*) || ' rows ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS print FROM ${sql.table(name)} t`,
    ),
    sql`SELECT 'jobs' AS name, count(*) || ' rows' AS print FROM graphile_worker._private_jobs`,
  ]
  const query = sql`${sql.join(parts, sql` UNION ALL `)}`
  return async () => {
    const { rows: printed } = await query.execute(db)
    return Object.fromEntries(rows.parse(printed).map(({ name, print }) => [name, print]))
  }
}
