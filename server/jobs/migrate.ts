import { runMigrations } from 'graphile-worker'
import { isUnavailable } from '#server/db/unavailable.ts'
import { reason, StartError } from '#server/start-error.ts'
import { connectWorker, disconnectWorker } from './connections.ts'
import type { Log } from './deps.ts'

/** What is said of a lost connection is in the error of the statement that it was lost with. */
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Brings the job tables (schema `graphile_worker`) to the version this server uses. Several processes may do it at once.
 * @throws StartError when the connection is lost
 * @throws when the tables were made by a newer version that this one must not work with
 */
export async function migrateJobs(url: string): Promise<void> {
  const pgPool = connectWorker(url, 1, silent)
  try {
    await runMigrations({ pgPool })
  } catch (error) {
    throw isUnavailable(error)
      ? new StartError(`The job tables can’t be migrated: ${reason(error)}. Start again.`)
      : error
  } finally {
    disconnectWorker(pgPool, silent)
  }
}
