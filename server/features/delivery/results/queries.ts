import { type RawBuilder, sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { ListedScore } from '#scoring/score/listed.ts'
import type { Scores } from '#scoring/score/scores.ts'
import type { Executor } from '#server/db/database.ts'
import { isLateAnswer, isOpen } from '#server/db/is-answer.ts'

export async function insertResult(
  db: Executor,
  result: { clientId: string; attemptId: string; assignmentId: string; versionId: string; scores: Scores },
): Promise<void> {
  await sql`
    INSERT INTO results (client_id, attempt_id, assignment_id, version_id, group_name, scores)
    SELECT ${result.clientId}, ${result.attemptId}, a.id, ${result.versionId}, m.group_name, ${JSON.stringify(result.scores)}::jsonb
    FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    WHERE a.client_id = ${result.clientId} AND a.id = ${result.assignmentId}
    ON CONFLICT (client_id, attempt_id) DO UPDATE SET scores = excluded.scores, scored_at = now()`.execute(db)
}

/** Keeps the scores that lists show of a result, in place of earlier ones. */
export async function replaceScores(
  db: Executor,
  result: {
    clientId: string
    attemptId: string
    assignmentId: string
    versionId: string
    inventoryId: string
    scores: readonly ListedScore[]
  },
): Promise<void> {
  const { clientId, attemptId, assignmentId, versionId, inventoryId, scores } = result
  await sql`DELETE FROM result_scores WHERE client_id = ${clientId} AND attempt_id = ${attemptId}`.execute(db)
  if (scores.length === 0) return
  await sql`
    INSERT INTO result_scores
      (client_id, attempt_id, assignment_id, membership_id, inventory_id, version_id, key, value, se, band)
    SELECT a.client_id, ${attemptId}, a.id, a.membership_id, ${inventoryId}, ${versionId}, s.key, s.value, s.se, s.band
    FROM assignments a, jsonb_to_recordset(${JSON.stringify(scores)}::jsonb)
      AS s (key text, value double precision, se double precision, band text)
    WHERE a.client_id = ${clientId} AND a.id = ${assignmentId}`.execute(db)
}

export interface ScoredPerson {
  clientId: string
  membershipId: string
}

/** The next people who have scores after the given one, by client. */
export async function findScoredPeople(
  db: Executor,
  after: ScoredPerson | undefined,
  limit: number,
): Promise<ScoredPerson[]> {
  const onwards = after
    ? sql`WHERE (client_id, membership_id) > (${after.clientId}::uuid, ${after.membershipId}::uuid)`
    : sql``
  const { rows } = await sql<ScoredPerson>`
    SELECT DISTINCT client_id AS "clientId", membership_id AS "membershipId" FROM result_scores ${onwards}
    ORDER BY 1, 2 LIMIT ${limit}`.execute(db)
  return rows
}

/** Says again of some people's scores in which list they are. Rows that say so already stay as they are. */
export async function listScores(
  db: Executor,
  clientId: string,
  membershipIds: readonly string[],
): Promise<void> {
  await sql`SELECT list_scores(${clientId}, ${membershipIds}::uuid[])`.execute(db)
}

export interface ResultRow {
  assignment_id: string
  version_id: string
  scores: unknown
  person_name: string
  email: string | null
  phone: string
  staff_number: string
  group_name: string
  role: 'manager' | 'candidate' | 'employee'
  client_id: string
  client_name: string
  time_zone: string
  due_date: string | null
  locale: Locale
  started_at: Date
  closed_at: Date
  /** The assignment's end, which is the attempt's, with the microseconds that a Date loses: to go on after this row. */
  ended_at_exact: string
  duration_seconds: number
  limit_seconds: number | null
  /** More time than others, at the start or given later. */
  adjusted_time: boolean
  /** True when copies of the report that leave the organisation say so. */
  shows_adjusted_time: boolean
  closed_by: 'person' | 'time'
  ended_by_manager: boolean
  /** The length of pauses by managers; breaks are apart. */
  paused_seconds: number
  breaks: { startedAt: string; seconds: number }[]
  added_seconds: number
  started_offline: boolean
  /** The next question followed automatically after an answer. */
  auto_next_used: boolean
  receipt: string
  late_answers: number
  /** The late answers that came after a manager's decision. */
  late_undecided: number
  late_decision: 'accepted' | 'left' | null
  /** The scales that were not asked, and whether the client had not opened them: then it is no secret of the person. */
  left_out: string[]
  scales_closed: boolean
}

const columns = sql`
  r.assignment_id, r.version_id, r.scores, m.name AS person_name, m.email, m.phone, m.staff_number,
  r.group_name, m.role, c.id AS client_id,
  c.name AS client_name, c.time_zone, a.due_date, t.locale, t.started_at, t.closed_at,
  a.ended_at::text AS ended_at_exact,
  extract(epoch FROM least(t.closed_at, t.deadline) - t.started_at - t.practice_time)::float8 - t.paused_seconds AS duration_seconds,
  extract(epoch FROM t.deadline - t.started_at - t.practice_time)::float8 - t.paused_seconds AS limit_seconds,
  t.time_percent IS DISTINCT FROM 100 OR a.time_percent IS DISTINCT FROM 100 AS adjusted_time,
  c.reports_show_adjusted_time AS shows_adjusted_time, t.closed_by, coalesce(t.receipt, '') AS receipt,
  t.ended_by IS NOT NULL AS ended_by_manager, t.paused_seconds - taken.seconds AS paused_seconds, taken.breaks, t.added_seconds, t.auto_next_used, t.offline_id IS NOT NULL AS started_offline,
  (SELECT count(*) FILTER (WHERE ${isOpen} AND ${isLateAnswer('p')}) FROM responses p WHERE p.client_id = t.client_id AND p.attempt_id = t.id) AS late_answers,
  (SELECT count(*) FILTER (WHERE ${isOpen} AND ${isLateAnswer('p')} AND p.stored_at > r.late_decided_at) FROM responses p WHERE p.client_id = t.client_id AND p.attempt_id = t.id) AS late_undecided,
  r.late_decision, t.left_out, t.scales_closed`

const joinsOf = (which: RawBuilder<unknown>) => sql`
  FROM results r
  JOIN inventory_versions v ON v.id = r.version_id
  JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(b.seconds), 0)::int AS seconds, coalesce(json_agg(json_build_object(
      'startedAt', to_char(b.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'seconds', b.seconds)
      ORDER BY b.started_at), '[]') AS breaks
    FROM attempt_breaks b WHERE b.client_id = t.client_id AND b.attempt_id = t.id AND b.seconds IS NOT NULL
  ) AS taken
  JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id ${which}
  JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
  JOIN clients c ON c.id = r.client_id`
const joins = joinsOf(sql`AND a.restricted_at IS NULL`)
const allJoins = joinsOf(sql``)

/** @param alsoRestricted for the person themselves, who sees what a legal hold keeps of them */
export async function findResult(
  db: Executor,
  key: { clientId: string; assignmentId: string },
  { alsoRestricted } = { alsoRestricted: false },
): Promise<ResultRow | undefined> {
  const { rows } = await sql<ResultRow>`
    SELECT ${columns} ${alsoRestricted ? allJoins : joins}
    WHERE r.client_id = ${key.clientId} AND r.assignment_id = ${key.assignmentId}`.execute(db)
  return rows[0]
}

/**
 * A page of results in the order of completion, after the given one; exports walk through all of them so. The order is
 * assignments_by_end backwards, null places included, so that a page costs its own rows wherever it is.
 */
export async function findResults(
  db: Executor,
  clientId: string,
  condition: RawBuilder<unknown>,
  after: { endedAt: string; assignmentId: string } | undefined,
  limit: number,
): Promise<ResultRow[]> {
  const later =
    after === undefined
      ? sql``
      : sql`AND (a.ended_at, a.id) > (${after.endedAt}::timestamptz, ${after.assignmentId}::uuid)`
  const { rows } = await sql<ResultRow>`
    SELECT ${columns} ${joins}
    WHERE ${condition} AND r.client_id = ${clientId} AND a.status = 'completed' ${later}
    ORDER BY a.ended_at NULLS FIRST, a.id LIMIT ${limit}`.execute(db)
  return rows
}

/** The inventory versions that occur among the results of a filter. */
export async function findResultVersions(
  db: Executor,
  clientId: string,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ version_id: string }>`
    SELECT DISTINCT r.version_id ${joins}
    WHERE ${condition} AND r.client_id = ${clientId} ORDER BY 1`.execute(db)
  return rows.map((row) => row.version_id)
}

