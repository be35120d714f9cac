import { sql } from 'kysely'
import { pauseEnd, pauseTime } from '#server/db/attempt-clock.ts'
import type { Executor } from '#server/db/database.ts'

type Sql = ReturnType<typeof sql>

interface Key {
  clientId: string
  assignmentIds: readonly string[]
}

interface AttemptKey {
  clientId: string
  attemptId: string
}

/** A kind of pause: by a manager, until one lets the test go on, or by the person, for a break. */
interface Pause {
  time: Sql
  /** Further changes to the attempt's row. */
  set: Sql
  /** A CTE of its own. */
  beside: Sql
}

const byManager: Pause = { time: pauseTime, set: sql``, beside: sql`` }

const breakTime = sql`make_interval(mins => break_minutes)`
const forBreak: Pause = {
  time: breakTime,
  set: sql`, break_until = now() + h.time, breaks_left = breaks_left - 1`,
  beside: sql`, taken AS (INSERT INTO attempt_breaks (client_id, attempt_id) SELECT client_id, id FROM held)`,
}

/**
 * Begins a pause of attempts that run and have none: every clock that runs gets the longest time that the pause may take. An answer
 * that is given meanwhile is in time by the same comparison as ever.
 */
const beginPausesOf = (chosen: Sql, { time, set, beside }: Pause) => sql<{ assignment_id: string }>`
  WITH held AS MATERIALIZED (
    SELECT client_id, id, ${time} AS time FROM attempts
    WHERE ${chosen} AND closed_at IS NULL AND paused_at IS NULL AND coalesce(deadline > now(), true)
    FOR NO KEY UPDATE
  ), section AS (
    UPDATE attempt_sections s SET deadline = s.deadline + h.time FROM held h
    WHERE s.client_id = h.client_id AND s.attempt_id = h.id AND s.deadline > now()
  )${beside}
  UPDATE attempts t SET paused_at = now(), clock_moved = true, deadline = t.deadline + h.time,
    practice_until = t.practice_until + CASE WHEN t.practice_until > now() THEN h.time ELSE interval '0' END${set}
  FROM held h WHERE t.client_id = h.client_id AND t.id = h.id
  RETURNING t.assignment_id`

/**
 * Ends the pause of open attempts: what it did not use is taken off the clocks that it had moved. Those clocks end after the
 * pause does, however long it is; all others were over before it began. A begun second counts for the person. Nobody has been
 * idle during a pause, so its end is noted with the device's signs.
 */
const endPausesOf = (chosen: Sql) => sql<{ assignment_id: string }>`
  WITH held AS MATERIALIZED (
    SELECT client_id, id, paused_at AS began, ends, seconds, ends - paused_at - make_interval(secs => seconds) AS rest
    FROM attempts, LATERAL (SELECT ${pauseEnd} AS ends) AS pause, LATERAL (SELECT ceil(extract(epoch FROM
      least(greatest(now() - paused_at, interval '0'), ends - paused_at)))::int AS seconds) AS used
    WHERE ${chosen} AND paused_at IS NOT NULL AND closed_at IS NULL
    FOR NO KEY UPDATE OF attempts
  ), section AS (
    UPDATE attempt_sections s SET deadline = s.deadline - h.rest FROM held h
    WHERE s.client_id = h.client_id AND s.attempt_id = h.id AND s.deadline > h.ends
  ), taken AS (
    UPDATE attempt_breaks b SET seconds = h.seconds FROM held h
    WHERE b.client_id = h.client_id AND b.attempt_id = h.id AND b.started_at = h.began
  ), present AS (
    UPDATE attempt_presence p SET resumed_at = least(now(), h.ends) FROM held h
    WHERE p.client_id = h.client_id AND p.attempt_id = h.id
  )
  UPDATE attempts t SET paused_at = NULL, break_until = NULL, paused_seconds = t.paused_seconds + h.seconds,
    clock_moved = true, deadline = t.deadline - h.rest,
    practice_until = t.practice_until - CASE WHEN t.practice_until > h.ends THEN h.rest ELSE interval '0' END
  FROM held h WHERE t.client_id = h.client_id AND t.id = h.id
  RETURNING t.assignment_id`

const assignments = ({ clientId, assignmentIds }: Key) =>
  sql`client_id = ${clientId} AND assignment_id = ANY (${assignmentIds}::uuid[])`
const attempt = ({ clientId, attemptId }: AttemptKey) => sql`client_id = ${clientId} AND id = ${attemptId}`

/** A manager's pause; it takes the place of a break. @returns the assignments that managers have paused now and had not */
export async function beginPauses(tx: Executor, key: Key): Promise<string[]> {
  await endPausesOf(sql`${assignments(key)} AND break_until IS NOT NULL`).execute(tx)
  const { rows } = await beginPausesOf(assignments(key), byManager).execute(tx)
  return rows.map((row) => row.assignment_id)
}

/** Ends managers' pauses. @returns the assignments that they had paused */
export async function resumePauses(tx: Executor, key: Key): Promise<string[]> {
  const { rows } = await endPausesOf(sql`${assignments(key)} AND break_until IS NULL`).execute(tx)
  return rows.map((row) => row.assignment_id)
}

/** Ends pauses and breaks of tests that end. @returns the assignments that were paused */
export async function endPauses(tx: Executor, key: Key): Promise<string[]> {
  const { rows } = await endPausesOf(assignments(key)).execute(tx)
  return rows.map((row) => row.assignment_id)
}

/** Ends the pauses that nobody has ended within their time. @returns how many there were */
export async function endForgottenPauses(db: Executor): Promise<number> {
  const { rows } = await endPausesOf(sql`${pauseEnd} <= now()`).execute(db)
  return rows.length
}

/** Begins a break where one is left and the test runs. An earlier pause that is over by its time is ended first. */
export async function beginBreak(tx: Executor, key: AttemptKey): Promise<void> {
  await endPausesOf(sql`${attempt(key)} AND ${pauseEnd} <= now()`).execute(tx)
  await beginPausesOf(sql`${attempt(key)} AND breaks_left > 0`, forBreak).execute(tx)
}

/** Ends a break, also one that is over by its time. */
export async function endBreak(tx: Executor, key: AttemptKey): Promise<void> {
  await endPausesOf(sql`${attempt(key)} AND break_until IS NOT NULL`).execute(tx)
}
