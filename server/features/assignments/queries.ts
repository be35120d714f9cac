import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export async function findToday(db: Executor, timeZone: string): Promise<string> {
  const { rows } = await sql<{
    today: string
  }>`SELECT (now() AT TIME ZONE ${timeZone})::date AS today`.execute(db)
  return rows[0]?.today ?? ''
}

/** Whose an assignment is. */
export async function findOwners(
  db: Executor,
  assignmentId: string,
): Promise<{ clientId: string; userId: string; versionId: string } | undefined> {
  return db
    .selectFrom('assignments')
    .select(['client_id as clientId', 'user_id as userId', 'version_id as versionId'])
    .where('id', '=', assignmentId)
    .executeTakeFirst()
}

/** How many assignments of a membership are pending, and how many of them nobody has started. */
export async function countPending(
  db: Executor,
  key: { clientId: string; membershipId: string },
): Promise<{ cancelled: number; unitsBack: number }> {
  const { rows } = await sql<{ cancelled: number; unitsBack: number }>`
    SELECT count(*) AS cancelled, count(*) FILTER (WHERE started_at IS NULL) AS "unitsBack"
    FROM assignments WHERE client_id = ${key.clientId} AND membership_id = ${key.membershipId} AND status = 'pending'`.execute(
    db,
  )
  return rows[0] ?? { cancelled: 0, unitsBack: 0 }
}