/**
 * The number of people in a comparison group, and the mean percentage of each scale that enough of them have a score
 * on: the sums and later changes, in one snapshot; the same time for ten results and for ten thousand. Somebody who
 * took the test twice is one person. Where some did, a scale that not every result has needs as many scores more.
 */
export async function findGroupMeans(
  db: Executor,
  group: { clientId: string; versionId: string; name: string },
  fewest: number,
): Promise<{ size: number; means: Map<string, number> }> {
  const where = sql`WHERE client_id = ${group.clientId} AND version_id = ${group.versionId} AND group_name = ${group.name}`
  const { rows } = await sql<{ key: string; mean: number | null; count: number; people: number }>`
    SELECT key, (sum(total) / nullif(sum(count), 0))::float8 AS mean, sum(count)::float8 AS count,
      (SELECT count(*) FROM group_people ${where} AND results > 0)::float8 AS people
    FROM (
      SELECT key, total, count FROM group_sums ${where}
      UNION ALL
      SELECT key, total, count FROM group_sum_changes ${where}
    ) AS parts
    GROUP BY key`.execute(db)
  const whole = rows.find((row) => row.key === '')
  const size = whole?.people ?? 0
  const again = (whole?.count ?? 0) - size
  const enough = rows.filter((row) => row.key !== '' && row.count - again >= fewest)
  return { size, means: new Map(enough.flatMap(({ key, mean }) => (mean === null ? [] : [[key, mean]]))) }
}

