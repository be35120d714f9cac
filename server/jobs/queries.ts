import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export interface Spec {
  payload: unknown
  jobKey: string | null
  runAt: string | null
  maxAttempts: number
  priority: number
}

/** Adds any number of jobs of one kind in one statement; they exist once the caller's transaction commits. */
export async function insertJobs(db: Executor, name: string, specs: readonly Spec[]): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    SELECT count(*) AS added FROM graphile_worker.add_jobs((
      SELECT array_agg((
        ${name}, spec.payload, null, spec."runAt", spec."maxAttempts", spec."jobKey", spec.priority, null
      )::graphile_worker.job_spec)
      FROM json_to_recordset(${JSON.stringify(specs)}::json)
        AS spec (payload json, "runAt" timestamptz, "maxAttempts" smallint, "jobKey" text, priority smallint)
    ))`.execute(db)
  return rows[0]?.added ?? 0
}

/**
 * Makes the running attempt of a job its last one. There is no public function for a job that is locked by its own run,
 * hence the private table; the version is pinned and a test watches this.
 */
export async function endRetries(db: Executor, id: string): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET max_attempts = attempts WHERE id = ${id}`.execute(db)
}
