import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { runningSocket } from '#server/db/bundled/open.ts'
import { connect, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadContent } from '#server/features/inventories/content.ts'
import { openDatabase } from '#server/start/database.ts'

/** The environment's database for as long as a command runs, beside a running server or, when there is none, by itself. */
export async function withDatabase<Result>(run: (db: Database) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env)
  const warn = (line: string) => process.stderr.write(`${line}\n`)
  const running = config.databaseUrl === undefined ? runningSocket(config.dataDir) : undefined
  if (running !== undefined && (await answers(running))) return use(running, run)
  const database = await openDatabase(config, warn)
  try {
    await migrate(database.directUrl)
    return await use(database.url, async (db) => {
      await loadContent(db, warn)
      return run(db)
    })
  } finally {
    await database.stop()
  }
}

async function use<Result>(url: string, run: (db: Database) => Promise<Result>): Promise<Result> {
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
