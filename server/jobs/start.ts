import { setTimeout as wait } from 'node:timers/promises'
import { type CronItem, parseCronItems, type Runner, type RunnerOptions, run, runOnce } from 'graphile-worker'
import type { Job } from './define.ts'
import type { JobDeps, Log } from './deps.ts'
import { workerLogger } from './log.ts'
import { tasksOf } from './tasks.ts'

/** A job that runs by the clock. Several servers on one database run it once together. */
export interface Periodic {
  readonly job: Job
  /** Minute, hour, day of month, month, day of week in UTC: `* * * * *` each minute, `15 1 * * *` each night. */
  readonly when: string
}

export interface JobsOptions {
  /** A direct connection: LISTEN does not work through a pooler in transaction mode. Unix sockets included. */
  connectionString: string
  jobs: readonly Job[]
  deps: JobDeps
  log: Log
}

/**
 * Runs jobs as they come in, until stopped. Survives a database that goes away for any time.
 * @param options.concurrency jobs that run at once; two connections more than that are opened
 * @returns `stop` takes no further job and waits for the running ones; after 5 s their signal fires
 * @throws when the database cannot be reached at the start
 */
export async function startJobs(
  options: JobsOptions & { concurrency: number; crontab?: readonly Periodic[] },
): Promise<{ stop(): Promise<void> }> {
  const { log, concurrency } = options
  const stopped = new AbortController()
  const settings: RunnerOptions = {
    ...common(options),
    concurrency,
    maxPoolSize: concurrency + 2,
    parsedCronItems: parseCronItems((options.crontab ?? []).map(cronItem)),
  }
  let runner = await run(settings)
  const supervised = keepRunning()

  // The worker gives up when it cannot write down how a job ended. Its jobs stay locked, so nothing is lost.
  async function keepRunning(): Promise<void> {
    while (!stopped.signal.aborted) {
      await runner.promise.catch((error: unknown) => log.error({ err: error }, 'jobs stopped'))
      if (!stopped.signal.aborted) runner = (await startAgain(settings, stopped.signal, log)) ?? runner
    }
  }

  return {
    async stop() {
      stopped.abort()
      // Rejects when the worker has stopped by itself just now, which is what was wanted.
      await runner.stop().catch((error: unknown) => log.debug({ err: error }, 'jobs were stopped already'))
      await supervised
    },
  }
}

async function startAgain(
  settings: RunnerOptions,
  stopped: AbortSignal,
  log: Log,
): Promise<Runner | undefined> {
  while (!stopped.aborted) {
    try {
      const runner = await run(settings)
      log.info('jobs run again')
      return runner
    } catch (error) {
      log.warn({ err: error }, 'jobs cannot start yet')
      await wait(1000, undefined, { signal: stopped }).catch(() => undefined)
    }
  }
  return undefined
}

/** Runs the jobs that are due now, one after the other, and returns when there is none left: for tests and commands. */
export async function runDueJobs(options: JobsOptions): Promise<void> {
  await runOnce({ ...common(options), concurrency: 1, maxPoolSize: 2 })
}

const common = ({ connectionString, jobs, deps, log }: JobsOptions) => ({
  connectionString,
  taskList: tasksOf(jobs, deps),
  logger: workerLogger(log),
  noHandleSignals: true,
})

const cronItem = ({ job, when }: Periodic): CronItem => ({
  task: job.name,
  match: when,
  identifier: job.name,
  // One that is still waiting is enough.
  options: { maxAttempts: job.maxAttempts, jobKey: `cron:${job.name}`, jobKeyMode: 'preserve_run_at' },
})
