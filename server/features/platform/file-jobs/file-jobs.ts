import { z } from 'zod'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { id, type Locale } from '#contract/fields.ts'
import type { FileJob } from '#contract/fileJobs.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { Failure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import type { CurrentJob, Job } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { translate } from '#server/locales.ts'
import { seal, unseal } from '#server/sealing.ts'
import {
  countUnfinished,
  endAbandoned,
  endJobs,
  type FileKind,
  findFile,
  findJobs,
  findUnfinished,
  finishJob,
  insertJob,
  type JobKey,
  markProgress,
} from './queries.ts'

/** Jobs of a kind that may be unfinished, of all clients. They run one at a time and take some seconds each. */
const maxUnfinished = 50

/** Hours for which a file of each kind is kept. */
const keptHours: Readonly<Record<FileKind, number>> = { slips: 1, evidence: 24, reports: 24 }

/**
 * Files are stored encrypted: the links and codes on slips open tests, and evidence names people. A copy of the database must
 * show neither.
 */
export const purpose = 'terazi file of a job'

export type { JobKey }
export const fileJobKey = z.strictObject({ clientId: id, id })

interface Asked {
  readonly kind: FileKind
  readonly clientId: string
  readonly by: string
  readonly address: string
  /** The job reads it again when it runs. */
  readonly request: object
  /** Readers of the job see these from the beginning. */
  readonly facts?: object
  /** Parts, where they are counted already. */
  readonly total?: number
}

/**
 * Has a file made behind the scenes.
 * @returns the job to follow; undefined where the client has one of this kind under way
 * @throws Failure service_unavailable while too many wait
 */
export async function startFileJob(
  tx: Executor,
  job: Job<typeof fileJobKey>,
  { kind, clientId, by, address, request, facts = {}, total = 0 }: Asked,
): Promise<JobKey | undefined> {
  await endAbandoned(tx, { clientId, kind })
  if ((await countUnfinished(tx, kind)) >= maxUnfinished)
    throw new Failure('service_unavailable', { retryAfterSeconds: 60 })
  const key = { clientId, id: newId() }
  const row = { ...key, kind, by, address, request: JSON.stringify(request), facts, total }
  if (!(await insertJob(tx, { ...row, keptHours: keptHours[kind] }))) return undefined
  await addJob(tx, job, key)
  return key
}

/** A job that is being done. */
interface Doing {
  readonly by: string
  readonly address: string
  /** The request as it was stored. */
  readonly request: unknown
  /** The progress of an earlier run. */
  readonly done: number
  readonly total: number
}

/** A file that was made. */
interface Made {
  /** Undefined where its parts are stored already. */
  readonly file?: Uint8Array
  /** Said of it beside. */
  readonly facts?: object
  /** Done in the transaction that finishes it. */
  readonly atEnd?: (tx: Tx) => Promise<void>
}

/**
 * Makes the file of a job and stores it encrypted. A refusal ends the job with its reason, and so does the last run that
 * fails: otherwise the client could ask for no other file until this one is forgotten.
 * @param make the file; undefined where the job was ended meanwhile
 */
export async function makeFile(
  key: JobKey,
  { db, config, log }: Pick<JobDeps, 'db' | 'config' | 'log'>,
  { attempt, maxAttempts }: CurrentJob,
  make: (job: Doing) => Promise<Made | undefined>,
): Promise<void> {
  const job = await findUnfinished(db, key)
  if (job === undefined) return
  try {
    const made = await make({ ...job, request: JSON.parse(job.request) })
    // Nothing was made: the job has ended, or a person of the file went before it could be ended.
    if (made === undefined) {
      await finishJob(db, key, { problem: { code: 'make_again' } })
      return
    }
    const { file, facts = {}, atEnd } = made
    const sealed = file === undefined ? null : seal(config.slipKey, purpose, key.id, file)
    await db.transaction().execute(async (tx) => {
      if (await finishJob(tx, key, { file: sealed, facts })) await atEnd?.(tx)
    })
  } catch (error) {
    if (error instanceof Failure && error.status < 500) {
      await finishJob(db, key, { problem: { code: error.code } })
      log.info({ code: error.code }, 'a file was refused')
      return
    }
    if (attempt >= maxAttempts) await finishJob(db, key, { problem: { code: 'internal_error' } })
    throw error
  }
}

/** Says how far a job is. @returns false when it was ended meanwhile */
export async function progressOf(
  tx: Executor,
  key: JobKey,
  progress: { done: number; total: number },
): Promise<boolean> {
  return markProgress(tx, key, progress)
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatus, code)
const storedProblem = z.object({ code: z.string().refine(isCode) })

/** The jobs of a kind that are kept, newest first, each with its facts and who asked for it. */
export async function fileJobs(
  db: Executor,
  which: { clientId: string; kind: FileKind; id?: string },
  locale: Locale,
): Promise<{ job: FileJob; facts: unknown; by: string }[]> {
  const rows = await findJobs(db, which)
  return rows.map(({ by, facts, problem: stored, ...row }) => {
    const code = stored === null ? null : storedProblem.parse(stored).code
    return {
      job: {
        id: row.id,
        status: row.status,
        total: row.total,
        done: row.done,
        createdAt: row.created_at.toISOString(),
        finishedAt: row.finished_at?.toISOString() ?? null,
        expiresAt: row.expires_at.toISOString(),
        problem: code && { code, message: translate(locale, `errors:${code}`) },
      },
      facts,
      by,
    }
  })
}

/** One of them. @throws Failure not_found */
export async function fileJob(
  db: Executor,
  which: { clientId: string; kind: FileKind; id: string },
  locale: Locale,
): Promise<{ job: FileJob; facts: unknown; by: string }> {
  const [found] = await fileJobs(db, which, locale)
  if (found === undefined) throw new Failure('not_found')
  return found
}

/** The file that a job has made. @throws Failure not_found where there is none, or not yet */
export async function fileOf(
  db: Executor,
  key: JobKey & { kind: FileKind },
  slipKey: Buffer,
): Promise<Buffer> {
  const file = await findFile(db, key)
  if (file === undefined) throw new Failure('not_found')
  return unseal(slipKey, purpose, key.id, file)
}

/**
 * Takes away a client's files, and ends what is being made, because it may contain what is to be forgotten. They are
 * encrypted, so that nobody can tell which do. Files of reports say which they have: `endFilesWith` ends those.
 * @param of of one kind, and of it those with these facts; all others unless given
 */
export async function endFileJobs(
  tx: Executor,
  clientId: string,
  of?: { kind: FileKind; facts: object },
): Promise<void> {
  await endJobs(tx, clientId, of)
}
