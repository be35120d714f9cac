import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isCounted, isLateAnswer, isOpen } from '#server/db/is-answer.ts'

export async function findAnswers(
  db: Executor,
  key: { clientId: string; attemptId: string },
  which: { late: boolean },
): Promise<{ item_id: string; value: unknown; epoch: number; seq: number; elapsed_ms: number | null }[]> {
  return db
    .selectFrom('responses')
    .select(['item_id', 'value', 'epoch', 'seq', 'elapsed_ms'])
    .where('client_id', '=', key.clientId)
    .where('attempt_id', '=', key.attemptId)
    .where('late', '=', which.late)
    .orderBy('item_id')
    .execute()
}

/** The answers of an attempt that count: those in time, and the late ones that a manager has accepted. */
export async function findCounted(
  db: Executor,
  key: { clientId: string; attemptId: string },
): Promise<AnswerRow[]> {
  return findCountedOfAll(db, [key])
}

export interface AnswerRow {
  client_id: string
  attempt_id: string
  item_id: string
  value: unknown
  epoch: number
  seq: number
  elapsed_ms: number | null
}

/** The same of several attempts at once. */
export async function findCountedOfAll(
  db: Executor,
  keys: readonly { clientId: string; attemptId: string }[],
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    SELECT client_id, attempt_id, item_id, value, epoch, seq, elapsed_ms
    FROM unnest(${keys.map(({ clientId }) => clientId)}::uuid[], ${keys.map(({ attemptId }) => attemptId)}::uuid[])
      AS wanted (client_id, attempt_id)
    JOIN responses USING (client_id, attempt_id)
    LEFT JOIN results decided USING (client_id, attempt_id)
    WHERE ${isCounted}
    ORDER BY client_id, attempt_id, item_id`.execute(db)
  return rows
}

/** Why a save found no open attempt: asked only when one failed, so that the common path is one statement. */
export async function findAttemptState(
  db: Executor,
  key: { clientId: string; attemptId: string },
): Promise<
  | {
      user_id: string
      version_id: string
      assignment_id: string
      epoch: number
      left_out: string[]
      closed_by: 'person' | 'time' | 'cancelled' | null
    }
  | undefined
> {
  return db
    .selectFrom('attempts')
    .select(['user_id', 'version_id', 'assignment_id', 'epoch', 'left_out', 'closed_by'])
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.attemptId)
    .executeTakeFirst()
}

/**
 * The statement that stores answers of a save or a rescue, for the attempts in `allowed`.
 *
 * - `answer` decides by the database's clock what is late. A late answer never touches the timely one beside it, and
 *   one that was settled in time is not stored again as late.
 * - The upsert lets the newest (epoch, seq) win, in any order of arrival.
 *
 * @param first the number of the first parameter: request number, item, section with a limit or null, epoch or null, seq or
 *   null, value, at, ms
 */
export const storing = (first: number) => {
  const parameter = (place: number) => `$${first + place}`
  return `answer AS (
  SELECT a.client_id, a.id AS attempt_id, i.item_id, i.value, i.answered_at, i.elapsed_ms,
         (a.closed_at IS NOT NULL OR coalesce(a.deadline <= now(), false) OR coalesce((
           SELECT s.deadline <= now() FROM attempt_sections s
           WHERE s.client_id = a.client_id AND s.attempt_id = a.id AND s.section_id = i.section_id), false)) AS late,
         least(coalesce(i.epoch, a.epoch), a.epoch) AS epoch,
         coalesce(i.seq, i.place + coalesce((
           SELECT max(p.seq) FROM responses p WHERE p.client_id = a.client_id AND p.attempt_id = a.id), 0)) AS seq
  FROM allowed a
  JOIN unnest(${parameter(0)}::int[], ${parameter(1)}::text[], ${parameter(2)}::text[], ${parameter(3)}::int[], ${parameter(4)}::int[],
      ${parameter(5)}::jsonb[], ${parameter(6)}::timestamptz[], ${parameter(7)}::int[])
    WITH ORDINALITY AS i (number, item_id, section_id, epoch, seq, value, answered_at, elapsed_ms, place)
    ON i.number = a.number
  OFFSET 0
), stored AS (
  INSERT INTO responses AS r (client_id, attempt_id, item_id, late, epoch, seq, value, answered_at, elapsed_ms)
  SELECT client_id, attempt_id, item_id, late, epoch, seq, value, answered_at, elapsed_ms
  FROM answer n
  WHERE NOT late OR NOT EXISTS (
    SELECT FROM responses timely
    WHERE timely.client_id = n.client_id AND timely.attempt_id = n.attempt_id AND timely.item_id = n.item_id
      AND NOT timely.late AND (timely.epoch, timely.seq) >= (n.epoch, n.seq))
  ORDER BY client_id, attempt_id, item_id
  ON CONFLICT (client_id, attempt_id, item_id, late) DO UPDATE
    SET epoch = excluded.epoch, seq = excluded.seq, value = excluded.value, answered_at = excluded.answered_at,
        elapsed_ms = excluded.elapsed_ms, stored_at = now()
    WHERE (r.epoch, r.seq) < (excluded.epoch, excluded.seq)
  RETURNING r.attempt_id, r.item_id, r.late
)`
}

/**
 * Stores the answers of any number of requests in one statement, each request with its own right to its own attempt.
 *
 * - `allowed` finds each request's attempt by ids and token hash, still open (or closed by the clock within 7 days),
 *   and locks it: a submit waits for this statement, or this statement sees the submit and stores nothing. In the order of their
 *   ids, as where several are erased at once: neither ever holds what the other waits for. So a withdrawal, too, is either seen by
 *   this statement, which then stores nothing of who did not know of it, or deletes what this statement stored.
 * - `storing` has the rest.
 *
 * It answers the numbers of the allowed requests (`attempt_id` null), with whether practice was open and a manager moved the
 * clock; and for each attempt the items whose answers it stored, with
 * spaces between them: a row for each answer takes longer to send and to read. What happened to the few others is asked by
 * `currentStatement`. Joining them here made the statement quadratic in its answers.
 *
 * $1 request number, $2 client, $3 attempt, $4 version, $5 token hash, $6 by attempt token, $7 scales that were not asked or null;
 * $8 request number, $9 item, $10 section with a limit or null, $11 epoch or null, $12 seq or null, $13 value, $14 at, $15 ms.
 */
export const saveStatement = `
WITH request AS (
  SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[], $6::bool[], $7::text[])
    AS t (number, client_id, attempt_id, version_id, token_hash, by_token, left_out)
), allowed AS MATERIALIZED (
  SELECT r.number, t.client_id, t.id, t.epoch, t.deadline, t.closed_at, t.practice_until, t.clock_moved
  FROM request r JOIN attempts t
    ON t.client_id = r.client_id AND t.id = r.attempt_id AND t.version_id = r.version_id
  WHERE (t.closed_by IS NULL OR (t.closed_by = 'time' AND t.closed_at > now() - interval '7 days'))
    AND (r.left_out IS NULL OR t.left_out = r.left_out::text[])
    AND CASE WHEN r.by_token THEN EXISTS (
      SELECT FROM attempt_tokens k JOIN users u ON u.id = t.user_id AND u.deactivated_at IS NULL
      WHERE k.client_id = t.client_id AND k.attempt_id = t.id AND k.token_hash = r.token_hash
        AND k.withdrawn_at IS NULL
    ) ELSE EXISTS (
      SELECT FROM sessions s JOIN users u ON u.id = s.user_id AND u.deactivated_at IS NULL
      WHERE s.token_hash = r.token_hash AND s.user_id = t.user_id AND s.expires_at > now() AND s.provider_id IS NULL
        AND (s.invitation_client_id IS NULL OR s.invitation_client_id = t.client_id)
        AND EXISTS (SELECT FROM assignments g
          JOIN memberships m ON m.client_id = g.client_id AND m.id = g.membership_id AND m.removed_at IS NULL
          WHERE g.client_id = t.client_id AND g.id = t.assignment_id
            AND (s.test_day_id IS NULL OR g.test_day_id = s.test_day_id))
    ) END
  ORDER BY t.id FOR KEY SHARE OF t
), ${storing(8)}
SELECT number, practice_until IS NOT NULL AS practising, clock_moved, NULL::uuid AS attempt_id, NULL::text AS in_time, NULL::text AS late
FROM allowed
UNION ALL
SELECT NULL, NULL, NULL, attempt_id, string_agg(item_id, ' ') FILTER (WHERE NOT late), string_agg(item_id, ' ') FILTER (WHERE late)
FROM stored GROUP BY attempt_id`

export interface Current {
  item_id: string
  late: boolean
  epoch: number
  seq: number
  value: unknown
}

/**
 * Reads the stored answers to items whose answer was refused, newest first: a repetition of it, or something newer.
 */
export const currentStatement = `
SELECT item_id, late, epoch, seq, value FROM responses
WHERE client_id = $1 AND attempt_id = $2 AND item_id = ANY ($3)
ORDER BY epoch DESC, seq DESC`

/**
 * Stores late answers as given in time where their items have no such answer, and removes them from the late ones.
 * @returns their items; answers without a sequence number are left as they are
 */
export async function storeInTime(
  tx: Executor,
  { clientId, attemptId }: { clientId: string; attemptId: string },
  {
    epoch,
    answers,
  }: {
    epoch: number
    answers: readonly {
      itemId: string
      seq: number | null
      value: unknown
      at: string | null
      elapsedMs: number | null
    }[]
  },
): Promise<string[]> {
  const { rows } = await sql<{ item_id: string }>`
    WITH answer AS (
      SELECT * FROM unnest(${answers.map(({ itemId }) => itemId)}::text[], ${answers.map(({ seq }) => seq)}::int[],
        ${answers.map(({ value }) => JSON.stringify(value))}::jsonb[], ${answers.map(({ at }) => at)}::timestamptz[],
        ${answers.map(({ elapsedMs }) => elapsedMs)}::int[]) AS t (item_id, seq, value, answered_at, elapsed_ms)
      WHERE seq IS NOT NULL
    ), counted AS (
      INSERT INTO responses (client_id, attempt_id, item_id, late, epoch, seq, value, answered_at, elapsed_ms)
      SELECT ${clientId}, ${attemptId}, item_id, false, ${epoch}, seq, value, answered_at, elapsed_ms FROM answer
      ON CONFLICT (client_id, attempt_id, item_id, late) DO NOTHING
      RETURNING item_id, epoch, seq
    ), settled AS (
      DELETE FROM responses r USING counted c
      WHERE r.client_id = ${clientId} AND r.attempt_id = ${attemptId} AND r.item_id = c.item_id AND r.late
        AND (r.epoch, r.seq) <= (c.epoch, c.seq)
    )
    SELECT item_id FROM counted ORDER BY item_id`.execute(tx)
  return rows.map((row) => row.item_id)
}

const ofVersion = sql`JOIN attempts t ON t.client_id = p.client_id AND t.id = p.attempt_id JOIN inventory_versions v ON v.id = t.version_id`

/** True when answers came after the limit to questions that everybody gets. */
export async function findLate(db: Executor, key: { clientId: string; attemptId: string }): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM responses p ${ofVersion} WHERE p.client_id = ${key.clientId} AND p.attempt_id = ${key.attemptId}
      AND ${isOpen} AND ${isLateAnswer('p')} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Those of them, and when they were given by the person's device. */
export async function findLateTimes(
  db: Executor,
  key: { clientId: string; attemptId: string },
): Promise<{ item_id: string; answered_at: Date | null; stored_at: Date }[]> {
  const { rows } = await sql<{ item_id: string; answered_at: Date | null; stored_at: Date }>`
    SELECT p.item_id, p.answered_at, p.stored_at FROM responses p ${ofVersion}
    WHERE p.client_id = ${key.clientId} AND p.attempt_id = ${key.attemptId} AND ${isOpen} AND ${isLateAnswer('p')}`.execute(
    db,
  )
  return rows
}

/** True when such answers came after a manager had decided about earlier ones. */
export async function findLateSinceDecision(
  db: Executor,
  key: { clientId: string; attemptId: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM responses p ${ofVersion} JOIN results r ON r.client_id = p.client_id AND r.attempt_id = p.attempt_id
    WHERE p.client_id = ${key.clientId} AND p.attempt_id = ${key.attemptId} AND ${isOpen} AND ${isLateAnswer('p')}
      AND p.stored_at > r.late_decided_at LIMIT 1`.execute(db)
  return rows.length > 0
}
