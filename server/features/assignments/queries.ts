import { sql } from 'kysely'
import type { AssignmentStatus } from '#contract/assignments.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import type { Slice } from '#server/http/pages.ts'
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
  duration_seconds: number | null
}

const orders = {
  createdAt: sql`created_at, id`,
  '-createdAt': sql`created_at DESC, id DESC`,
  dueDate: sql`due_date NULLS LAST, id`,
  '-dueDate': sql`due_date DESC NULLS LAST, id DESC`,
  completedAt: sql`ended_at NULLS LAST, id`,
  '-completedAt': sql`ended_at DESC NULLS LAST, id DESC`,
  name: sql`user_name COLLATE "tr-x-icu", id`,
  '-name': sql`user_name COLLATE "tr-x-icu" DESC, id DESC`,
  status: sql`status, id`,
  '-status': sql`status DESC, id DESC`,
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
  const total = await sql<{ count: number }>`SELECT count(*) AS count ${from} WHERE ${where}`.execute(db)
  const { rows } = await sql<AssignmentRow>`
    WITH page AS (
      SELECT * FROM (SELECT a.*, m.name AS user_name, m.phone, m.group_name ${from} WHERE ${where}) AS found
      ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}
    )
    SELECT p.id, p.client_id, ${client.name} AS client_name, p.user_id, p.user_name, u.email, p.phone, p.group_name,
           p.inventory_id, p.version_id, p.description, p.status, p.created_at, by_user.name AS created_by, p.due_date,
           p.started_at, p.ended_at, r.answered, r.late_answers,
           extract(epoch FROM least(t.closed_at, t.deadline) - t.started_at)::int AS duration_seconds
    FROM page p
    JOIN users u ON u.id = p.user_id
    JOIN users by_user ON by_user.id = p.created_by
    LEFT JOIN attempts t ON t.client_id = p.client_id AND t.assignment_id = p.id
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT item_id) AS answered, count(*) FILTER (WHERE late) AS late_answers
      FROM responses WHERE client_id = t.client_id AND attempt_id = t.id
    ) r
    ORDER BY ${orders[order]}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

export async function countByStatus(
  db: Executor,
  client: AuthorizedClient,
): Promise<Record<'assigned' | AssignmentStatus, number>> {
  const { rows } = await sql<Record<'assigned' | AssignmentStatus, number>>`
    SELECT count(*) AS assigned,
           count(*) FILTER (WHERE status = 'pending') AS pending,
           count(*) FILTER (WHERE status = 'completed') AS completed,
           count(*) FILTER (WHERE status = 'expired') AS expired,
           count(*) FILTER (WHERE status = 'cancelled') AS cancelled
    FROM assignments WHERE client_id = ${client.id}`.execute(db)
  return rows[0] ?? { assigned: 0, pending: 0, completed: 0, expired: 0, cancelled: 0 }
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
