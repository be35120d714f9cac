import { resolve } from 'node:path'
import pg from 'pg'
import { type Config, readConfig } from '#server/config.ts'
import { hasCluster } from '#server/db/bundled/folders.ts'
import { runningSocket } from '#server/db/bundled/open.ts'
import { connect, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadContent } from '#server/features/inventories/content.ts'
import { openDatabase } from '#server/start/database.ts'
import { CliError } from './error.ts'

/** The environment's database for as long as a command runs, beside a running server or, when there is none, alone. */
export async function withDatabase<Result>(run: (db: Database) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env)
  const warn = (line: string) => process.stderr.write(`${line}\n`)
  // Before anything is made: somebody who forgot to name the server's database must learn that this isn't it.
  if (config.databaseUrl === undefined && !hasCluster(config.dataDir)) warn(newDatabase(config.dataDir))
  const running = config.databaseUrl === undefined ? runningSocket(config.dataDir) : undefined
  if (running !== undefined && (await answers(running))) return use(running, run)
  const database = await openDatabase(config, warn)
  try {
    await migrate(database.directUrl)
    return await use(database.directUrl, async (db) => {
      await loadContent(db, warn)
      return run(db)
    })
  } finally {
    await database.stop()
  }
}

/**
 * The address of the environment's database as it is, which is neither made nor migrated: for what only reads it.
 * @throws CliError where there is none
 */
export async function withRunningOrStopped<Result>(
  config: Config,
  run: (url: string) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl === undefined && !hasCluster(config.dataDir))
    throw new CliError(
      `There is no database in ${resolve(config.dataDir)}: set DATA_DIR or DATABASE_URL as the server has it.`,
    )
  const running = config.databaseUrl === undefined ? runningSocket(config.dataDir) : undefined
  if (running !== undefined && (await answers(running))) return run(running)
  const database = await openDatabase(config, (line) => process.stderr.write(`${line}\n`))
  try {
    return await run(database.directUrl)
  } finally {
    await database.stop()
  }
}

const newDatabase = (dataDir: string) =>
  `There is no database in ${resolve(dataDir)}: this command makes a new one there, with the shipped inventories alone. If your server keeps its data elsewhere, set DATA_DIR to that folder, or DATABASE_URL as the server has it, and call the command again.`

/** A database for as long as something is done with it. */
export async function use<Result>(url: string, run: (db: Database) => Promise<Result>): Promise<Result> {
  const connections = connect(url, 2, (error) => process.stderr.write(`${error.message}\n`))
  try {
    return await run(connections.db)
  } finally {
    await connections.close()
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    // Nobody listens: no server runs on this data directory.
    return false
  }
}
