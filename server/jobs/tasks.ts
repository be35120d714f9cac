import type { JobHelpers, TaskList } from 'graphile-worker'
import { z } from 'zod'
import { isMail } from './counts.ts'
import { type Job, PermanentFailure } from './define.ts'
import type { JobDeps } from './deps.ts'
import { endRetries, isForgotten } from './queries.ts'

/** The jobs as the worker wants them: payload parsed, failures logged, permanent ones not repeated. */
export function tasksOf(jobs: readonly Job[], deps: JobDeps): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [job.name, (raw: unknown, helpers: JobHelpers) => runJob(job, raw, deps, helpers)]),
  )
}

async function runJob(
  job: Job,
  raw: unknown,
  deps: JobDeps,
  { job: row, abortSignal }: JobHelpers,
): Promise<void> {
  const id = String(row.id)
  const { attempts: attempt, max_attempts: maxAttempts } = row
  try {
    const payload = parse(job, raw)
    await job.run(payload, deps, { id, attempt, maxAttempts, createdAt: row.created_at, signal: abortSignal })
  } catch (error) {
    const permanent = error instanceof PermanentFailure
    const last = permanent || attempt >= maxAttempts
    deps.log[last ? 'error' : 'warn'](
      { err: error, job: job.name, id, attempt, maxAttempts },
      last ? 'job given up' : 'job failed',
    )
    countFailure(deps, job, last)
    // Its person was erased meanwhile: what it failed with may name them, and the worker keeps that.
    if (await isForgotten(deps.db, id)) return
    if (permanent) await endRetries(deps.db, id)
    throw error
  }
}

function countFailure({ counts }: JobDeps, { name }: Job, last: boolean): void {
  if (counts === undefined) return
  counts[last ? 'jobsGivenUp' : 'jobsRetried'] += 1
  if (last && isMail(name)) counts.mailsGivenUp += 1
}

function parse<Schema extends z.ZodType>(job: Job<Schema>, raw: unknown): z.output<Schema> {
  const parsed = job.payload.safeParse(withoutCron(raw))
  if (parsed.success) return parsed.data
  // The payload may be another version's, while processes are restarted one after another: a process of that version
  // runs it later.
  throw new Error(
    `payload of ${job.name}: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`,
  )
}

// A periodic job's payload carries the moment it was due, which no schema needs to know about.
function withoutCron(raw: unknown): unknown {
  const scheduled = z.looseObject({ _cron: z.unknown() }).safeParse(raw)
  if (!scheduled.success) return raw
  const { _cron: _, ...payload } = scheduled.data
  return payload
}
