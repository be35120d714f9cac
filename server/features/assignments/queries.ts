import { sql } from 'kysely'
import type { AssignmentStatus } from '#contract/assignments.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import type { Slice } from '#server/http/pages.ts'
import { knownCount } from './counts.ts'
import { assignmentFilter, type Filter } from './filter.ts'

export async function findToday(db: Executor, timeZone: string): Promise<string> {
  const { rows } = await sql<{
    today: string
  }>`SELECT (now() AT TIME ZONE ${timeZone})::date AS today`.execute(db)
  return rows[0]?.today ?? ''
}

export interface NewAssignment {
  id: string
  membershipId: string
  userId: string
  inventoryId: string
  versionId: string
}

export interface CommonFields {
  clientId: string
  description: string
  locale: Locale
  dueDate: string | null
  createdBy: string
}

/** Adds assignments in one statement, leaving out those for which the same inventory is pending. Returns the added ones. */
export async function insertAssignments(
  db: Executor,
  common: CommonFields,
  rows: readonly NewAssignment[],
): Promise<{ id: string; membershipId: string; inventoryId: string }[]> {
  const added = await sql<{ id: string; membershipId: string; inventoryId: string }>`
    INSERT INTO assignments
      (client_id, id, membership_id, user_id, inventory_id, version_id, description, locale, due_date, created_by)
    SELECT ${common.clientId}::uuid, id, membership_id, user_id, inventory_id, version_id, ${common.description},
           ${common.locale}, ${common.dueDate}::date, ${common.createdBy}::uuid
    FROM unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.membershipId)}::uuid[],
      ${rows.map((r) => r.userId)}::uuid[], ${rows.map((r) => r.inventoryId)}::uuid[],
      ${rows.map((r) => r.versionId)}::uuid[]) AS t (id, membership_id, user_id, inventory_id, version_id)
    ORDER BY membership_id, inventory_id
    ON CONFLICT (client_id, membership_id, inventory_id) WHERE status = 'pending' DO NOTHING
    RETURNING id, membership_id AS "membershipId", inventory_id AS "inventoryId"`.execute(db)
  return added.rows
}

export interface AssignmentRow {
  id: string
  client_id: string
  client_name: string
  user_id: string
  user_name: string
  email: string | null
  phone: string
  group_name: string
  inventory_id: string
  version_id: string
  description: string
  status: AssignmentStatus
  created_at: Date
  created_by: string
  due_date: string | null
  started_at: Date | null
  ended_at: Date | null
  answered: number
  late_answers: number
  late_decision: 'accepted' | 'left' | null
  reminded_at: Date | null
  duration_seconds: number | null
}

// Each is an index read forwards or backwards: what has no day or no end stands where that puts it.
const orders = {
  createdAt: sql`created_at, id`,
  '-createdAt': sql`created_at DESC, id DESC`,
  dueDate: sql`due_date, id`,
  '-dueDate': sql`due_date DESC, id DESC`,
  completedAt: sql`ended_at NULLS FIRST, id`,
  '-completedAt': sql`ended_at DESC NULLS LAST, id DESC`,
  name: sql`user_name COLLATE "tr-x-icu", id`,
  '-name': sql`user_name COLLATE "tr-x-icu" DESC, id DESC`,
  status: sql`status, created_at DESC, id DESC`,
  '-status': sql`status DESC, created_at, id`,
}
export type Order = keyof typeof orders

const from = sql`FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id`

export async function findAssignments(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
  order: Order,
  slice: Slice,
): Promise<{ count: number; rows: AssignmentRow[] }> {
  const where = assignmentFilter(client, filter)
  const count = (await knownCount(db, client.id, filter)) ?? (await countRows(db, where))
  const { rows } = await sql<AssignmentRow>`
    WITH page AS (
      SELECT * FROM (SELECT a.*, m.name AS user_name, m.phone, m.group_name ${from} WHERE ${where}) AS found
      ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}
    )
    SELECT p.id, p.client_id, ${client.name} AS client_name, p.user_id, p.user_name, u.email, p.phone, p.group_name,
           p.inventory_id, p.version_id, p.description, p.status, p.created_at, by_user.name AS created_by, p.due_date,
           p.started_at, p.ended_at, r.answered, r.late_answers, result.late_decision,
           (SELECT max(send_at) FROM reminders WHERE client_id = p.client_id AND assignment_id = p.id) AS reminded_at,
           extract(epoch FROM least(t.closed_at, t.deadline) - t.started_at)::int AS duration_seconds
    FROM page p
    JOIN users u ON u.id = p.user_id
    JOIN users by_user ON by_user.id = p.created_by
    LEFT JOIN attempts t ON t.client_id = p.client_id AND t.assignment_id = p.id
    LEFT JOIN results result ON result.client_id = p.client_id AND result.assignment_id = p.id
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT item_id) AS answered, count(*) FILTER (WHERE late) AS late_answers
      FROM responses WHERE client_id = t.client_id AND attempt_id = t.id
    ) r
    ORDER BY ${orders[order]}`.execute(db)
  return { count, rows }
}

async function countRows(db: Executor, where: ReturnType<typeof assignmentFilter>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${from} WHERE ${where}`.execute(db)
  return rows[0]?.count ?? 0
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
      AND NOT EXISTS (SELECT FROM attempts t WHERE t.client_id = a.client_id AND t.assignment_id = a.id AND t.deadline > now())
    ORDER BY a.due_date LIMIT ${limit}`.execute(db)
  return rows
}

