import { sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import { shownDeadline } from '#server/db/attempt-clock.ts'
import type { Executor } from '#server/db/database.ts'
import { practiceEnded } from './practice-queries.ts'

interface Key {
  clientId: string
  attemptId: string
}

/** Moves the end of a whole test; one without an end keeps none. */
export async function addTime(db: Executor, key: Key, seconds: number): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ deadline: sql`deadline + make_interval(secs => ${seconds}::float8)`, clock_moved: true })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.attemptId)
    .execute()
}

/**
 * Moves the end of a section that still runs to a longer limit. Pauses and added minutes stay in it; where the end of the whole
 * test had cut it short, it is counted from its start.
 */
export async function moveSection(
  db: Executor,
  { clientId, attemptId }: Key,
  sectionId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const seconds = (count: number) => sql`make_interval(secs => ${count}::float8)`
  await sql`
    UPDATE attempt_sections s
    SET deadline = least(greatest(s.deadline + ${seconds(to - from)}, s.started_at + ${seconds(to)}), t.deadline)
    FROM attempts t
    WHERE t.client_id = ${clientId} AND t.id = ${attemptId} AND s.client_id = t.client_id AND s.attempt_id = t.id
      AND s.section_id = ${sectionId} AND s.deadline > now()`.execute(db)
}

/** Stops all clocks that still run. A section whose time is over stays over. */
export async function endClocks(db: Executor, { clientId, attemptId }: Key): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ ...practiceEnded, deadline: null, clock_moved: true })
    .where('client_id', '=', clientId)
    .where('id', '=', attemptId)
    .execute()
  await db
    .deleteFrom('attempt_sections')
    .where('client_id', '=', clientId)
    .where('attempt_id', '=', attemptId)
    .where('deadline', '>', sql<Date>`now()`)
    .execute()
}

export async function findTimePercent(
  db: Executor,
  { clientId, attemptId }: Key,
): Promise<Accommodations['timePercent']> {
  const { time_percent } = await db
    .selectFrom('attempts as t')
    .innerJoin('assignments as a', (join) =>
      join.onRef('a.client_id', '=', 't.client_id').onRef('a.id', '=', 't.assignment_id'),
    )
    .select('a.time_percent')
    .where('t.client_id', '=', clientId)
    .where('t.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return time_percent
}

interface UsedOnDevice {
  readAloudUsed?: boolean | undefined
  autoNextUsed?: boolean | undefined
}

/** Marks what of the device was used; what was once used stays marked. */
export async function markUsed(
  db: Executor,
  { clientId, attemptId }: Key,
  { readAloudUsed = false, autoNextUsed = false }: UsedOnDevice,
): Promise<void> {
  if (!readAloudUsed && !autoNextUsed) return
  await sql`
    UPDATE attempts SET read_aloud_used = read_aloud_used OR ${readAloudUsed},
      auto_next_used = auto_next_used OR ${autoNextUsed}
    WHERE client_id = ${clientId} AND id = ${attemptId}
      AND (read_aloud_used, auto_next_used) IS DISTINCT FROM
        (read_aloud_used OR ${readAloudUsed}, auto_next_used OR ${autoNextUsed})`.execute(db)
}

/**
 * Gives the clocks that run more seconds, a section's never beyond the end of the whole test.
 * @returns the end of the whole test, and all that was added so; undefined where no clock runs
 */
export async function addSeconds(
  db: Executor,
  { clientId, attemptId }: Key,
  seconds: number,
): Promise<{ deadline: Date | null; added_seconds: number } | undefined> {
  const more = sql`make_interval(secs => ${seconds}::float8)`
  const runs = sql`s.client_id = ${clientId} AND s.attempt_id = ${attemptId} AND s.deadline > now()`
  const { rows } = await sql<{ deadline: Date | null; added_seconds: number }>`
    WITH moved AS (
      UPDATE attempts SET deadline = deadline + ${more}, added_seconds = added_seconds + ${seconds}, clock_moved = true
      WHERE client_id = ${clientId} AND id = ${attemptId}
        AND (deadline IS NOT NULL OR EXISTS (SELECT FROM attempt_sections s WHERE ${runs}))
      RETURNING deadline, paused_at, break_until, added_seconds
    ), section AS (
      UPDATE attempt_sections s SET deadline = least(s.deadline + ${more}, m.deadline) FROM moved m WHERE ${runs}
    )
    SELECT ${shownDeadline} AS deadline, added_seconds FROM moved`.execute(db)
  return rows[0]
}

/**
 * Frees a running attempt from the device that has it: an epoch that no device has. Answers of that device are stored as ever.
 */
export async function freeAttempt(db: Executor, { clientId, attemptId }: Key): Promise<void> {
  await sql`
    UPDATE attempts SET epoch = epoch + 1, opening_locales = array_append(opening_locales, locale), tablet_id = NULL
    WHERE client_id = ${clientId} AND id = ${attemptId}`.execute(db)
}
