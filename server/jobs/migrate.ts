import { runMigrations } from 'graphile-worker'

/**
 * Brings the job tables (schema `graphile_worker`) to the version this server uses. Several processes may do it at once.
 * @throws when the tables were made by a newer version that this one must not work with
 */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url })
}