/** Marks a pending assignment as done. */
export async function markCompleted(db: Executor, key: { clientId: string; id: string }): Promise<void> {
  await db
    .updateTable('assignments')
    .set({ status: 'completed', ended_at: sql`now()` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('status', '=', 'pending')
    .execute()
}

/**
 * Holds a pending assignment that is past its due day until the transaction ends; undefined when it was ended or got a later
 * day in the meantime.
 */
export async function holdOverdue(
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

/** Ends a pending assignment that was never started; false when it was ended, or started, in the meantime. */
export async function endUnstarted(
  db: Executor,
  key: { clientId: string; id: string },
  end: { status: 'expired'; reason: 'past_due' } | { status: 'cancelled'; reason: 'consent_refused' },
): Promise<boolean> {
  const ended = await db
    .updateTable('assignments')
    .set({ status: end.status, end_reason: end.reason, ended_at: sql`now()` })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('status', '=', 'pending')
    .where('started_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export interface Held {
  id: string
  membershipId: string
  userId: string
  inventoryId: string
  versionId: string
  status: AssignmentStatus
  started: boolean
  /** Its clock, or for an untimed one that was started its last day, is over: it is about to be scored. */
  over: boolean
  /** Past its last day. */
  overdue: boolean
  dueDate: string | null
  email: string | null
  /** Its person still belongs to the client and has an account. */
  member: boolean
}

/**
 * Assignments held until the transaction ends, in the order in which they are inserted, so that nobody waits in a circle.
 * Their memberships are held first: whoever is being removed is removed before or after, and not meanwhile.
 */
export async function holdAssignments(
  db: Executor,
  client: AuthorizedClient,
  which: { ids: readonly string[] } | { pendingOf: string },
): Promise<Held[]> {
  const chosen =
    'ids' in which
      ? sql`a.id = ANY (${which.ids}::uuid[])`
      : sql`a.membership_id = ${which.pendingOf} AND a.status = 'pending'`
  if ('ids' in which)
    await sql`
      SELECT m.id FROM memberships m
      WHERE m.client_id = ${client.id} AND m.id IN (
        SELECT a.membership_id FROM assignments a WHERE a.client_id = ${client.id} AND ${chosen})
      ORDER BY m.id FOR KEY SHARE`.execute(db)
  const overdue = sql`coalesce((now() AT TIME ZONE ${client.timeZone})::date > a.due_date, false)`
  const { rows } = await sql<Held>`
    SELECT a.id, a.membership_id AS "membershipId", a.user_id AS "userId", a.inventory_id AS "inventoryId",
           a.version_id AS "versionId", a.status, a.started_at IS NOT NULL AS started,
           a.status = 'pending' AND a.started_at IS NOT NULL
             AND CASE WHEN t.deadline IS NULL THEN ${overdue} ELSE t.deadline <= now() END AS over,
           ${overdue} AS overdue, a.due_date AS "dueDate", u.email,
           m.removed_at IS NULL AND u.deactivated_at IS NULL AS member
    FROM assignments a
    JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    JOIN users u ON u.id = a.user_id
    LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    WHERE a.client_id = ${client.id} AND ${chosen}
    ORDER BY a.membership_id, a.inventory_id, a.id FOR UPDATE OF a`.execute(db)
  return rows
}

/** The next assignments of a filter after the given one, in the order of their ids. */
export async function findNextIds(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
  walk: { statuses: readonly AssignmentStatus[]; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id ${from}
    WHERE ${assignmentFilter(client, filter)} AND a.status = ANY (${walk.statuses}::text[])
      AND (${walk.after}::uuid IS NULL OR a.id > ${walk.after}::uuid)
    ORDER BY a.id LIMIT ${walk.limit}`.execute(db)
  return rows.map((row) => row.id)
}

export async function markCancelled(
  db: Executor,
  key: { clientId: string; ids: readonly string[]; reason: 'cancelled' | 'removed' },
): Promise<void> {
  await sql`
    UPDATE assignments SET status = 'cancelled', end_reason = ${key.reason}, ended_at = now()
    WHERE client_id = ${key.clientId} AND id = ANY (${key.ids}::uuid[]) AND status = 'pending'`.execute(db)
}

export async function setDueDate(
  db: Executor,
  key: { clientId: string; ids: readonly string[]; dueDate: string },
): Promise<void> {
  await sql`
    UPDATE assignments SET due_date = ${key.dueDate}::date
    WHERE client_id = ${key.clientId} AND id = ANY (${key.ids}::uuid[]) AND status = 'pending'`.execute(db)
}

/** Makes expired assignments pending again where the same inventory is not pending for the person. Returns which. */
export async function reopenExpired(
  db: Executor,
  key: { clientId: string; ids: readonly string[]; dueDate: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    UPDATE assignments a SET status = 'pending', due_date = ${key.dueDate}::date, ended_at = NULL, end_reason = NULL
    WHERE a.client_id = ${key.clientId} AND a.id = ANY (${key.ids}::uuid[]) AND a.status = 'expired'
      AND NOT EXISTS (SELECT FROM assignments o WHERE o.client_id = a.client_id AND o.membership_id = a.membership_id
                      AND o.inventory_id = a.inventory_id AND o.status = 'pending')
    RETURNING a.id`.execute(db)
  return new Set(rows.map((row) => row.id))
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
