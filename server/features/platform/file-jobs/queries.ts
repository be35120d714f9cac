import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { willRun } from '#server/jobs/queries.ts'

export type FileKind = 'slips' | 'evidence' | 'reports'

export interface JobKey {
  clientId: string
  id: string
}

/** @returns false when the client has a job of this kind that is not finished */
export async function insertJob(
  db: Executor,
  job: JobKey & {
    kind: FileKind
    by: string
    request: string
    address: string
    facts: object
    total: number
    keptHours: number
  },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO file_jobs (client_id, id, kind, created_by, request, address, facts, total, expires_at)
    VALUES (${job.clientId}, ${job.id}, ${job.kind}, ${job.by}, ${job.request}, ${job.address}, ${JSON.stringify(job.facts)}, ${job.total},
      now() + make_interval(hours => ${job.keptHours}::int))
    ON CONFLICT (client_id, kind) WHERE finished_at IS NULL DO NOTHING
    RETURNING id`.execute(db)
  return rows.length > 0
}

/** Ends a client's job whose server died in its last run: it would hold up the next one until it expires. */
export async function endAbandoned(
  db: Executor,
  { clientId, kind }: { clientId: string; kind: FileKind },
): Promise<void> {
  await sql`
    UPDATE file_jobs SET status = 'failed', finished_at = now(), request = '', problem = '{"code": "internal_error"}'
    WHERE client_id = ${clientId} AND kind = ${kind} AND finished_at IS NULL
      AND NOT ${willRun(sql.ref('file_jobs.id'))}`.execute(db)
}

/** Jobs of a kind that are not finished, of all clients. */
export async function countUnfinished(db: Executor, kind: FileKind): Promise<number> {
  const { count } = await db
    .selectFrom('file_jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Jobs of a kind that are kept, newest first. */
export async function findJobs(
  db: Executor,
  { clientId, kind, id }: { clientId: string; kind: FileKind; id?: string },
) {
  return db
    .selectFrom('file_jobs')
    .select([
      'id',
      'status',
      'total',
      'done',
      'created_at',
      'finished_at',
      'expires_at',
      'problem',
      'facts',
      'created_by as by',
    ])
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(id !== undefined, (jobs) => jobs.where('id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findFile(
  db: Executor,
  { clientId, id, kind }: JobKey & { kind: FileKind },
): Promise<Buffer | undefined> {
  const found = await db
    .selectFrom('file_jobs')
    .select('file')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found?.file ?? undefined
}

/** A job that is not finished, with what it is to do and how far it is. */
export async function findUnfinished(
  db: Executor,
  key: JobKey,
): Promise<{ request: string; by: string; address: string; done: number; total: number } | undefined> {
  return db
    .selectFrom('file_jobs')
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
    .updateTable('file_jobs')
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
  end: { file: Buffer | null; facts: object } | { problem: object },
): Promise<boolean> {
  const outcome =
    'file' in end
      ? sql`status = 'done', file = ${end.file}, facts = facts || ${JSON.stringify(end.facts)}::jsonb`
      : sql`status = 'failed', problem = ${JSON.stringify(end.problem)}::jsonb`
  if ('problem' in end) await deleteParts(db, key)
  const { rows } = await sql<{ id: string }>`
    UPDATE file_jobs SET finished_at = now(), request = '', ${outcome}
    WHERE client_id = ${key.clientId} AND id = ${key.id} AND finished_at IS NULL RETURNING id`.execute(db)
  return rows.length > 0
}

/** Takes away what there is of a file that is not finished. */
async function deleteParts(db: Executor, { clientId, id }: JobKey): Promise<void> {
  await sql`DELETE FROM file_parts p USING file_jobs j WHERE p.client_id = ${clientId} AND p.job_id = ${id}
    AND j.client_id = p.client_id AND j.id = p.job_id AND j.finished_at IS NULL`.execute(db)
}

/**
 * Takes away a client's files, and ends what is being made: first that, so that none is finished in between.
 * @param of of one kind, and of it those of which a fact contains this; unless given all whose parts nobody can tell apart
 */
export async function endJobs(
  tx: Executor,
  clientId: string,
  of: { kind: FileKind; facts: object } | undefined,
): Promise<void> {
  const chosen = of
    ? sql`client_id = ${clientId} AND kind = ${of.kind} AND facts @> ${JSON.stringify(of.facts)}::jsonb`
    : sql`client_id = ${clientId} AND kind <> 'reports'`
  await sql`UPDATE file_jobs SET status = 'failed', finished_at = now(), request = '', problem = '{"code": "make_again"}'
    WHERE ${chosen} AND finished_at IS NULL`.execute(tx)
  await sql`DELETE FROM file_jobs WHERE ${chosen} AND status = 'done'`.execute(tx)
}
