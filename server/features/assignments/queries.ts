import { sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { AssignmentStatus } from '#contract/assignments.ts'
import type { AuthorizedClient, ReadableClient } from '#server/authority/client.ts'
import { isPaused } from '#server/db/attempt-clock.ts'
import type { Executor } from '#server/db/database.ts'
import { assignmentFilter, countedFilter, type Filter } from './filter.ts'

export async function findToday(db: Executor, timeZone: string): Promise<string> {
  const { rows } = await sql<{
    today: string
  }>`SELECT (now() AT TIME ZONE ${timeZone})::date AS today`.execute(db)
  return rows[0]?.today ?? ''
}

/** Finds the client, the person with their group, and the version of an assignment. */
export async function findOwners(
  db: Executor,
  assignmentId: string,
): Promise<{ clientId: string; userId: string; group: string; versionId: string } | undefined> {
  return db
    .selectFrom('assignments as assignment')
    .innerJoin('memberships as member', (join) =>
      join
        .onRef('member.client_id', '=', 'assignment.client_id')
        .onRef('member.id', '=', 'assignment.membership_id'),
    )
    .select(['assignment.client_id as clientId', 'assignment.user_id as userId'])
    .select(['member.group_name as group', 'assignment.version_id as versionId'])
    .where('assignment.id', '=', assignmentId)
    .executeTakeFirst()
}

export async function findAccommodations(
  db: Executor,
  key: { clientId: string; id: string },
): Promise<Accommodations> {
  return db
    .selectFrom('assignments')
    .select([
      'time_percent as timePercent',
      'text_size as textSize',
      'read_aloud as readAloud',
      'breaks',
      'break_minutes as breakMinutes',
    ])
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow()
}

/** The assignments of people on a test day. */
export async function findOfDay(
  db: Executor,
  clientId: string,
  { id, membershipIds }: { id: string; membershipIds: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('assignments')
    .select('id')
    .where('client_id', '=', clientId)
    .where('test_day_id', '=', id)
    .where('membership_id', 'in', membershipIds)
    .execute()
  return rows.map((row) => row.id)
}

/** Counts the assignments of the people a client's reader may see. */
export async function countInReach(
  db: Executor,
  client: ReadableClient,
): Promise<Record<'assigned' | 'started' | AssignmentStatus, number>> {
  const where = countedFilter(client, {})
  // Started ones apart: an index has the status, and only of the few pending ones a row is looked up.
  const { rows } = await sql<Record<'assigned' | 'started' | AssignmentStatus, number>>`
    SELECT count(*) AS assigned, count(*) FILTER (WHERE a.status = 'pending') AS pending,
           count(*) FILTER (WHERE a.status = 'completed') AS completed,
           count(*) FILTER (WHERE a.status = 'expired') AS expired,
           count(*) FILTER (WHERE a.status = 'cancelled') AS cancelled,
           (SELECT count(*) FROM assignments a WHERE ${where} AND a.status = 'pending' AND a.started_at IS NOT NULL) AS started
    FROM assignments a WHERE ${where}`.execute(db)
  return rows[0] ?? { assigned: 0, started: 0, pending: 0, completed: 0, expired: 0, cancelled: 0 }
}

/** Counts a filter's assignments by what a cancellation would do to them. */
export async function countForCancellation(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
): Promise<{ unstarted: number; started: number; over: number }> {
  const over = begunAndOver(client)
  const { rows } = await sql<{ unstarted: number; started: number; over: number }>`
    SELECT count(*) FILTER (WHERE a.status = 'pending' AND a.started_at IS NULL) AS unstarted,
           count(*) FILTER (WHERE a.status = 'pending' AND a.started_at IS NOT NULL AND NOT ${over}) AS started,
           count(*) FILTER (WHERE a.status <> 'pending' OR ${over}) AS over
    FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    WHERE ${assignmentFilter(client, filter)}`.execute(db)
  return rows[0] ?? { unstarted: 0, started: 0, over: 0 }
}

/** Counts a filter's assignments by what a later last day would do to them. */
export async function countForExtension(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
): Promise<{ undated: number; pending: number; expired: number; stays: number }> {
  const pending = sql`a.status = 'pending' AND m.removed_at IS NULL AND NOT ${begunAndOver(client)}`
  const expired = sql`a.status = 'expired' AND m.removed_at IS NULL AND a.due_date IS NOT NULL`
  const { rows } = await sql<{ undated: number; pending: number; expired: number; stays: number }>`
    SELECT count(*) FILTER (WHERE ${pending} AND a.due_date IS NULL) AS undated,
           count(*) FILTER (WHERE ${pending} AND a.due_date IS NOT NULL) AS pending,
           count(*) FILTER (WHERE ${expired}) AS expired,
           count(*) FILTER (WHERE NOT (${pending} OR ${expired})) AS stays
    FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    WHERE ${assignmentFilter(client, filter)}`.execute(db)
  return rows[0] ?? { undated: 0, pending: 0, expired: 0, stays: 0 }
}

/** Begun, and its time is over: a sweep will end it, nothing else touches it. */
const begunAndOver = ({
  timeZone,
}: AuthorizedClient) => sql`(a.started_at IS NOT NULL AND CASE WHEN t.deadline IS NULL
  THEN coalesce((now() AT TIME ZONE ${timeZone})::date > a.due_date, false) AND NOT ${isPaused} ELSE t.deadline <= now() END)`

/** Counts a membership's pending assignments, and those among them that nobody has started. */
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
