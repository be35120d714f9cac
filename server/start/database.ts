import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { restoringFile } from '#server/db/bundled/folders.ts'
import { openBundledPostgres } from '#server/db/bundled/open.ts'
import { checkExternalPostgres } from '#server/db/external.ts'
import { StartError } from '#server/start-error.ts'

export interface OpenDatabase {
  /** The name of the database, for the person who starts. */
  name: string
  url: string
  /** Past a pooler, for jobs, events and migrations. */
  directUrl: string
  /** The folder of the bundled database; undefined for one's own. */
  folder?: string
  stop(): Promise<void>
  /** Ends only when a bundled database ends unexpectedly. */
  exited: Promise<unknown>
}

type Environment = Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'dataDir' | 'databaseWait' | 'pooled'>

/**
 * Opens the database that the environment asks for: the bundled PostgreSQL in DATA_DIR, or one's own by DATABASE_URL.
 * @throws StartError with one sentence when it cannot be used
 */
export async function openDatabase(
  { databaseUrl, directDatabaseUrl, dataDir, databaseWait, pooled }: Environment,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) {
    // Nothing is in it, and a server would begin a new installation there.
    if (existsSync(restoringFile(dataDir)))
      throw new StartError(
        `A restore into ${resolve(dataDir)} has not finished: run it again, and start the server after it.`,
      )
    const { url, folder, stop, exited } = await openBundledPostgres({ dataDir, log })
    return { name: `bundled PostgreSQL in ${dataDir}`, url, directUrl: url, folder, stop, exited }
  }
  const directUrl = directDatabaseUrl ?? databaseUrl
  const patience = { waitMs: databaseWait * 1000, log }
  // The database before its pooler, which is there as soon as it can be.
  if (directUrl !== databaseUrl) await checkExternalPostgres('DIRECT_DATABASE_URL', directUrl, patience)
  await checkExternalPostgres('DATABASE_URL', databaseUrl, { ...patience, pooled })
  return {
    name: `PostgreSQL at ${new URL(databaseUrl).host}`,
    url: databaseUrl,
    directUrl,
    stop: async () => undefined,
    exited: new Promise(() => undefined),
  }
}
