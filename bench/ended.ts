import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

interface Ended {
  role: 'candidate' | 'employee'
  people: number
  /** The number of tests that each of them ended. */
  tests: number
  answers: number
  monthsAgo: number
}

/**
 * People of a client of their own who ended tests so long ago, with answers, results and consents.
 * @param db of one connection, because what is made goes through a temporary table
 * @returns the client's id
 */
export async function addEnded(
  db: Database,
  { role, people, tests, answers, monthsAgo }: Ended,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO clients (id, name, email, phone, status) VALUES (gen_random_uuid(), 'Bench', 'b@x.test', '1', 'active')
    RETURNING id`.execute(db)
  const clientId = rows[0]?.id ?? ''
  const version = sql`(SELECT v.id FROM inventory_versions v JOIN inventories i ON i.id = v.inventory_id
    WHERE i.code = 'ENGLISH' ORDER BY v.number DESC LIMIT 1)`
  const ended = sql`now() - make_interval(months => ${monthsAgo}::int)`
  await db.transaction().execute(async (tx) => {
    await sql`CREATE TEMPORARY TABLE made ON COMMIT DROP AS
      SELECT p.*, gen_random_uuid() AS assignment, gen_random_uuid() AS attempt
      FROM (SELECT n, gen_random_uuid() AS person, gen_random_uuid() AS member FROM generate_series(1, ${people}::int) n) p,
        generate_series(1, ${tests}::int)`.execute(tx)
    await sql`ANALYZE made`.execute(tx)
    await sql`INSERT INTO users (id, public_id, email, name, locale)
      SELECT DISTINCT person, person::text, person || '@x.test', 'Bench ' || n, 'tr' FROM made`.execute(tx)
    await sql`INSERT INTO memberships (client_id, id, user_id, role, name, email, search_text, joined_at)
      SELECT DISTINCT ${clientId}::uuid, member, person, ${role}, 'Bench ' || n, person || '@x.test', '', ${ended} FROM made`.execute(
      tx,
    )
    await sql`INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, locale, status,
        created_at, created_by, started_at, ended_at)
      SELECT ${clientId}, assignment, member, person, v.inventory_id, v.id, 'tr', 'completed', ${ended}, person, ${ended}, ${ended}
      FROM made, inventory_versions v WHERE v.id = ${version}`.execute(tx)
    await sql`INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, started_at, closed_at, closed_by)
      SELECT ${clientId}, attempt, assignment, person, ${version}, 'tr', ${ended}, ${ended}, 'person' FROM made`.execute(
      tx,
    )
    await sql`INSERT INTO consents (client_id, assignment_id, notice_id, notice_version, kind, user_id, version_id, locale, text_hash)
      SELECT ${clientId}, assignment, 'info', 1, 'information', person, ${version}, 'tr', sha256('x') FROM made`.execute(
      tx,
    )
    await sql`INSERT INTO results (client_id, attempt_id, assignment_id, version_id, scores)
      SELECT ${clientId}, attempt, assignment, ${version}, one.scores
      FROM made, (SELECT scores FROM results WHERE version_id = ${version} LIMIT 1) one`.execute(tx)
    // A million checks that the attempt is there would take longer than all the rest, as would rows in no order.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`INSERT INTO responses (client_id, attempt_id, item_id, late, epoch, seq, value)
      SELECT ${clientId}, attempt, 'i' || q, false, 1, q, '"a"'
      FROM (SELECT attempt FROM made ORDER BY attempt) sorted, generate_series(1, ${answers}::int) q`.execute(
      tx,
    )
  })
  await sql`VACUUM ANALYZE`.execute(db)
  return clientId
}
