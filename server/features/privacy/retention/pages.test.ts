import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Executor } from '#server/db/database.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { type After, findKept, findOver } from './queries.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const many = 3000
const limit = 50

/** Employees whose tests all ended in one moment, as those do that a night closes: some long ago, others not yet over. */
async function addMany(clientId: string): Promise<void> {
  const { db } = server.database
  await sql`
    WITH people AS MATERIALIZED (SELECT n, gen_random_uuid() AS person, gen_random_uuid() AS member FROM generate_series(1, 30) n),
    users AS (INSERT INTO users (id, public_id, name, locale) SELECT person, person::text, 'Ada', 'tr' FROM people),
    members AS (INSERT INTO memberships (client_id, id, user_id, role, name, search_text)
      SELECT ${clientId}, member, person, 'employee', 'Ada', '' FROM people)
    INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, locale, status, created_by, started_at, ended_at)
    SELECT ${clientId}, gen_random_uuid(), member, person, v.inventory_id, v.id, 'tr', 'completed', person, now(),
      now() - CASE WHEN t % 10 = 0 THEN interval '20 months' ELSE interval '30 months' END
    FROM people, generate_series(1, ${many / 30}::int) t,
      (SELECT id, inventory_id FROM inventory_versions WHERE inventory_id = ${inventory(cast, 'ENGLISH')} LIMIT 1) v`.execute(
    db,
  )
  await sql`VACUUM ANALYZE assignments, memberships`.execute(db)
}

/** Counts the rows of these tables that this transaction has read. */
async function looked(tx: Executor): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    SELECT sum(pg_stat_get_xact_tuples_returned(c) + pg_stat_get_xact_tuples_fetched(c))::float8 AS rows
    FROM unnest(ARRAY['assignments', 'memberships', 'inventory_versions']::regclass[]) c`.execute(tx)
  return rows[0]?.rows ?? 0
}

test('a night’s run finds each test that is over once, and a page costs its own rows, also of many that ended in one moment', async () => {
  const { db } = server.database
  const clientId = await addClient(db)
  await addMany(clientId)
  const kept = await findKept(db, clientId)
  const found: string[] = []
  for (let after: After | undefined; ; ) {
    const page = await db.transaction().execute(async (tx) => {
      // With a few thousand rows, reading all may be the cheaper plan. This tests that a page can read only its own.
      for (const way of ['seqscan', 'hashjoin', 'mergejoin', 'sort'])
        await sql`SET LOCAL ${sql.raw(`enable_${way}`)} = off`.execute(tx)
      const before = await looked(tx)
      const page = await findOver(tx, clientId, { what: 'tests', kept, after, limit })
      expect((await looked(tx)) - before).toBeLessThan(limit * 12)
      return page
    })
    found.push(...page.map(({ id }) => id))
    after = page.at(-1)
    if (after === undefined) break
  }
  expect(found).toHaveLength(many * 0.9)
  expect(new Set(found).size).toBe(found.length)
})
