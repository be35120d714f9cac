import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#server/db/database.ts'

const job = z.object({
  name: z.string(),
  payload: z.unknown(),
  attempts: z.number(),
  maxAttempts: z.number(),
  lastError: z.string().nullable(),
})

/** Queued and failed jobs, oldest first. */
export async function waitingJobs(db: Executor): Promise<z.infer<typeof job>[]> {
  const { rows } = await sql`
    SELECT task.identifier AS name, job.payload, job.attempts, job.max_attempts AS "maxAttempts", job.last_error AS "lastError"
    FROM graphile_worker._private_jobs AS job
    JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
    ORDER BY job.id`.execute(db)
  return z.array(job).parse(rows)
}

/** Makes jobs due that were delayed by some seconds, and no others. */
export async function passSeconds(db: Executor): Promise<void> {
  await sql`
    SELECT graphile_worker.reschedule_jobs(ARRAY[id], now() - interval '1 minute' + place * interval '1 millisecond')
    FROM (
      SELECT id, row_number() OVER (ORDER BY run_at, id) AS place FROM graphile_worker.jobs
      WHERE attempts = 0 AND run_at < now() + interval '40 seconds'
    ) due`.execute(db)
}

/** Makes every job due. */
export async function makeJobsDue(db: Executor): Promise<void> {
  await sql`SELECT graphile_worker.reschedule_jobs(array_agg(id), now()) FROM graphile_worker.jobs`.execute(
    db,
  )
}
