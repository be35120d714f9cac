import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Executor } from '#server/db/database.ts'

export interface Spec {
  payload: unknown
  jobKey: string | null
  runAt: string | null
  waitMs: number | null
  maxAttempts: number
  priority: number
  queue: string | null
}

/**
 * Adds any number of jobs of one kind in one statement; they exist once the caller's transaction commits.
 * @returns the key of each that was added, null where it has none. One is missing when its job of before began to run at that
 * moment.
 */
export async function insertJobs(
  db: Executor,
  name: string,
  specs: readonly Spec[],
  keepPlace: boolean,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ key: string | null }>`
    SELECT key FROM graphile_worker.add_jobs((
      SELECT array_agg((
        ${name}, spec.payload, spec.queue,
        coalesce(spec."runAt", now() + spec."waitMs" * interval '1 millisecond'), spec."maxAttempts", spec."jobKey", spec.priority, null
      )::graphile_worker.job_spec)
      FROM json_to_recordset(${JSON.stringify(specs)}::json)
        AS spec (payload json, "runAt" timestamptz, "waitMs" integer, "maxAttempts" smallint, "jobKey" text, priority smallint, queue text)
    ), job_key_preserve_run_at => ${keepPlace})`.execute(db)
  return rows.map(({ key }) => key)
}

/**
 * Makes the running attempt of a job its last one. There is no public function for a job that is locked by its own run,
 * hence the private table; the version is pinned and a test watches this.
 */
export async function endRetries(db: Executor, id: string): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET max_attempts = attempts WHERE id = ${id}`.execute(db)
}

/** True when there is a job whose payload has this id and that runs, or will. */
export const willRun = (id: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM graphile_worker._private_jobs job
  WHERE job.payload ->> 'id' = ${id}::text AND (job.locked_at IS NOT NULL OR job.attempts < job.max_attempts))`

/** True when a job of these kinds could run now. */
export async function hasDueJobs(pool: pg.Pool, names: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>(
    `SELECT EXISTS (
       SELECT FROM graphile_worker.jobs
       WHERE task_identifier = ANY ($1) AND locked_at IS NULL AND run_at <= now() AND attempts < max_attempts
     ) AS due`,
    [names],
  )
  return rows[0]?.due ?? false
}

// Any number that nothing else in this database uses as the first half of an advisory lock.
const claims = 7_236_102

/** Holds the claim on a pool's running jobs for as long as this connection lives. */
export async function claimPool(client: pg.ClientBase, poolId: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [claims, poolId])
}

/**
 * Frees the running jobs of pools whose claim nobody holds. A pool that has just started gets ten seconds to claim.
 * @returns how many pools there were
 */
export async function freeAbandonedJobs(client: pg.ClientBase, ownPoolId: string): Promise<number> {
  const { rows } = await client.query<{ pools: number }>(
    `WITH dead AS MATERIALIZED (
       SELECT locked_by FROM (
         SELECT DISTINCT locked_by FROM graphile_worker.jobs
         WHERE locked_by <> $2 AND locked_at < now() - interval '10 seconds'
       ) AS pool
       WHERE pg_try_advisory_xact_lock($1, hashtext(locked_by))
     ), freed AS MATERIALIZED (
       SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM dead
     )
     SELECT (SELECT count(*)::int FROM dead) AS pools, (SELECT count(*) FROM freed)`,
    [claims, ownPoolId],
  )
  return rows[0]?.pools ?? 0
}

const forgotten = sql`'{"forgotten": true}'`

/**
 * Removes waiting and failed jobs whose payload contains one of these texts, and takes them out of the errors of others. A job
 * that is running now finishes, and names nobody from now on: it is not tried again when it fails. There is no
 * public function for it, hence the private table.
 */
export async function removeJobsNaming(db: Executor, texts: readonly string[]): Promise<void> {
  const namedIn = (found: ReturnType<typeof sql>) =>
    sql`EXISTS (SELECT FROM unnest(${texts}::text[]) AS trace WHERE ${found})`
  const byPayload = namedIn(sql`strpos(payload::text, '"' || trace || '"') > 0`)
  await sql`
    WITH named AS MATERIALIZED (
      SELECT id, ${byPayload} AS by_payload, locked_at IS NOT NULL AS running FROM graphile_worker._private_jobs
      WHERE ${byPayload} OR ${namedIn(sql`strpos(coalesce(last_error, ''), trace) > 0`)} ORDER BY id FOR UPDATE),
    removed AS (
      DELETE FROM graphile_worker._private_jobs job USING named WHERE job.id = named.id AND named.by_payload AND NOT named.running)
    UPDATE graphile_worker._private_jobs job SET last_error = NULL,
      payload = CASE WHEN named.by_payload THEN ${forgotten}::json ELSE job.payload END,
      max_attempts = CASE WHEN named.by_payload THEN greatest(job.attempts, 1) ELSE job.max_attempts END
    FROM named WHERE job.id = named.id AND (named.running OR NOT named.by_payload)`.execute(db)
}

/** True when a running job's person was erased since it began. Waits for an erasure that is under way. */
export async function isForgotten(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql<{ forgotten: boolean }>`
    SELECT payload::jsonb = ${forgotten}::jsonb AS forgotten FROM graphile_worker._private_jobs WHERE id = ${id}
    FOR UPDATE`.execute(db)
  return rows[0]?.forgotten ?? false
}

/** Removes jobs that failed for good a month ago, because their payloads may name people, and those of erased people at once. */
export async function deleteOldFailures(db: Executor): Promise<void> {
  await sql`
    DELETE FROM graphile_worker._private_jobs
    WHERE locked_at IS NULL AND attempts >= max_attempts
      AND (run_at < now() - interval '30 days' OR payload::jsonb = ${forgotten}::jsonb)`.execute(db)
}

/** A job that nobody tries any more. Its error may quote addresses, so it is for `failures.ts` only. */
export interface FailedJob {
  id: string
  name: string
  attempts: number
  failedAt: Date
  error: string
}

/** Jobs that nobody tries any more, those that failed last first. Those of erased people aren't among them. */
export async function findFailedJobs(db: Executor, most: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    SELECT job.id::text AS id, task.identifier AS name, job.attempts, job.updated_at AS "failedAt",
           coalesce(job.last_error, '') AS error
    FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = job.task_id
    WHERE job.locked_at IS NULL AND job.attempts >= job.max_attempts AND job.payload::jsonb <> ${forgotten}::jsonb
    ORDER BY job.updated_at DESC, job.id DESC LIMIT ${most}`.execute(db)
  return rows
}

/** The name of a job that nobody tries any more; undefined when there is no such job. */
export async function findFailedName(db: Executor, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT task.identifier AS name
    FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = job.task_id
    WHERE job.id = ${id}::bigint AND job.locked_at IS NULL AND job.attempts >= job.max_attempts
      AND job.payload::jsonb <> ${forgotten}::jsonb`.execute(db)
  return rows[0]?.name
}

/** Makes a job that nobody tries any more due now, with as many tries as it had. @returns false when it has changed meanwhile */
export async function retryFailedJob(tx: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM graphile_worker._private_jobs job
    WHERE job.id = ${id}::bigint AND job.locked_at IS NULL AND job.attempts >= job.max_attempts
      AND job.payload::jsonb <> ${forgotten}::jsonb
    FOR UPDATE`.execute(tx)
  if (rows.length === 0) return false
  await sql`SELECT FROM graphile_worker.reschedule_jobs(ARRAY[${id}::bigint], run_at => now(), attempts => 0)`.execute(
    tx,
  )
  return true
}
