import { sql } from 'kysely'
import { pauseTime } from '#server/db/attempt-clock.ts'
import type { Executor } from '#server/db/database.ts'

interface Key {
  clientId: string
  assignmentIds: readonly string[]
}

/**
 * Begins a pause of attempts that run and have none: every clock that runs gets more time than any pause takes. An answer that is
 * given meanwhile is in time by the same comparison as ever.
 * @returns the assignments that are paused now and were not
 */
export async function beginPauses(tx: Executor, { clientId, assignmentIds }: Key): Promise<string[]> {
  const { rows } = await sql<{ assignment_id: string }>`
    WITH held AS MATERIALIZED (
      SELECT client_id, id FROM attempts
      WHERE client_id = ${clientId} AND assignment_id = ANY (${assignmentIds}::uuid[])
        AND closed_at IS NULL AND paused_at IS NULL AND coalesce(deadline > now(), true)
      FOR NO KEY UPDATE
    ), section AS (
      UPDATE attempt_sections s SET deadline = s.deadline + ${pauseTime} FROM held h
      WHERE s.client_id = h.client_id AND s.attempt_id = h.id AND s.deadline > now()
    )
    UPDATE attempts t SET paused_at = now(), clock_moved = true, deadline = t.deadline + ${pauseTime},
      practice_until = t.practice_until + CASE WHEN t.practice_until > now() THEN ${pauseTime} ELSE interval '0' END
    FROM held h WHERE t.client_id = h.client_id AND t.id = h.id
    RETURNING t.assignment_id`.execute(tx)
  return rows.map((row) => row.assignment_id)
}

/**
 * Ends the pause of open attempts: what it did not use is taken off the clocks that it had moved. Those clocks end after the
 * pause does, however long it is; all others were over before it began. A begun second counts for the person.
 */
const endPausesOf = (chosen: ReturnType<typeof sql>) => sql<{ assignment_id: string }>`
  WITH held AS MATERIALIZED (
    SELECT client_id, id, paused_at + ${pauseTime} AS ends, seconds, ${pauseTime} - make_interval(secs => seconds) AS rest
    FROM attempts, LATERAL (SELECT ceil(extract(epoch FROM
      least(greatest(now() - paused_at, interval '0'), ${pauseTime})))::int AS seconds) AS pause
    WHERE ${chosen} AND paused_at IS NOT NULL AND closed_at IS NULL
    FOR NO KEY UPDATE OF attempts
  ), section AS (
    UPDATE attempt_sections s SET deadline = s.deadline - h.rest FROM held h
    WHERE s.client_id = h.client_id AND s.attempt_id = h.id AND s.deadline > h.ends
  )
  UPDATE attempts t SET paused_at = NULL, paused_seconds = t.paused_seconds + h.seconds, clock_moved = true,
    deadline = t.deadline - h.rest,
    practice_until = t.practice_until - CASE WHEN t.practice_until > h.ends THEN h.rest ELSE interval '0' END
  FROM held h WHERE t.client_id = h.client_id AND t.id = h.id
  RETURNING t.assignment_id`

/** @returns the assignments that were paused */
export async function endPauses(tx: Executor, { clientId, assignmentIds }: Key): Promise<string[]> {
  const chosen = sql`client_id = ${clientId} AND assignment_id = ANY (${assignmentIds}::uuid[])`
  const { rows } = await endPausesOf(chosen).execute(tx)
  return rows.map((row) => row.assignment_id)
}

/** Ends the pauses that nobody has ended within their day. @returns how many there were */
export async function endForgottenPauses(db: Executor): Promise<number> {
  const { rows } = await endPausesOf(sql`paused_at < now() - ${pauseTime}`).execute(db)
  return rows.length
}
