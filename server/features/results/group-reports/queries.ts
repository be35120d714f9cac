import { sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'

/** The assignments that a report reads: of one test, assigned from the first to the last month. */
interface Window {
  readonly inventoryId: string
  readonly from: string
  readonly to: string
}

/** The people of a window whose results are read. */
export interface Finished extends Window {
  readonly versionId: string
}

/**
 * The assignments of a window, with their people's groups. Nothing that was erased, withdrawn or is kept for a legal hold alone.
 */
const assignedIn = (client: AuthorizedClient, { inventoryId, from, to }: Window) => ({
  rows: sql`assignments a
  JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id AND m.erased_at IS NULL`,
  where: sql`a.client_id = ${client.id} AND a.inventory_id = ${inventoryId}
    AND a.created_at >= (${from} || '-01')::timestamp AT TIME ZONE ${client.timeZone}
    AND a.created_at < ((${to} || '-01')::timestamp + interval '1 month') AT TIME ZONE ${client.timeZone}
    AND a.erased_at IS NULL AND a.restricted_at IS NULL AND a.end_reason IS DISTINCT FROM 'consent_withdrawn'`,
})

const resultOf = sql`results r ON r.client_id = a.client_id AND r.assignment_id = a.id`
/** The month of one assignment for each person, not of all: writing a month takes longer than finding it. */
const monthIn = ({ timeZone }: AuthorizedClient) =>
  sql`to_char(created_at AT TIME ZONE ${timeZone}, 'YYYY-MM') AS month`

/** A row for each person: their finished test, or else the newest assignment. */
function peopleOf(client: AuthorizedClient, window: Window) {
  const { rows, where } = assignedIn(client, window)
  return sql`SELECT *, ${monthIn(client)} FROM (
    SELECT DISTINCT ON (a.user_id) a.id, a.user_id, a.status, a.created_at, a.started_at, a.end_reason, m.group_name,
      r.attempt_id, r.version_id
    FROM ${rows} LEFT JOIN ${resultOf} WHERE ${where}
    ORDER BY a.user_id, r.attempt_id IS NULL, a.created_at DESC, a.id) AS people`
}

/** Those of these people who finished the test, in any version: nothing else needs to be sorted for them. */
function finishedOf(client: AuthorizedClient, window: Window) {
  const { rows, where } = assignedIn(client, window)
  return sql`SELECT *, ${monthIn(client)} FROM (
    SELECT DISTINCT ON (a.user_id) a.id, a.created_at, m.group_name, r.attempt_id, r.version_id, r.quality, r.quality_flags
    FROM ${rows} JOIN ${resultOf} WHERE ${where}
    ORDER BY a.user_id, a.created_at DESC, a.id) AS finished`
}

export interface StageCount {
  version_id: string | null
  group_name: string
  month: string
  stage: 'invited' | 'opened' | 'begun' | 'finished'
  outcome: 'waiting' | 'expired' | 'refused' | 'cancelled'
  people: number
}

/** Counts the people of a window by what they have reached, their group, month and version. */
export async function countStages(
  db: Executor,
  client: AuthorizedClient,
  window: Window,
): Promise<StageCount[]> {
  // An invitation that was opened before the test was assigned says nothing about this test.
  const opened = sql`EXISTS (SELECT FROM consents c WHERE c.client_id = ${client.id} AND c.assignment_id = p.id)
    OR EXISTS (SELECT FROM one_time_links l WHERE l.user_id = p.user_id AND l.purpose = 'invitation'
      AND l.client_id = ${client.id} AND l.opened_at >= p.created_at)`
  const { rows } = await sql<StageCount>`
    WITH p AS (${peopleOf(client, window)})
    SELECT version_id, group_name, month,
      CASE WHEN attempt_id IS NOT NULL THEN 'finished' WHEN started_at IS NOT NULL THEN 'begun'
        WHEN ${opened} THEN 'opened' ELSE 'invited' END AS stage,
      CASE WHEN status = 'pending' THEN 'waiting' WHEN status = 'expired' THEN 'expired'
        WHEN end_reason = 'consent_refused' THEN 'refused' ELSE 'cancelled' END AS outcome,
      count(*)::int AS people
    FROM p GROUP BY 1, 2, 3, 4, 5`.execute(db)
  return rows
}

export interface QualityCount {
  quality: 'high' | 'medium' | 'low' | null
  flags: string[]
  away: boolean
  copied: boolean
  devices: boolean
  time: boolean
  people: number
}

export interface ScoreSums {
  key: string
  /** Null for people whose score has no band. */
  band: string | null
  /** Group and month of a main score; null of others, which are summed up for all people alone. */
  group_name: string | null
  month: string | null
  n: number
  /** Those of them with each response quality; of the others nothing could be judged. */
  high: number
  medium: number
  low: number
  mean: number
  squares: number
  /** The mean error of measurement; null where any is unknown. */
  se: number | null
}

export interface PersonalSums {
  /** The quartiles of the time that people used, in seconds; null where nobody has finished. */
  times: readonly [number, number, number] | null
  /** People by response quality and everything that was noted, each combination separately. */
  qualities: QualityCount[]
  /** The scores by their bands, the main ones for each group and month too. */
  scores: ScoreSums[]
}

/**
 * Sums up times, response quality and scores of those who finished a version. One statement, because finding these people takes
 * longer than any of the sums. They are joined to scores of the version and not compared with it themselves, so that
 * PostgreSQL knows that they are many.
 */
export async function sumPersonal(
  db: Executor,
  client: AuthorizedClient,
  { versionId, ...window }: Finished,
  main: readonly string[],
): Promise<PersonalSums> {
  const isMain = sql`s.key = ANY (${main}::text[])`
  const { rows } = await sql<PersonalSums>`
    WITH p AS MATERIALIZED (${finishedOf(client, window)}), taken AS MATERIALIZED (
      SELECT p.attempt_id, p.quality, p.quality_flags, t.closed_by = 'time' AS time,
        extract(epoch FROM least(t.closed_at, t.deadline) - t.started_at - t.practice_time)::float8 - t.paused_seconds AS seconds
      FROM p JOIN attempts t ON t.client_id = ${client.id} AND t.id = p.attempt_id WHERE p.version_id = ${versionId}
    ), signs AS (
      SELECT s.attempt_id, bool_or(s.kind = 'away') AS away, bool_or(s.kind = 'copied') AS copied,
        count(DISTINCT s.device) > 1 AS devices
      FROM attempt_signals s WHERE s.client_id = ${client.id} AND s.attempt_id IN (SELECT attempt_id FROM taken)
      GROUP BY 1
    ), qualities AS (
      SELECT t.quality, t.quality_flags AS flags, coalesce(s.away, false) AS away, coalesce(s.copied, false) AS copied,
        coalesce(s.devices, false) AS devices, t.time, count(*) AS people
      FROM taken t LEFT JOIN signs s ON s.attempt_id = t.attempt_id
      GROUP BY 1, 2, 3, 4, 5, 6
    ), scores AS (
      SELECT s.key, s.band, CASE WHEN ${isMain} THEN p.group_name END AS group_name,
        CASE WHEN ${isMain} THEN p.month END AS month, count(*) AS n,
        count(*) FILTER (WHERE p.quality = 'high') AS high, count(*) FILTER (WHERE p.quality = 'medium') AS medium,
        count(*) FILTER (WHERE p.quality = 'low') AS low, avg(s.value) AS mean,
        coalesce(var_pop(s.value) * count(*), 0) AS squares,
        CASE WHEN count(s.se) = count(*) THEN avg(s.se) END AS se
      FROM p JOIN result_scores s ON s.client_id = ${client.id} AND s.inventory_id = ${window.inventoryId}
        AND s.version_id = ${versionId} AND s.assignment_id = p.id
      GROUP BY 1, 2, 3, 4
    )
    SELECT (SELECT percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY seconds) FROM taken) AS times,
      (SELECT coalesce(json_agg(q), '[]') FROM qualities q) AS qualities,
      (SELECT coalesce(json_agg(s), '[]') FROM scores s) AS scores`.execute(db)
  return rows[0] ?? { times: null, qualities: [], scores: [] }
}
