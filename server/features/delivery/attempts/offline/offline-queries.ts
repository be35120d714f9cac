import { sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { practiceColumns } from '#server/features/delivery/attempts/clock/practice-queries.ts'
import type { LeftOut, StartedAttempt } from '#server/features/delivery/attempts/taking-queries.ts'

interface Key {
  clientId: string
  attemptId: string
}

/** When something of a device's running clock happened. The clock that counts is the database's. */
export async function timeAgo(tx: Executor, ms: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    SELECT now() - make_interval(secs => ${ms / 1000}::float8) AS at`.execute(tx)
  return rows[0]?.at ?? new Date()
}

/** Adds an attempt that a tablet began without a connection. @returns undefined where there is one already */
export async function insertOffline(
  tx: Executor,
  attempt: {
    id: string
    clientId: string
    assignmentId: string
    userId: string
    versionId: string
    locale: Locale
    limitSeconds: number | null
    practiceSeconds: number
    accommodations: Accommodations
    tabletId: string
    offlineId: string
    startedAt: Date
    leftOut: LeftOut
  },
): Promise<StartedAttempt | undefined> {
  const { timePercent, textSize, readAloud, breaks, breakMinutes } = attempt.accommodations
  const { rows } = await sql<StartedAttempt>`
    INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, opening_locales,
                          time_percent, text_size, read_aloud, breaks, breaks_left, break_minutes, tablet_id, offline_id, left_out, scales_closed, started_at, practice_time, deadline)
    VALUES (${attempt.clientId}, ${attempt.id}, ${attempt.assignmentId}, ${attempt.userId}, ${attempt.versionId},
            ${attempt.locale}, ARRAY[${attempt.locale}], ${timePercent}, ${textSize}, ${readAloud},
            ${breaks}, ${breaks}, ${breakMinutes}, ${attempt.tabletId}, ${attempt.offlineId},
            ${attempt.leftOut.scales}::text[], ${attempt.leftOut.closed}, ${attempt.startedAt}, make_interval(secs => ${attempt.practiceSeconds}::float8),
            ${attempt.startedAt}::timestamptz + make_interval(secs => ${attempt.limitSeconds}::float8 + ${attempt.practiceSeconds}::float8))
    ON CONFLICT (client_id, assignment_id) DO NOTHING
    RETURNING id, epoch, started_at, left_out, ${practiceColumns}`.execute(tx)
  return rows[0]
}

export interface OfflineState extends StartedAttempt {
  offline_id: string | null
  closed_at: Date | null
  closed_by: 'person' | 'time' | 'cancelled' | null
  ended_by: string | null
  receipt: string | null
}

/** The attempt that an assignment has, locked. */
export async function lockOffline(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<OfflineState | undefined> {
  const { rows } = await sql<OfflineState>`
    SELECT id, epoch, started_at, left_out, ${practiceColumns}, offline_id, closed_at, closed_by, ended_by, receipt
    FROM attempts
    WHERE client_id = ${key.clientId} AND assignment_id = ${key.assignmentId} FOR UPDATE`.execute(tx)
  return rows[0]
}

/** Starts a section's clock at a moment of the past, once. */
export async function insertSectionAt(
  tx: Executor,
  { clientId, attemptId }: Key,
  section: { id: string; startedAt: Date; deadline: Date },
): Promise<void> {
  await tx
    .insertInto('attempt_sections')
    .values({
      client_id: clientId,
      attempt_id: attemptId,
      section_id: section.id,
      started_at: section.startedAt,
      deadline: section.deadline,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface OfflineAnswer {
  itemId: string
  seq: number
  value: unknown
  at: string | null
  elapsedMs: number | null
  late: boolean
}

/** Stores answers of a tablet; of each item the newest wins, in any order of arrival. */
export async function storeOffline(
  tx: Executor,
  { clientId, attemptId }: Key,
  epoch: number,
  answers: readonly OfflineAnswer[],
): Promise<void> {
  if (answers.length === 0) return
  await sql`
    INSERT INTO responses AS r (client_id, attempt_id, item_id, late, epoch, seq, value, answered_at, elapsed_ms)
    SELECT ${clientId}, ${attemptId}, item_id, late, ${epoch}, seq, value, answered_at, elapsed_ms
    FROM unnest(${answers.map(({ itemId }) => itemId)}::text[], ${answers.map(({ late }) => late)}::bool[],
      ${answers.map(({ seq }) => seq)}::int[], ${answers.map(({ value }) => JSON.stringify(value))}::jsonb[],
      ${answers.map(({ at }) => at)}::timestamptz[], ${answers.map(({ elapsedMs }) => elapsedMs)}::int[])
      AS t (item_id, late, seq, value, answered_at, elapsed_ms)
    ON CONFLICT (client_id, attempt_id, item_id, late) DO UPDATE
      SET epoch = excluded.epoch, seq = excluded.seq, value = excluded.value, answered_at = excluded.answered_at,
          elapsed_ms = excluded.elapsed_ms, stored_at = now()
      WHERE (r.epoch, r.seq) < (excluded.epoch, excluded.seq)`.execute(tx)
}
