import { z } from 'zod'
import type { JobDeps } from './deps.ts'

/** The run of a job that is under way. */
export interface CurrentJob {
  /** Stays the same through every retry. */
  readonly id: string
  readonly createdAt: Date
  /** 1 on the first run. */
  readonly attempt: number
  readonly maxAttempts: number
  /** Fires when the server is stopping and has waited long enough. */
  readonly signal: AbortSignal
}

export interface Job<Schema extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly payload: Schema
  /** Runs at most, the first one included. The wait before run n+1 is e^min(n, 10) seconds: 8 runs take half an hour, 16 two days. */
  readonly maxAttempts: number
  /** Smaller runs first: somebody who waits for one mail does not wait behind ten thousand. */
  readonly priority: number
  /** Jobs that name the same queue run one at a time, on however many servers; null: beside any other. */
  readonly queue: string | null
  /**
   * The schedule: minute, hour, day of month, month, day of week in UTC: `* * * * *` each minute, `15 1 * * *` each
   * night. Several servers on one database run it once together. null: only when it is added.
   */
  readonly every: string | null
  /** Talks to servers of strangers, which may hang: it runs in places of its own, so that no mail waits for them. */
  readonly outward: boolean
  run(payload: z.output<Schema>, deps: JobDeps, current: CurrentJob): Promise<void>
}

/** All of a job but what it does: enough to add it, also below the room that runs it. */
export type Declared<Schema extends z.ZodType = z.ZodType> = Pick<
  Job<Schema>,
  'name' | 'payload' | 'maxAttempts' | 'priority' | 'queue'
>

/**
 * Declares a kind of job.
 * @param job its unique name, the schema of its payload (JSON only), and what it does. `run` may be called again after a
 *   crash or an error, so it has to be repeatable; throwing retries it later, `PermanentFailure` does not
 */
export function defineJob<const Schema extends z.ZodType>(
  job: Pick<Job<Schema>, 'name' | 'payload' | 'run'> &
    Partial<Pick<Job, 'maxAttempts' | 'priority' | 'queue' | 'every' | 'outward'>>,
): Job<Schema> {
  return { maxAttempts: 16, priority: 0, queue: null, every: null, outward: false, ...job }
}

/**
 * Declares a job that runs by the clock.
 * @param job its unique name, when it runs, as `Job.every` says it, and what it does
 */
export function scheduleJob({
  name,
  every,
  run,
}: {
  name: string
  every: string
  run(deps: JobDeps): Promise<void>
}): Job {
  return defineJob({ name, every, payload: z.unknown(), run: (_payload, deps) => run(deps) })
}

/** Thrown by a job that would fail in the same way every time: it is kept with its error and never run again. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}
