import { sql } from 'kysely'
import { inReach, type ReadableClient, wholeClient } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import type { Slice } from '#server/http/pages.ts'
import { assignmentFilter, type Filter, scoreFilter } from './filter.ts'

export interface ScoreRow {
  assignment_id: string
  version_id: string
  key: string
  value: number
  se: number | null
  band: string | null
}

const joins = sql`JOIN assignments a ON a.client_id = s.client_id AND a.id = s.assignment_id AND a.restricted_at IS NULL
  JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id`

/** The scores of some assignments. Those that a legal hold keeps have none to show. */
export async function findScores(
  db: Executor,
  client: ReadableClient,
  assignmentIds: readonly string[],
): Promise<ScoreRow[]> {
  const { rows } = await sql<ScoreRow>`
    SELECT s.assignment_id, s.version_id, s.key, s.value, s.se, s.band
    FROM result_scores s ${joins}
    WHERE ${inReach(client, 's', 'm')} AND s.assignment_id = ANY (${assignmentIds}::uuid[])`.execute(db)
  return rows
}

/** The order of a list by one score of the one test that its filter names. */
export interface ScoreOrder {
  readonly key: string
  readonly descending: boolean
}

/** The scores that a filter finds. A score of its own is asked of the same row where it is the one that is read. */
function scoresOf(client: ReadableClient, key: string, filter: Filter) {
  const { score, ...others } = filter
  const same =
    score === key
      ? filter
      : { ...others, score: key, band: undefined, score_from: undefined, score_to: undefined }
  const rest = score === key ? others : filter
  return sql`${inReach(client, 's', 'm')} AND ${scoreFilter(same)} AND ${assignmentFilter(client, rest)}`
}

/**
 * A page of a filter's assignments in the order of a score, by id. Those without the score follow, the newest first. The first
 * are read from an index in their order, which ends after one page.
 */
export async function findIdsByScore(
  db: Executor,
  client: ReadableClient,
  { key, descending }: ScoreOrder,
  filter: Filter,
  { limit, offset }: Slice,
): Promise<string[]> {
  const order = descending ? sql`s.value DESC, s.assignment_id DESC` : sql`s.value, s.assignment_id`
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM result_scores s ${joins} WHERE ${scoresOf(client, key, filter)}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === limit) return ids
  const scored = ids.length > 0 ? offset + ids.length : await countScored(db, client, key, filter)
  const { rows: others } = await sql<{ id: string }>`
    SELECT a.id FROM assignments a JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
    WHERE ${assignmentFilter(client, filter)} AND (a.restricted_at IS NOT NULL OR NOT EXISTS (
      SELECT FROM result_scores s WHERE s.client_id = a.client_id AND s.assignment_id = a.id AND s.key = ${key}))
    ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit - ids.length} OFFSET ${Math.max(0, offset - scored)}`.execute(
    db,
  )
  return [...ids, ...others.map(({ id }) => id)]
}

/** Counts the assignments of a filter that have a score. */
export async function countScored(
  db: Executor,
  client: ReadableClient,
  key: string,
  filter: Filter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM result_scores s ${joins} WHERE ${scoresOf(client, key, filter)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/**
 * Counts the assignments of a filter by version and value of a score with a known error. Where nothing but the test is
 * filtered, an index alone answers.
 */
export async function countScores(
  db: Executor,
  client: ReadableClient,
  { versionIds, key }: { versionIds: readonly string[]; key: string },
  filter: Filter,
): Promise<{ versionId: string; value: number; se: number; count: number }[]> {
  const { inventory: _test, status, ...others } = filter
  const all = (status === undefined || status === 'completed') && Object.values(others).every(isEmpty)
  const whole = all ? wholeClient(client) : undefined
  const found = whole
    ? sql`WHERE s.client_id = ${whole.id} AND s.key = ${key} AND NOT EXISTS (SELECT FROM assignments a
        WHERE a.client_id = s.client_id AND a.restricted_at IS NOT NULL AND a.id = s.assignment_id)`
    : sql`${joins} WHERE ${scoresOf(client, key, filter)}`
  const { rows } = await sql<{ versionId: string; value: number; se: number; count: number }>`
    SELECT s.version_id AS "versionId", s.value, s.se, count(*)::int AS count
    FROM result_scores s ${found} AND s.version_id = ANY (${versionIds}::uuid[]) AND s.se IS NOT NULL
    GROUP BY 1, 2, 3`.execute(db)
  return rows
}

const isEmpty = (value: unknown) => value === undefined || value === ''
