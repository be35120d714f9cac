import { sql } from 'kysely'
import type { Executor } from './database.ts'

/**
 * The last time of the database's clock, and when it was read by a clock that nobody can set. A process has one
 * database.
 */
let heard: { time: number; count: number } | undefined

const freshMs = 10_000

/** Now by the database's clock, which measures every limit: the server's own may be wrong, or jump. Asked every ten seconds. */
export async function databaseTime(db: Executor): Promise<Date> {
  if (heard === undefined || performance.now() - heard.count > freshMs) {
    const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
    const [row] = rows
    if (row !== undefined) heard = { time: row.now.getTime(), count: performance.now() }
  }
  return knownDatabaseTime()
}

/** The same without asking, for when the database is away; by the server's clock until it was heard. */
export const knownDatabaseTime = (): Date =>
  heard === undefined ? new Date() : new Date(heard.time + performance.now() - heard.count)
