import pg from 'pg'
import type { Log } from './deps.ts'

/**
 * The worker's connections. It would open some itself, but stops listening to them before they are closed: a database that
 * stops in that moment, as the bundled one does with this process, would end it in mid-word.
 */
export function connectWorker(connectionString: string, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a connection of the jobs is lost')),
  )
  pool.on('error', () => undefined)
  return pool
}

/** Closes them. Not waited for: what the database has dropped never says goodbye. */
export function disconnectWorker(pool: pg.Pool, log: Log): void {
  pool.end().catch((error: unknown) => log.debug({ err: error }, 'the connections of the jobs were gone'))
}
