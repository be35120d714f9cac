import { sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { Executor } from '#server/db/database.ts'
import { isAnswer, isOpen } from '#server/db/is-answer.ts'
import { type Practice, practiceColumns } from '#server/features/delivery/attempts/clock/practice-queries.ts'

/** Counts one attempt's answers, in a few tenths of a millisecond, those of sensitive scales apart. `v` is its version. */
const answersOf = (clientId: ReturnType<typeof sql>, attemptId: ReturnType<typeof sql>) => sql`
  SELECT count(*) FILTER (WHERE NOT late AND ${isAnswer} AND ${isOpen}) AS answered,
    count(*) FILTER (WHERE NOT late AND ${isAnswer} AND NOT ${isOpen}) AS answered_sensitive, max(stored_at) AS answered_at
  FROM responses WHERE client_id = ${clientId} AND attempt_id = ${attemptId}`

export interface SignedAttempt extends Practice {
  epoch: number
  closed: boolean
  time_percent: Accommodations['timePercent']
}

/**
 * Writes down a sign of the device that has an open attempt, with what of it is answered by now, and says how the attempt is. A
 * closed one gets none: its device has only to learn of it.
 */
export async function signOf(
  db: Executor,
  { clientId, attemptId }: { clientId: string; attemptId: string },
  { itemId, unsent }: { itemId: string | null; unsent: number },
): Promise<SignedAttempt | undefined> {
  const { rows } = await sql<SignedAttempt>`
    WITH sign AS (
      INSERT INTO attempt_presence AS p (client_id, attempt_id, item_id, unsent, answered, answered_at)
      SELECT t.client_id, t.id, ${itemId}, ${unsent}::integer, r.answered, r.answered_at
      FROM attempts t JOIN inventory_versions v ON v.id = t.version_id CROSS JOIN LATERAL (${answersOf(sql`t.client_id`, sql`t.id`)}) r
      WHERE t.client_id = ${clientId} AND t.id = ${attemptId} AND t.closed_at IS NULL
      ON CONFLICT (client_id, attempt_id) DO UPDATE SET seen_at = now(), item_id = excluded.item_id,
        unsent = excluded.unsent, answered = excluded.answered, answered_at = excluded.answered_at
    )
    SELECT t.epoch, t.closed_at IS NOT NULL AS closed, ${practiceColumns},
           (SELECT a.time_percent FROM assignments a WHERE a.client_id = t.client_id AND a.id = t.assignment_id) AS time_percent
    FROM attempts t
    WHERE t.client_id = ${clientId} AND t.id = ${attemptId}`.execute(db)
  return rows[0]
}

export interface Answered {
  /** Questions that everybody gets. */
  answered: number
  /** Questions of sensitive scales. */
  answered_sensitive: number
  answered_at: Date | null
}

/** Counts the questions of attempts that were answered in time, and finds the time of the last answer. */
export async function countAnswers(
  db: Executor,
  { clientId, attemptIds }: { clientId: string; attemptIds: readonly string[] },
): Promise<Map<string, Answered>> {
  const { rows } = await sql<Answered & { attempt_id: string }>`
    SELECT wanted.attempt_id, r.answered, r.answered_sensitive, r.answered_at
    FROM unnest(${attemptIds}::uuid[]) AS wanted (attempt_id)
    JOIN attempts t ON t.client_id = ${clientId} AND t.id = wanted.attempt_id
    JOIN inventory_versions v ON v.id = t.version_id
    CROSS JOIN LATERAL (${answersOf(sql`${clientId}`, sql`wanted.attempt_id`)}) r`.execute(db)
  return new Map(rows.map(({ attempt_id, ...answered }) => [attempt_id, answered]))
}
