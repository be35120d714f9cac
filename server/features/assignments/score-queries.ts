import { sql } from 'kysely'
import { RELIABLE } from '#scoring/score/rank-range.ts'
import { clientOfAllPeople, inReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import { scoreFilter } from '#server/features/memberships/score-filter.ts'
import type { Slice } from '#server/http/pages.ts'
import { assignmentFilter, type Filter } from './filter.ts'

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
  /** The versions of the test that have results, in the list's order: each is sorted separately. */
  readonly versions: readonly string[]
}

/**
 * The versions of a test of which a list has results with scores, the most used first, then the newest. Where there is only one,
 * nothing is counted, and one of its results is read.
 * @param which `listedAs`: the list of people; without it, that of assignments
 */
export async function findUsedVersions(
  db: Executor,
  client: ReadableClient,
  which: { inventoryId: string; listedAs: string | undefined },
): Promise<string[]> {
  const { inventoryId, listedAs } = which
  const inList = listedAs === undefined ? sql`` : sql`AND s.listed_as = ${listedAs}`
  const ofVersion = sql`FROM results r
    JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id AND a.restricted_at IS NULL ${ofPeople(client, {})}
    WHERE ${inReach(client, 'r', 'm')} AND r.version_id = v.id AND EXISTS (SELECT FROM result_scores s
      WHERE s.client_id = r.client_id AND s.assignment_id = r.assignment_id ${inList})`
  const { rows } = await sql<{ id: string }>`
    SELECT v.id FROM (
      SELECT v.id, v.number, count(*) OVER () AS versions
      FROM inventory_versions v CROSS JOIN LATERAL (SELECT ${ofVersion} LIMIT 1) AS one
      WHERE v.inventory_id = ${inventoryId}
    ) AS v
    ORDER BY CASE WHEN versions > 1 THEN (SELECT count(*) ${ofVersion}) END DESC, v.number DESC`.execute(db)
  return rows.map(({ id }) => id)
}

/** The order of rows `s` of result_scores, whose ids are in `tie`. Of one version it is that of an index. */
export function scoreOrder({ descending, versions }: ScoreOrder, tie: string) {
  const way = descending ? sql`DESC` : sql`ASC`
  const byValue = sql`s.value ${way}, ${sql.ref(tie)} ${way}`
  return versions.length > 1 ? sql`array_position(${versions}::uuid[], s.version_id), ${byValue}` : byValue
}

/** The memberships, where the filter or the limit of a reader asks about them. */
const ofPeople = (client: ReadableClient, { group, search, decision }: Filter) =>
  clientOfAllPeople(client) && [group, search, decision].every(isEmpty)
    ? sql``
    : sql`JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id`

const isEmpty = (value: unknown) => value === undefined || value === ''

/** The rows `s` of one score of a list, as `FROM … WHERE …`. */
export type Scores = ReturnType<typeof sql>

/**
 * The rows of one score that a filter finds, and their conditions. Where nothing is asked but the test and that score, an index
 * alone answers, and no row is looked up.
 */
export function scoresOf(client: ReadableClient, key: string, filter: Filter): Scores {
  const { score, band, score_from, score_to, ...others } = filter
  const own = score === undefined || score === key
  const { inventory, status, ...rest } = others
  const onKey = own ? { inventory, score: key, band, score_from, score_to } : { inventory, score: key }
  const ofKey = scoreFilter(onKey)
  const all = own && (status === undefined || status === 'completed') && Object.values(rest).every(isEmpty)
  if (all && clientOfAllPeople(client))
    return sql`FROM result_scores s WHERE ${inReach(client, 's', 'm')} AND ${ofKey} AND NOT EXISTS (SELECT FROM assignments a
      WHERE a.client_id = s.client_id AND a.restricted_at IS NOT NULL AND a.id = s.assignment_id)`
  return sql`FROM result_scores s ${joins} WHERE ${ofKey} AND ${assignmentFilter(client, own ? others : filter)}`
}

/**
 * A page of a filter's assignments in the order of a score, by id. Those without the score follow, the newest first. The first
 * are read from an index in their order, which ends after one page.
 */
export async function findIdsByScore(
  db: Executor,
  client: ReadableClient,
  order: ScoreOrder,
  filter: Filter,
  { limit, offset }: Slice,
): Promise<string[]> {
  const { key } = order
  const { rows } = await sql<{ id: string }>`
    SELECT s.assignment_id AS id ${scoresOf(client, key, filter)}
    ORDER BY ${scoreOrder(order, 's.assignment_id')} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === limit || filter.score === key) return ids
  const scored = ids.length > 0 ? offset + ids.length : await countScored(db, client, key, filter)
  const { rows: others } = await sql<{ id: string }>`
    SELECT a.id FROM assignments a ${ofPeople(client, filter)}
    WHERE ${assignmentFilter(client, filter)} AND (
      NOT EXISTS (SELECT FROM result_scores s
        WHERE ${inReach(client, 's', 'm')} AND ${scoreFilter({ inventory: filter.inventory, score: key })} AND s.assignment_id = a.id)
      OR EXISTS (SELECT FROM assignments held
        WHERE ${inReach(client, 'held', 'm')} AND held.restricted_at IS NOT NULL AND held.id = a.id))
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
    SELECT count(*)::int AS count ${scoresOf(client, key, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface OwnScore {
  readonly versionId: string
  readonly value: number
  readonly se: number
}

/**
 * Counts the scores of a list by version and error in groups that lie alike to each of the `own` scores: reliably higher than
 * it, reliably lower, or neither. Each group has one value of it. Ten thousand scores become a few groups, so that few rows
 * leave the database.
 */
export async function countScores(
  db: Executor,
  scores: Scores,
  own: readonly OwnScore[],
): Promise<(OwnScore & { count: number })[]> {
  const { rows } = await sql<OwnScore & { count: number }>`
    WITH found AS MATERIALIZED (
      SELECT s.version_id, s.value, s.se ${scores} AND s.se IS NOT NULL
    ), own AS (
      SELECT * FROM unnest(${own.map(({ versionId }) => versionId)}::uuid[], ${own.map(({ value }) => value)}::float8[],
        ${own.map(({ se }) => se)}::float8[]) AS o (version_id, value, se)
    ), ends AS (
      SELECT e.version_id, e.se, array_agg(o.value - far ORDER BY o.value - far) AS lower,
        array_agg(-o.value - far ORDER BY -o.value - far) AS higher
      FROM (SELECT DISTINCT version_id, se FROM found) e JOIN own o ON o.version_id = e.version_id
        CROSS JOIN LATERAL (SELECT ${RELIABLE} * sqrt(o.se ^ 2 + e.se ^ 2) AS far) d
      GROUP BY e.version_id, e.se
    )
    SELECT f.version_id AS "versionId", min(f.value) AS value, f.se, count(*)::int AS count
    FROM found f JOIN ends e ON e.version_id = f.version_id AND e.se = f.se
    GROUP BY f.version_id, f.se, width_bucket(f.value, e.lower), width_bucket(-f.value, e.higher)`.execute(db)
  return rows
}
