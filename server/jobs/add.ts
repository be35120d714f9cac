import type { z } from 'zod'
import type { Executor } from '#server/db/database.ts'
import type { Declared } from './define.ts'
import { insertJobs } from './queries.ts'

export interface AddOptions {
  /** While a job with this key waits, adding it again replaces it instead of adding a second one. */
  jobKey?: string
  /** The waiting job with this key keeps its place. */
  keepPlace?: boolean
  /** The earliest time to run; now unless given. */
  runAt?: Date
  /** Milliseconds to wait at least, by the database's clock; in place of `runAt`. */
  waitMs?: number
  /** The queue in place of the job's own. */
  queue?: string
  /** The limit of attempts in place of the job's own. */
  maxAttempts?: number
}

/**
 * Adds a job within the caller's transaction: it runs if and only if that commits.
 * @throws ZodError when the payload does not fit the job's schema
 */
export async function addJob<Schema extends z.ZodType>(
  tx: Executor,
  job: Declared<Schema>,
  payload: z.input<Schema>,
  options: AddOptions = {},
): Promise<void> {
  const { jobKey = null, queue = job.queue } = options
  await add(tx, job, [{ payload, jobKey, queue }], options)
}

/**
 * Adds many jobs of one kind in one statement, within the caller's transaction: all of them or none. 10,000 take about a
 * quarter of a second.
 * @param options.jobKey the key of one payload's job; equal keys within one call are an error of the database
 * @param options.queue the queue of one payload's job
 * @throws ZodError when a payload does not fit the job's schema
 */
export async function addJobs<Schema extends z.ZodType>(
  tx: Executor,
  job: Declared<Schema>,
  payloads: readonly z.input<Schema>[],
  options: Omit<AddOptions, 'jobKey' | 'queue'> & {
    jobKey?: (payload: z.input<Schema>) => string
    queue?: (payload: z.input<Schema>) => string
  } = {},
): Promise<void> {
  if (payloads.length === 0) return
  const { jobKey, queue } = options
  await add(
    tx,
    job,
    payloads.map((payload) => ({
      payload,
      jobKey: jobKey?.(payload) ?? null,
      queue: queue?.(payload) ?? job.queue,
    })),
    options,
  )
}

async function add(
  tx: Executor,
  job: Declared,
  entries: readonly { payload: unknown; jobKey: string | null; queue: string | null }[],
  options: Omit<AddOptions, 'jobKey' | 'queue'>,
): Promise<void> {
  const specs = entries.map(({ payload, jobKey, queue }) => ({
    payload: job.payload.parse(payload),
    jobKey,
    runAt: options.runAt?.toISOString() ?? null,
    waitMs: options.waitMs ?? null,
    maxAttempts: options.maxAttempts ?? job.maxAttempts,
    priority: job.priority,
    queue,
  }))
  const insert = (some: typeof specs) => insertJobs(tx, job.name, some, options.keepPlace === true)
  const added = await insert(specs)
  // The job of before began to run at this moment, so it may not see what this one is for.
  const keys = new Set(added)
  const missing = specs.filter(({ jobKey }) => jobKey !== null && !keys.has(jobKey))
  const later = missing.length === 0 ? [] : await insert(missing)
  const count = added.length + later.length
  if (count !== specs.length) throw new Error(`${count} of ${specs.length} ${job.name} jobs were added`)
}
