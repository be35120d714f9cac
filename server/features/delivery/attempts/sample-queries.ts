import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { isCounted } from '#server/db/is-answer.ts'
import type { Paced } from './closing/pace.ts'
import type { AttemptRow } from './queries.ts'

export interface ScoredAttempt extends Pick<AttemptRow, 'client_id' | 'id' | 'deadline' | 'left_out'>, Paced {
  closed_at: Date
  closed_by: 'person' | 'time'
  scores: unknown
}

/** The attempts of a version that were scored last, with their results, the newest first. */
export async function findNewestScored(
  db: Executor,
  versionId: string,
  limit: number,
): Promise<ScoredAttempt[]> {
  const { rows } = await sql<ScoredAttempt>`
    SELECT t.client_id, t.id, t.deadline, t.left_out, t.closed_at, t.closed_by,
      t.read_aloud_used, t.time_percent, t.text_size, t.clock_moved,
      r.scores
    FROM results r JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
    WHERE r.version_id = ${versionId} AND t.closed_by IN ('person', 'time')
      AND r.client_id NOT IN (SELECT id FROM clients WHERE synthetic)
      AND NOT EXISTS (SELECT FROM assignments a
        WHERE a.client_id = t.client_id AND a.id = t.assignment_id AND a.restricted_at IS NOT NULL)
    ORDER BY r.scored_at DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** The sections with a limit of their own of several attempts at once. */
export async function findSectionsOfAll(
  db: Executor,
  keys: readonly { client_id: string; id: string }[],
): Promise<{ client_id: string; attempt_id: string; section_id: string; deadline: Date }[]> {
  const { rows } = await sql<{
    client_id: string
    attempt_id: string
    section_id: string
    deadline: Date
  }>`
    SELECT client_id, attempt_id, section_id, deadline
    FROM unnest(${keys.map(({ client_id }) => client_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
      AS wanted (client_id, attempt_id)
    JOIN attempt_sections USING (client_id, attempt_id)`.execute(db)
  return rows
}

/** The people of an analysis. */
export interface FirstResults {
  readonly versionId: string
  /** All clients unless given. */
  readonly clientId?: string | undefined
  readonly locale?: Locale | undefined
  /** Days of the test's end in the client's time zone; both belong to it. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface FirstAttempt extends Pick<AttemptRow, 'client_id' | 'id' | 'deadline' | 'left_out'>, Paced {
  locale: Locale
  closed_at: Date
  closed_by: 'person' | 'time'
}

/** Each person's first attempt among the results of a version that may be read, the newest of these first. */
export async function findFirstResults(
  db: Executor,
  { versionId, clientId, locale, from, to }: FirstResults,
  limit: number,
): Promise<FirstAttempt[]> {
  const day = sql`(a.ended_at AT TIME ZONE c.time_zone)::date`
  const { rows } = await sql<FirstAttempt>`
    SELECT * FROM (
      SELECT DISTINCT ON (t.user_id) t.client_id, t.id, t.deadline, t.left_out, t.locale, t.closed_at, t.closed_by,
        t.read_aloud_used, t.time_percent, t.text_size, t.clock_moved
      FROM results r
      JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
      JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id
      JOIN clients c ON c.id = r.client_id AND NOT c.synthetic
      WHERE r.version_id = ${versionId} AND t.closed_by IN ('person', 'time')
        AND a.status = 'completed' AND a.restricted_at IS NULL
        AND (${clientId ?? null}::uuid IS NULL OR r.client_id = ${clientId ?? null}::uuid)
        AND (${locale ?? null}::text IS NULL OR t.locale = ${locale ?? null}::text)
        AND (${from ?? null}::date IS NULL OR ${day} >= ${from ?? null}::date)
        AND (${to ?? null}::date IS NULL OR ${day} <= ${to ?? null}::date)
      ORDER BY t.user_id, t.closed_at, t.id) AS first
    ORDER BY closed_at DESC, id LIMIT ${limit}`.execute(db)
  return rows
}

interface AnswersOfAttempt {
  client_id: string
  attempt_id: string
  /** Item id → value, the newest of an item. */
  responses: Record<string, unknown>
  /** Item id → milliseconds, where they are known. */
  timings: Record<string, number>
}

/**
 * The counted answers of several attempts, one row an attempt. Ten thousand tests have a million answers, and a row for each would
 * take longer than all that is made of them.
 */
export async function findCompactAnswers(
  db: Executor,
  keys: readonly { client_id: string; id: string }[],
): Promise<AnswersOfAttempt[]> {
  // Of a key that is there twice a reader of JSON takes the last one.
  const { rows } = await sql<AnswersOfAttempt>`
    SELECT client_id, attempt_id, json_object_agg(item_id, value ORDER BY epoch, seq) AS responses,
      coalesce(json_object_agg(item_id, elapsed_ms ORDER BY epoch, seq) FILTER (WHERE elapsed_ms IS NOT NULL), '{}') AS timings
    FROM unnest(${keys.map(({ client_id }) => client_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
      AS wanted (client_id, attempt_id)
    JOIN responses USING (client_id, attempt_id)
    LEFT JOIN results decided USING (client_id, attempt_id)
    WHERE ${isCounted}
    GROUP BY client_id, attempt_id`.execute(db)
  return rows
}
