import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { keepPlans } from './prepared.ts'
import { noteStatement } from './spent.ts'
import type { Tables } from './tables.ts'
import { refuseUnreplicated } from './unreplicated.ts'

// count(*) and sums fit a double here; a calendar day stays text, because a Date would move it over midnight.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export type Database = Kysely<Tables>
/** The pool, or the transaction its caller opened, on which a query runs. Always the first argument. */
export type Executor = Kysely<Tables> | Transaction<Tables>
/** A transaction opened by the caller, for queries that only make sense in one. */
export type Tx = Transaction<Tables>

export interface Connections {
  pool: pg.Pool
  db: Database
  close(): Promise<void>
}

/** The queries of one connection, for its owner, who uses nothing else meanwhile. */
export function onClient(client: pg.Client): Database {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined, options: {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** The longest time that a statement may take, and that a transaction may rest, in ms. */
export const timeLimits = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000 }

/** From when on a statement is slow, in ms. */
const slowMs = 1000

/**
 * Opens the pool.
 * @param url any PostgreSQL connection string, a unix socket's included
 * @param max connections at most; a request that finds none waits up to 10 s and then fails as unavailable
 * @param pooled behind a pooler in transaction mode: the next query may run on another connection, so no plan is kept,
 * and the time limits are the role's own, because such a pooler refuses them from a connection
 * @param onSlowStatement told of each statement that took a second or more, without its values
 */
export function connect(
  url: string,
  max: number,
  onLostConnection: (error: Error) => void,
  pooled = false,
  onSlowStatement?: (ms: number, statement: string) => void,
): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    ...(pooled ? {} : timeLimits),
    application_name: 'terazi',
  })
  // A connection that the database drops must not end the process; the pool opens another. It reports only idle ones: a
  // connection in a transaction needs its own listener, and its user gets the failed query.
  pool.on('connect', (client) => client.on('error', onLostConnection))
  pool.on('error', () => undefined)
  pool.on('connect', refuseUnreplicated)
  if (!pooled) pool.on('connect', keepPlans)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ queryDurationMillis, query }) => {
      noteStatement(queryDurationMillis)
      if (queryDurationMillis >= slowMs) onSlowStatement?.(Math.round(queryDurationMillis), query.sql)
    },
  })
  return { pool, db, close: () => db.destroy() }
}
