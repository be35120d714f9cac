import { sql } from 'kysely'
import type { AssignmentStatus } from '#contract/assignments.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import { isPaused } from '#server/db/attempt-clock.ts'
import type { Executor } from '#server/db/database.ts'

export interface Held {
  id: string
  membershipId: string
  userId: string
  inventoryId: string
  versionId: string
  status: AssignmentStatus
  started: boolean
  /** Its clock, or for an untimed one that was started and is not paused its last day, is over: it is about to be scored. */
  over: boolean
  /** Past its last day. */
  overdue: boolean
  /** Taken on a test day's tablets. */
  onTestDay: boolean
  /** Its opening moment has not come. */
  unopened: boolean
  /** The calendar day of its opening, at the client's place. */
  opensOn: string | null
  dueDate: string | null
  email: string | null
  /** Its person still belongs to the client and has an account. */
  member: boolean
  candidate: boolean
}

/**
 * Assignments locked until the transaction ends, in the order in which they are inserted, so that transactions can't
 * deadlock. Their memberships are locked first, so that a removal happens before or after, never in between; where the tests are
 * erased afterwards as that locks them.
 */
export async function lockAssignments(
  db: Executor,
  client: AuthorizedClient,
  which: { ids: readonly string[] } | { pendingOf: string } | { runningOf: string; ofCandidates: boolean },
): Promise<Held[]> {
  const chosen =
    'ids' in which
      ? sql`a.id = ANY (${which.ids}::uuid[])`
      : 'pendingOf' in which
        ? sql`a.membership_id = ${which.pendingOf} AND a.status = 'pending'`
        : sql`a.inventory_id = ${which.runningOf} AND a.status = 'pending' AND a.started_at IS NOT NULL
            AND (NOT ${which.ofCandidates}::boolean OR EXISTS (SELECT FROM memberships taker
              WHERE taker.client_id = a.client_id AND taker.id = a.membership_id AND taker.role = 'candidate'))`
  if (!('pendingOf' in which))
    await sql`
      SELECT m.id FROM memberships m
      WHERE m.client_id = ${client.id} AND m.id IN (
        SELECT a.membership_id FROM assignments a WHERE a.client_id = ${client.id} AND ${chosen})
      ORDER BY m.id FOR ${sql.raw('runningOf' in which ? 'UPDATE' : 'KEY SHARE')}`.execute(db)
  const overdue = sql`coalesce((now() AT TIME ZONE ${client.timeZone})::date > a.due_date, false)`
  const { rows } = await sql<Held>`
    SELECT a.id, a.membership_id AS "membershipId", a.user_id AS "userId", a.inventory_id AS "inventoryId",
           a.version_id AS "versionId", a.status, a.started_at IS NOT NULL AS started,
           a.status = 'pending' AND a.started_at IS NOT NULL
             AND CASE WHEN t.deadline IS NULL THEN ${overdue} AND NOT ${isPaused} ELSE t.deadline <= now() END AS over,
           ${overdue} AS overdue, a.test_day_id IS NOT NULL AS "onTestDay", coalesce(a.opens_at > now(), false) AS unopened,
           to_char(a.opens_at AT TIME ZONE ${client.timeZone}, 'YYYY-MM-DD') AS "opensOn", a.due_date AS "dueDate", m.email,
           m.removed_at IS NULL AND u.deactivated_at IS NULL AS member, m.role = 'candidate' AS candidate
    FROM assignments a
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    JOIN users u ON u.id = a.user_id
    LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    WHERE a.client_id = ${client.id} AND ${chosen}
    ORDER BY a.membership_id, a.inventory_id, a.id FOR UPDATE OF a`.execute(db)
  return rows
}

/**
 * Locks a pending assignment that is past its due day until the transaction ends; undefined when it was ended or got a
 * later day in the meantime.
 */
export async function lockOverdue(
  db: Executor,
  key: { clientId: string; id: string },
): Promise<{ started: boolean } | undefined> {
  const { rows } = await sql<{ started: boolean }>`
    SELECT a.started_at IS NOT NULL AS started FROM assignments a JOIN clients c ON c.id = a.client_id
    WHERE a.client_id = ${key.clientId} AND a.id = ${key.id} AND a.status = 'pending'
      AND (now() AT TIME ZONE c.time_zone)::date > a.due_date
    FOR UPDATE OF a`.execute(db)
  return rows[0]
}

/** The clients that have a pending assignment past its due day now. Each one's midnight is its own. */
export async function findOverdue(
  db: Executor,
  limit: number,
): Promise<{ client_id: string; id: string; inventory_id: string; started: boolean }[]> {
  const { rows } = await sql<{ client_id: string; id: string; inventory_id: string; started: boolean }>`
    SELECT a.client_id, a.id, a.inventory_id, a.started_at IS NOT NULL AS started
    FROM assignments a JOIN clients c ON c.id = a.client_id
    WHERE a.status = 'pending' AND a.due_date IS NOT NULL
      AND a.due_date <= (now() AT TIME ZONE 'UTC')::date + 1
      AND (now() AT TIME ZONE c.time_zone)::date > a.due_date
      AND NOT EXISTS (SELECT FROM attempts t WHERE t.client_id = a.client_id AND t.assignment_id = a.id
        AND (t.deadline > now() OR ${isPaused}))
      -- A tablet without a connection may have it begun, and bring it in within three days.
      AND NOT (a.started_at IS NULL AND a.test_day_id IS NOT NULL
        AND a.due_date > (now() AT TIME ZONE c.time_zone)::date - 4
        AND EXISTS (SELECT FROM tablets k WHERE k.client_id = a.client_id AND k.test_day_id = a.test_day_id
          AND k.opened_at IS NOT NULL))
    ORDER BY a.due_date LIMIT ${limit}`.execute(db)
  return rows
}
