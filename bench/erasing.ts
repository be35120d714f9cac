import { sql } from 'kysely'
import { connect, type Database } from '#server/db/database.ts'
import { clientForErasing, erasePerson } from '#server/features/erasure/erase.ts'
import { eraseOver } from '#server/features/retention/retention.ts'
import { type Figure, spread } from './measure.ts'

const key = Buffer.alloc(32, 7)
const by = { userId: null, address: '', reason: 'manager' } as const

interface People {
  /** How many, each with one test. */
  count: number
  answers: number
  monthsAgo: number
}

/** Candidates of a client of their own who ended a test so long ago. @returns the client's id */
async function addEnded(db: Database, { count, answers, monthsAgo }: People): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO clients (id, name, email, phone, status) VALUES (gen_random_uuid(), 'Bench', 'b@x.test', '1', 'active')
    RETURNING id`.execute(db)
  const clientId = rows[0]?.id ?? ''
  await sql`CREATE TEMPORARY TABLE made AS
    SELECT n, gen_random_uuid() AS person, gen_random_uuid() AS member, gen_random_uuid() AS assignment,
      gen_random_uuid() AS attempt, now() - make_interval(months => ${monthsAgo}::int) AS ended
    FROM generate_series(1, ${count}::int) n`.execute(db)
  const version = sql`(SELECT v.id FROM inventory_versions v JOIN inventories i ON i.id = v.inventory_id
    WHERE i.code = 'ENGLISH' ORDER BY v.number DESC LIMIT 1)`
  await sql`INSERT INTO users (id, public_id, email, name, locale)
    SELECT person, person::text, person || '@x.test', 'Bench ' || n, 'tr' FROM made`.execute(db)
  await sql`INSERT INTO memberships (client_id, id, user_id, role, name, search_text, joined_at)
    SELECT ${clientId}, member, person, 'candidate', 'Bench ' || n, '', ended FROM made`.execute(db)
  await sql`INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, locale, status,
      created_at, created_by, started_at, ended_at)
    SELECT ${clientId}, assignment, member, person, (SELECT inventory_id FROM inventory_versions WHERE id = ${version}),
      ${version}, 'tr', 'completed', ended, person, ended, ended FROM made`.execute(db)
  await sql`INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, started_at, closed_at, closed_by)
    SELECT ${clientId}, attempt, assignment, person, ${version}, 'tr', ended, ended, 'person' FROM made`.execute(
    db,
  )
  await sql`INSERT INTO responses (client_id, attempt_id, item_id, late, epoch, seq, value)
    SELECT ${clientId}, attempt, 'i' || q, false, 1, q, '"a"' FROM made, generate_series(1, ${answers}::int) q`.execute(
    db,
  )
  await sql`DROP TABLE made`.execute(db)
  await sql`ANALYZE`.execute(db)
  return clientId
}

/** How long one person's erasure takes among a million answers, and a run over tests whose period is over. */
export async function measureErasing(databaseUrl: string): Promise<Figure[]> {
  // One connection, because what is made goes through a temporary table.
  const { db, close } = connect(databaseUrl, 1, (error) => {
    throw error
  })
  try {
    const clientId = await addEnded(db, { count: 10_000, answers: 100, monthsAgo: 1 })
    const client = await clientForErasing(db, clientId)
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM memberships WHERE client_id = ${clientId} ORDER BY id LIMIT 50`.execute(db)
    const times: number[] = []
    for (const { id } of rows) {
      const start = performance.now()
      await db.transaction().execute((tx) => erasePerson(tx, key, client, id, by))
      times.push(performance.now() - start)
    }
    await addEnded(db, { count: 10_000, answers: 10, monthsAgo: 7 })
    await sql`UPDATE platform_settings SET retention_since = now() - interval '1 year'`.execute(db)
    const start = performance.now()
    const { tests, people } = await eraseOver(db, key)
    const seconds = (performance.now() - start) / 1000
    return [
      { ...spread('erase_person', 'ms', times), note: 'among 1,000,000 answers of 10,000 people' },
      {
        ...spread('erase_run', 's', [seconds]),
        note: `${tests} tests and ${people} people whose period was over, without saves beside it`,
      },
    ]
  } finally {
    await close()
  }
}