/** Adds new results to the sums. Concurrent readers see all of it or none. */
export async function foldGroupSums(db: Executor): Promise<void> {
  await sql`
    WITH taken AS (DELETE FROM group_sum_changes RETURNING client_id, version_id, group_name, key, total, count)
    INSERT INTO group_sums (client_id, version_id, group_name, key, total, count)
    SELECT client_id, version_id, group_name, key, sum(total), sum(count) FROM taken
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (client_id, version_id, group_name, key) DO UPDATE
      SET total = group_sums.total + excluded.total, count = group_sums.count + excluded.count`.execute(db)
}

export async function findLateDecision(
  db: Executor,
  key: { clientId: string; attemptId: string },
): Promise<'accepted' | 'left' | null> {
  const row = await db
    .selectFrom('results')
    .select('late_decision')
    .where('client_id', '=', key.clientId)
    .where('attempt_id', '=', key.attemptId)
    .executeTakeFirst()
  return row?.late_decision ?? null
}

export async function writeLateDecision(
  db: Executor,
  key: { clientId: string; attemptId: string },
  { decision, by }: { decision: 'accepted' | 'left'; by: string },
): Promise<void> {
  await db
    .updateTable('results')
    .set({ late_decision: decision, late_decided_at: sql`now()`, late_decided_by: by })
    .where('client_id', '=', key.clientId)
    .where('attempt_id', '=', key.attemptId)
    .execute()
}

/** Why nobody reads the result of an assignment: it was erased, or is kept for a legal hold alone. */
export async function findWithheld(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<'erased' | 'withdrawn' | 'restricted' | undefined> {
  const found = await db
    .selectFrom('assignments')
    .select(['erased_at', 'restricted_at', 'end_reason'])
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.assignmentId)
    .executeTakeFirst()
  if (found?.restricted_at) return 'restricted'
  if (!found?.erased_at) return undefined
  // The reason is that of a whole test, as its row in the list says; a withdrawn scale leaves no trace here.
  return found.end_reason === 'consent_withdrawn' ? 'withdrawn' : 'erased'
}
