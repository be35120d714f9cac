import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './deps.ts'
import { claimPool, freeAbandonedJobs } from './queries.ts'

const sweepSeconds = 15

/**
 * Shows the other servers that this one's running jobs are not abandoned, by a lock that the database drops together with
 * our connection, and takes up the jobs of servers that died. The worker alone would leave a dead server's jobs for four
 * hours; this takes less than half a minute.
 * @param poolId the name under which the worker marks its jobs
 */
export function keepClaim(connectionString: string, poolId: string, log: Log): { release(): Promise<void> } {
  const released = new AbortController()
  const pause = (seconds: number) =>
    wait(seconds * 1000, undefined, { signal: released.signal }).catch(() => undefined)

  async function hold(): Promise<void> {
    const client = new pg.Client({
      connectionString,
      application_name: 'terazi jobs',
      connectionTimeoutMillis: 10_000,
    })
    let lost = false
    client.on('error', () => {
      lost = true
    })
    try {
      await client.connect()
      await claimPool(client, poolId)
      while (!lost && !released.signal.aborted) {
        const freed = await freeAbandonedJobs(client, poolId)
        if (freed > 0) log.warn({ servers: freed }, 'jobs of a dead server taken up')
        await pause(sweepSeconds)
      }
    } finally {
      await client.end().catch((error: unknown) => log.debug({ err: error }, 'claim connection was gone'))
    }
  }

  async function keep(): Promise<void> {
    while (!released.signal.aborted) {
      await hold().catch((error: unknown) => log.warn({ err: error }, 'claim on running jobs lost'))
      await pause(1)
    }
  }

  const kept = keep()
  return {
    async release() {
      released.abort()
      await kept
    },
  }
}
