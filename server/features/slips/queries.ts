import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export interface JobKey {
  clientId: string
  id: string
}

/** @returns false when the client has a job that is not finished */
export async function insertJob(
  db: Executor,
  job: JobKey & { by: string; request: string; address: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO slip_jobs (client_id, id, created_by, request, address)
    VALUES (${job.clientId}, ${job.id}, ${job.by}, ${job.request}, ${job.address})
    ON CONFLICT (client_id) WHERE finished_at IS NULL DO NOTHING
    RETURNING id`.execute(db)
  return rows.length > 0
}

/** Jobs of all clients that are not finished. */
export async function countUnfinished(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('slip_jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function findJob(db: Executor, key: JobKey) {
  return db
    .selectFrom('slip_jobs')
    .select(['id', 'status', 'total', 'done', 'created_at', 'finished_at', 'next', 'problem'])
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .executeTakeFirst()
}

export async function findFile(db: Executor, key: JobKey): Promise<Buffer | undefined> {
  const found = await db
    .selectFrom('slip_jobs')
    .select('file')
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .executeTakeFirst()
  return found?.file ?? undefined
}

/** A job that is not finished, with what it is to do and how far it is. */
export async function findUnfinished(
  db: Executor,
  key: JobKey,
): Promise<{ request: string; by: string; address: string; done: number; total: number } | undefined> {
  return db
    .selectFrom('slip_jobs')
    .select(['request', 'created_by as by', 'address', 'done', 'total'])
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
}

/** @returns false when the job was ended meanwhile */
export async function markProgress(
  db: Executor,
  key: JobKey,
  progress: { done: number; total: number },
): Promise<boolean> {
  const marked = await db
    .updateTable('slip_jobs')
    .set({ status: 'running', ...progress })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Ends a job, once; what it was asked for is forgotten. @returns false when it was ended already */
export async function finishJob(
  db: Executor,
  key: JobKey,
  end: { status: 'done'; file: Buffer; next: string | null } | { status: 'failed'; problem: object },
): Promise<boolean> {
  const ended = await db
    .updateTable('slip_jobs')
    .set({
      finished_at: sql<Date>`now()`,
      request: '',
      ...(end.status === 'done' ? end : { status: end.status, problem: JSON.stringify(end.problem) }),
    })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Forgets jobs of more than an hour ago, and files with them: the same slips can be printed again. */
export async function deleteOldJobs(db: Executor): Promise<void> {
  await sql`DELETE FROM slip_jobs WHERE created_at < now() - interval '1 hour'`.execute(db)
}
