import { type Selectable, sql } from 'kysely'
import type { AssignmentStatus } from '#contract/assignments.ts'
import {
  type AuthorizedClient,
  clientOfAllPeople,
  hiddenTests,
  type ReadableClient,
  wholeClient,
} from '#server/authority/reach.ts'
import type { Memberships } from '#server/db/client-tables.ts'
import { columnsOf } from '#server/db/columns-of.ts'
import type { Executor } from '#server/db/database.ts'
import { isAnswer, isCounted, isLateAnswer, isOpen } from '#server/db/is-answer.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Assignments, Results } from '#server/db/test-tables.ts'
import { isRead } from '#server/db/withheld.ts'
import { refuseLooseBounds } from '#server/features/memberships/score-filter.ts'
import type { Slice } from '#server/http/pages.ts'
import { knownCount } from './counts.ts'
import { assignmentFilter, countedFilter, type Filter } from './filter.ts'
import { countScored } from './score-queries.ts'

const columns = [
  'id',
  'client_id',
  'user_id',
  'inventory_id',
  'version_id',
  'description',
  'status',
  'created_at',
  'due_date',
  'started_at',
  'ended_at',
  'time_percent',
  'text_size',
  'read_aloud',
  'breaks',
  'break_minutes',
  'opens_at',
  'battery_place',
  'pause_minutes',
  'erased_at',
  'test_day_id',
  'restricted_at',
  'end_reason',
] as const
const memberColumns = ['email', 'phone', 'staff_number', 'group_name'] as const

export interface AssignmentRow
  extends Pick<Selectable<Assignments>, (typeof columns)[number]>,
    Pick<Selectable<Memberships>, (typeof memberColumns)[number]>,
    Pick<Selectable<Results>, 'late_decision'> {
  client_name: string
  test_day_place: string | null
  test_day: string | null
  user_name: string
  /** Sensitive as a whole, and not open to this person: it can't be started. */
  withheld: boolean
  /** A day at the client's place. */
  kept_until: string | null
  /** Set for every test that has sensitive scales, so that it does not show who was asked. */
  scales_kept_until: string | null
  /** The name of who assigned it. */
  created_by: string
  read_aloud_used: boolean
  auto_next_used: boolean
  /** Questions that everybody gets. */
  answered: number
  /** Questions of sensitive scales. */
  answered_sensitive: number
  /** True when it was begun; below, the scales that it does not ask. */
  begun: boolean
  left_out: string[] | null
  late_answers: number
  reminded_at: Date | null
  duration_seconds: number | null
  /** The parts of a result that its summary is made of; null without a result. */
  scores: unknown
}

// Each is an index read forwards or backwards, which also places rows without a day or an end.
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

// The list needs only these parts of a result, which has many kilobytes.
const summarized = sql`CASE WHEN decided.scores IS NOT NULL THEN jsonb_build_object(
  'placement', decided.scores -> 'placement', 'validity', decided.scores -> 'validity',
  'scales', jsonb_path_query_array(decided.scores, '$.scales[*] ? (@.kind == "correct")')) END`

const from = sql`FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id`

/** A page of a filter's assignments in an order, and how many there are. */
export async function findAssignments(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
  order: Order,
  slice: Slice,
): Promise<{ count: number; rows: AssignmentRow[] }> {
  const count = await countAssignments(db, client, filter)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (SELECT a.*, m.name AS user_name ${from} WHERE ${assignmentFilter(client, filter)}) AS found
    ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return { count, rows: await findRows(db, client, ids) }
}

/**
 * Assignments of a client by their ids, in the order of these. One statement for every list: planning it takes as long as reading
 * ten rows.
 */
