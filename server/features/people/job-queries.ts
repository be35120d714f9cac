import { sql } from 'kysely'
import type { z } from 'zod'
import type { inviteResult } from '#contract/people.ts'
import type { Executor } from '#server/db/database.ts'

type InviteResult = z.infer<typeof inviteResult>

const columns = [
  'j.id',
  'status',
  'total',
  'done',
  'j.created_at',
  'finished_at',
  'counts',
  'problem',
] as const

/** Jobs with who began them, without their results. */
const jobs = (db: Executor) =>
  db
    .selectFrom('invitation_jobs as j')
    .innerJoin('users', 'users.id', 'j.created_by')
    .select(columns)
    .select(
      sql<{ id: string; name: string }>`json_build_object('id', users.id, 'name', users.name)`.as(
        'created_by',
      ),
    )

export type JobRow = Awaited<ReturnType<typeof findJobs>>[number]

export async function insertJob(
  db: Executor,
  job: { clientId: string; id: string; by: string; total: number; request: string; address: string },
): Promise<void> {
  const { clientId, id, by, total, request, address } = job
  await db
    .insertInto('invitation_jobs')
    .values({ client_id: clientId, id, created_by: by, total, request, address })
    .execute()
}

export async function findJob(db: Executor, key: { clientId: string; id: string }) {
  return jobs(db)
    .select('result')
    .where('j.client_id', '=', key.clientId)
    .where('j.id', '=', key.id)
    .executeTakeFirst()
}

/** The newest jobs of a client, without their results. */
export async function findJobs(db: Executor, clientId: string) {
  return jobs(db)
    .where('j.client_id', '=', clientId)
    .orderBy('j.created_at', 'desc')
    .orderBy('j.id', 'desc')
    .limit(50)
    .execute()
}

/** A job that is not finished, with what it is to do. */
export async function takeJob(
  db: Executor,
  key: { clientId: string; id: string },
): Promise<{ request: string; by: string; address: string } | undefined> {
  return db
    .selectFrom('invitation_jobs')
    .select(['request', 'created_by as by', 'address'])
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirst()
}

export async function markProgress(
  db: Executor,
  key: { clientId: string; id: string },
  done: number,
): Promise<void> {
  await db
    .updateTable('invitation_jobs')
    .set({ status: 'running', done })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('status', 'in', ['waiting', 'running'])
    .execute()
}

/** A client's jobs that are not finished, locked until the transaction ends. */
export async function lockUnfinished(
  tx: Executor,
  clientId: string,
): Promise<{ id: string; request: string }[]> {
  return tx
    .selectFrom('invitation_jobs')
    .select(['id', 'request'])
    .where('client_id', '=', clientId)
    .where('status', 'in', ['waiting', 'running'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Changes what a job that is not finished is to do. */
export async function writeRequest(
  tx: Executor,
  key: { clientId: string; id: string },
  request: string,
): Promise<void> {
  await tx
    .updateTable('invitation_jobs')
    .set({ request })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

const lengths = ({ created, existing, failed }: InviteResult) => ({
  created: created.length,
  existing: existing.length,
  failed: failed.length,
})

/**
 * Ends a job, once; what it was asked for is forgotten.
 * @returns false when it was ended already, or when what is done is not what it is to do any more
 */
export async function finishJob(
  db: Executor,
  key: { clientId: string; id: string },
  end: { status: 'done'; result: InviteResult; request: string } | { status: 'failed'; problem: object },
): Promise<boolean> {
  const ended = await db
    .updateTable('invitation_jobs')
    .set((row) => ({
      status: end.status,
      finished_at: sql<Date>`now()`,
      request: '',
      done: end.status === 'done' ? row.ref('total') : 0,
      ...(end.status === 'done'
        ? { result: JSON.stringify(end.result), counts: JSON.stringify(lengths(end.result)) }
        : { problem: JSON.stringify(end.problem) }),
    }))
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .where('status', 'in', ['waiting', 'running'])
    .$if(end.status === 'done', (query) =>
      query.where('request', '=', end.status === 'done' ? end.request : ''),
    )
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
