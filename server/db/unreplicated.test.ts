import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startExternalPostgres } from '#test/support/external-postgres.ts'
import { connect } from './database.ts'
import { isUnavailable } from './unavailable.ts'

// A primary whose standby is away, and a time limit that is over after a moment.

let postgres: Awaited<ReturnType<typeof startExternalPostgres>>
beforeAll(async () => {
  postgres = await startExternalPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('CREATE TABLE answers (given int)')
  await client.query("ALTER SYSTEM SET synchronous_standby_names = 'away'")
  await client.query('SELECT pg_reload_conf()')
  await client.end()
})
afterAll(() => postgres.stop())

/** The server's pool, with its own limit of a minute replaced. */
function connectImpatiently() {
  const connections = connect(postgres.url, 1, () => undefined)
  connections.pool.options.statement_timeout = 300
  connections.pool.options.options = '-c synchronous_commit=on'
  return connections
}

const refused = (error: unknown) =>
  error instanceof Error &&
  error.message === 'the commit was not confirmed by a standby' &&
  isUnavailable(error)

test('a commit whose wait for a standby is cancelled is not confirmed, in a transaction or without one', async () => {
  const { pool, db, close } = connectImpatiently()
  await expect(pool.query('INSERT INTO answers VALUES (1)')).rejects.toSatisfy(refused)
  await expect(
    db.transaction().execute((tx) => tx.executeQuery(CompiledQuery.raw('INSERT INTO answers VALUES (2)'))),
  ).rejects.toSatisfy(refused)
  // PostgreSQL has them all the same, and the connection can be used.
  expect((await pool.query('SELECT given FROM answers ORDER BY given')).rows).toEqual([
    { given: 1 },
    { given: 2 },
  ])
  await close()
})
