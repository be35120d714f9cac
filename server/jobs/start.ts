import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runOnce,
  type WorkerEvents,
} from 'graphile-worker'
import { keepClaim } from './claim.ts'
import { connectWorker, disconnectWorker } from './connections.ts'
import type { Job } from './define.ts'
import type { JobDeps, Log } from './deps.ts'
import { hasDueJobs } from './queries.ts'
import { tasksOf } from './tasks.ts'

export interface JobsOptions {
  /** A direct connection: LISTEN does not work through a pooler in transaction mode. Unix sockets included. */
  connectionString: string
  jobs: readonly Job[]
  deps: JobDeps
  log: Log
}

/**
 * Runs jobs as they come in, until stopped. Survives a database that goes away for any time.
 * @param options.concurrency jobs that run at once
 * @param options.connections how many are opened, beside one more: two more than jobs unless given
 * @returns `stop` takes no further job and waits for the running ones; after 5 s their signal fires
 * @throws when the database cannot be reached at the start
 */
export async function startJobs(
  options: JobsOptions & { concurrency: number; connections?: number },
): Promise<{ stop(): Promise<void> }> {
  const { log } = options
  const stopped = new AbortController()
  let pool = await startPool(options)
  const supervised = keepRunning()

  // The worker gives up when it cannot write down how a job ended. That job runs again under the next pool.
  async function keepRunning(): Promise<void> {
    while (true) {
      await pool.ended
      const next = await startAgain(options, stopped.signal)
      if (next === undefined) return
      pool = next
      if (stopped.signal.aborted) await stopPool(pool, log)
    }
  }

  return {
    async stop() {
      stopped.abort()
      await stopPool(pool, log)
      await supervised
    },
  }
}

// Rejects when the worker has just stopped on its own, which is fine.
const stopPool = (pool: Pool, log: Log) =>
  pool.runner.stop().catch((error: unknown) => log.debug({ err: error }, 'jobs were stopped already'))

type PoolOptions = Parameters<typeof startJobs>[0]

interface Pool {
  runner: Runner
  ended: Promise<void>
}

async function startPool(options: PoolOptions): Promise<Pool> {
  const { concurrency, connectionString, jobs, log, connections = concurrency + 2 } = options
  const events: WorkerEvents = new EventEmitter()
  let claim: ReturnType<typeof keepClaim> | undefined
  events.once('pool:create', ({ workerPool }) => {
    claim = keepClaim(connectionString, workerPool.id, log)
  })
  const pgPool = connectWorker(connectionString, connections, log)
  const runner = await run({
    ...common(options),
    pgPool,
    events,
    concurrency,
    parsedCronItems: parseCronItems(jobs.flatMap(cronItems)),
  }).catch((error: unknown) => {
    disconnectWorker(pgPool, log)
    throw error
  })
  const ended = runner.promise
    .catch((error: unknown) => log.error({ err: error }, 'jobs stopped'))
    .then(() => claim?.release())
    .then(() => disconnectWorker(pgPool, log))
  return { runner, ended }
}

async function startAgain(options: PoolOptions, stopped: AbortSignal): Promise<Pool | undefined> {
  while (!stopped.aborted) {
    try {
      const pool = await startPool(options)
      options.log.info('jobs run again')
      return pool
    } catch (error) {
      options.log.warn({ err: error }, 'jobs cannot start yet')
      await wait(1000, undefined, { signal: stopped }).catch(() => undefined)
    }
  }
  return undefined
}

/** Runs the jobs that are due now, one after the other, and returns when there is none left: for tests and commands. */
export async function runDueJobs(options: JobsOptions): Promise<void> {
  const pgPool = connectWorker(options.connectionString, 2, options.log)
  try {
    // The next job of a queue is not seen while the end of the one before is being written down.
    do await runOnce({ ...common(options), pgPool, concurrency: 1 })
    while (
      await hasDueJobs(
        pgPool,
        options.jobs.map(({ name }) => name),
      )
    )
  } finally {
    disconnectWorker(pgPool, options.log)
  }
}

const common = ({ jobs, deps, log }: JobsOptions) => ({
  taskList: tasksOf(jobs, deps),
  logger: workerLogger(log),
  noHandleSignals: true,
  // Batches of one moment. Without them an answer that the database does not take is an unhandled rejection, which ends
  // the process (0.18.0).
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
})

const cronItems = ({ name, every, maxAttempts }: Job): CronItem[] =>
  every === null
    ? []
    : [
        {
          task: name,
          match: every,
          identifier: name,
          // One that is still waiting is enough.
          options: { maxAttempts, jobKey: `cron:${name}`, jobKeyMode: 'preserve_run_at' },
        },
      ]

/**
 * The worker's own messages in our log. Its details contain payloads and its failure messages whole stacks, so only the
 * first line is written; what went wrong in a job is logged by tasks.ts.
 */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    const [line = ''] = message.split('\n')
    if (level === 'error') log.error(line)
    // Work that waits for other systems needs few connections: more of it than of them is meant so.
    else if (level === 'warning' && !line.includes('maxPoolSize')) log.warn(line)
    else log.debug(line)
  })
}
