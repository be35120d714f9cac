import { runMigrations } from 'graphile-worker'
import { connectWorker, disconnectWorker } from './connections.ts'
import type { Log } from './deps.ts'

/** What is said of a lost connection is in the error of the statement that it was lost with. */
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Brings the job tables (schema `graphile_worker`) to the version this server uses. Several processes may do it at once.
 * @throws when the tables were made by a newer version that this one must not work with
 */
export async function migrateJobs(url: string): Promise<void> {
  const pgPool = connectWorker(url, 1, silent)
  try {
    await runMigrations({ pgPool })
  } finally {
    disconnectWorker(pgPool, silent)
  }
}