export async function findRows(
  db: Executor,
  client: ReadableClient,
  ids: readonly string[],
): Promise<AssignmentRow[]> {
  if (ids.length === 0) return []
  const ofTests = hiddenTests(client).length > 0 ? '_of_shown_tests' : ''
  const name = `${clientOfAllPeople(client) ? 'listed_assignments' : 'assignments_of_groups'}${ofTests}`
  const { rows } = await sql<AssignmentRow>`
    WITH page AS (
      SELECT a.*, m.name AS user_name, m.role, m.held_at, ${columnsOf('m', memberColumns)} ${from}
      WHERE ${assignmentFilter(client, { ids })}
    )
    SELECT ${columnsOf('p', [...columns, ...memberColumns])}, ${client.name} AS client_name, p.user_name,
           d.place AS test_day_place, d.day AS test_day,
           by_user.name AS created_by, coalesce(t.read_aloud_used, false) AS read_aloud_used, coalesce(t.auto_next_used, false) AS auto_next_used, r.answered, r.answered_sensitive, r.late_answers,
           t.id IS NOT NULL AS begun, t.left_out,
           CASE WHEN r.late_undecided THEN NULL ELSE decided.late_decision END AS late_decision,
           kept.until AS kept_until, CASE WHEN v.sensitive_scales <> '{}' AND NOT t.scales_closed THEN least(kept.scales, kept.until) END AS scales_kept_until,
           p.status = 'pending' AND v.sensitive AND NOT EXISTS (SELECT FROM inventory_enablements e
             WHERE e.client_id = p.client_id AND e.inventory_id = p.inventory_id
               AND (p.role <> 'candidate' OR e.for_candidates)
               AND (p.started_at IS NOT NULL OR ${isRead('e')})) AS withheld,
           ${summarized} AS scores,
           (SELECT max(send_at) FROM reminders WHERE client_id = p.client_id AND assignment_id = p.id) AS reminded_at,
           extract(epoch FROM least(t.closed_at, t.deadline) - t.started_at - t.practice_time)::int - t.paused_seconds AS duration_seconds
    FROM page p
    JOIN inventory_versions v ON v.id = p.version_id
    JOIN users by_user ON by_user.id = p.created_by
    LEFT JOIN test_days d ON d.client_id = p.client_id AND d.id = p.test_day_id
    LEFT JOIN attempts t ON t.client_id = p.client_id AND t.assignment_id = p.id
    LEFT JOIN results decided ON decided.client_id = p.client_id AND decided.assignment_id = p.id
    LEFT JOIN LATERAL (
      SELECT (retention_end(p.client_id, p.inventory_id, p.role, v.sensitive, start) AT TIME ZONE ${client.timeZone})::date AS until,
        (retention_end(p.client_id, NULL, p.role, true, start) AT TIME ZONE ${client.timeZone})::date AS scales
      FROM (SELECT CASE WHEN p.ended_at IS NULL THEN kept_from(p.client_id, p.id) ELSE p.ended_at END AS start) AS facts
      WHERE p.erased_at IS NULL AND p.held_at IS NULL AND start IS NOT NULL
    ) kept ON true
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT item_id) FILTER (WHERE ${isAnswer} AND ${isCounted} AND ${isOpen}) AS answered,
        count(DISTINCT item_id) FILTER (WHERE ${isAnswer} AND ${isCounted} AND NOT ${isOpen}) AS answered_sensitive,
        count(*) FILTER (WHERE ${isOpen} AND ${isLateAnswer('responses')}) AS late_answers,
        coalesce(bool_or(${isOpen} AND ${isLateAnswer('responses')} AND stored_at > decided.late_decided_at), false) AS late_undecided
      FROM responses WHERE client_id = t.client_id AND attempt_id = t.id
    ) r ${prepared(name)}`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Counts the assignments that a filter finds. */
export async function countAssignments(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
): Promise<number> {
  refuseLooseBounds(filter)
  if (filter.score !== undefined) return countScored(db, client, filter.score, filter)
  const whole = wholeClient(client)
  const known = whole && (await knownCount(db, whole.id, filter))
  if (known !== undefined) return known
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM assignments a WHERE ${countedFilter(client, filter)}`.execute(db)
  return rows[0]?.count ?? 0
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
