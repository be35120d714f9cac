import pg from 'pg'
import { timeLimits } from '#server/db/database.ts'
import type { Log } from './deps.ts'

/**
 * The worker's connections. It would open some itself, but stops listening to them before they are closed: a database that
 * stops in that moment, as the bundled one does with this process, would end it in mid-word.
 */
export function connectWorker(connectionString: string, max: number, log: Log): pg.Pool {
  const pool = new WorkerPool({ connectionString, max, ...timeLimits })
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a connection of the jobs is lost')),
  )
  pool.on('error', () => undefined)
  return pool
}

/**
 * The worker (0.18.0) gives its listening connection back twice when that connection is lost while the worker stops. The
 * second time would throw where nobody catches it, which ends the process.
 */
class WorkerPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Taken): void
  override connect(callback?: Taken): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect()
    super.connect((error, client, release) => {
      let given = false
      callback(error, client, (reason) => {
        if (!given) release(reason)
        given = true
      })
    })
    return undefined
  }
}

type Taken = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (reason?: Error | boolean) => void,
) => void

/** Closes them. Not waited for: what the database has dropped never says goodbye. */
export function disconnectWorker(pool: pg.Pool, log: Log): void {
  pool.end().catch((error: unknown) => log.debug({ err: error }, 'the connections of the jobs were gone'))
}
