import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
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
