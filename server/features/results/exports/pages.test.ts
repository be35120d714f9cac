import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultsCsv } from '#contract/assignments.ts'
import { submitAttempt } from '#contract/participant.ts'
import { clientOfJob } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { assignmentFilter } from '#server/features/assignments/filter.ts'
import { nextResults } from '#server/features/delivery/results/results.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const many = 6000
const page = 500

/** One result, and copies of it: three at a time ended at one moment. */
async function addMany(): Promise<void> {
  const { token, assignmentId } = await addRunning(server, cast.anadolu, 'ENGLISH')
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
  await sql`
    WITH one AS (SELECT * FROM results WHERE assignment_id = ${assignmentId}), copies AS MATERIALIZED (
      SELECT n, gen_random_uuid() AS assignment, gen_random_uuid() AS attempt FROM generate_series(2, ${many}::int) n
    ), assigned AS (
      INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, description, locale,
                               status, created_at, created_by, started_at, ended_at)
      SELECT client_id, assignment, membership_id, user_id, inventory_id, version_id, '', locale, status, created_at,
             created_by, started_at, ended_at - (n / 3) * interval '1 microsecond'
      FROM assignments a, copies WHERE a.id = ${assignmentId}
    ), taken AS (
      INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, started_at, closed_at, closed_by, receipt)
      SELECT client_id, attempt, assignment, user_id, version_id, locale, started_at,
             closed_at - (n / 3) * interval '1 microsecond', closed_by, left(attempt::text, 12)
      FROM attempts t, copies WHERE t.assignment_id = ${assignmentId}
    )
    INSERT INTO results (client_id, attempt_id, assignment_id, version_id, group_name, scores)
    SELECT client_id, attempt, assignment, version_id, group_name, scores FROM one, copies`.execute(
    server.database.db,
  )
  await sql`VACUUM ANALYZE assignments, attempts, results, memberships, users`.execute(server.database.db)
}

/** Counts the rows of these tables that this transaction has read. */
async function looked(tx: Executor): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    SELECT sum(pg_stat_get_xact_tuples_returned(c) + pg_stat_get_xact_tuples_fetched(c) +
      (SELECT coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0) FROM pg_index WHERE indrelid = c))::float8 AS rows
    FROM unnest(ARRAY['assignments', 'attempts', 'results']::regclass[]) c`.execute(tx)
  return rows[0]?.rows ?? 0
}

test('every result is exported once, in the order of completion, and a page costs its own rows alone', async () => {
  const { db } = server.database
  await addMany()
  const client = await clientOfJob(db, cast.anadolu)
  const found: string[] = []
  for (let last: { endedAt: string; assignmentId: string } | undefined; ; ) {
    const rows = await db.transaction().execute(async (tx) => {
      // With six thousand rows, reading all may be the cheaper plan. This tests that a page can read only its own.
      for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
        await sql`SET LOCAL ${sql.raw(`enable_${way}`)} = off`.execute(tx)
      const before = await looked(tx)
      const rows = await nextResults(tx, client.id, assignmentFilter(client, {}), last, page)
      expect((await looked(tx)) - before).toBeLessThan(page * 12)
      return rows
    })
    found.push(...rows.map((row) => row.assignment_id))
    const end = rows.at(-1)
    if (end === undefined) break
    last = { endedAt: end.ended_at_exact, assignmentId: end.assignment_id }
  }
  const { rows: wanted } = await sql<{ id: string }>`
    SELECT r.assignment_id AS id FROM results r JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
    WHERE r.client_id = ${cast.anadolu} ORDER BY t.closed_at, r.assignment_id`.execute(db)
  expect(wanted).toHaveLength(many)
  expect(found).toEqual(wanted.map(({ id }) => id))

  const { text } = await request(server.url, resultsCsv, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  expect(text.trim().split('\r\n')).toHaveLength(many + 1)
})
