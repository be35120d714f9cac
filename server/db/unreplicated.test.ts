import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startExternalPostgres } from '#test/support/external-postgres.ts'
import { connect } from './database.ts'
import { isUnavailable } from './unavailable.ts'

// A primary whose standby is away, and an operator who cancels what waits for it.

let postgres: Awaited<ReturnType<typeof startExternalPostgres>>
let operator: pg.Client
beforeAll(async () => {
  postgres = await startExternalPostgres()
  operator = new pg.Client({ connectionString: postgres.url })
  await operator.connect()
  await operator.query('CREATE TABLE answers (given int)')
  await operator.query("ALTER SYSTEM SET synchronous_standby_names = 'away'")
  await operator.query('SELECT pg_reload_conf()')
})
afterAll(async () => {
  await operator.end()
  await postgres.stop()
})

const cancelWaiting = () =>
  expect
    .poll(async () => {
      const { rows } = await operator.query(
        "SELECT pg_cancel_backend(pid) AS cancelled FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
      )
      return rows
    })
    .toEqual([{ cancelled: true }])

const reasonOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'confirmed',
    (error: unknown) => error instanceof Error && isUnavailable(error) && error.message,
  )

test('a commit whose wait for a standby is cancelled is not confirmed, in a transaction or without one', async () => {
  const { pool, db, close } = connect(`${postgres.url}?options=-csynchronous_commit%3Don`, 1, () => undefined)
  const alone = reasonOf(pool.query('INSERT INTO answers VALUES (1)'))
  await cancelWaiting()
  expect(await alone).toBe('the commit was not confirmed by a standby')
  const together = reasonOf(
    db.transaction().execute((tx) => tx.executeQuery(CompiledQuery.raw('INSERT INTO answers VALUES (2)'))),
  )
  await cancelWaiting()
  expect(await together).toBe('the commit was not confirmed by a standby')
  // The primary has them all the same, and the connection can be used.
  expect((await pool.query('SELECT given FROM answers ORDER BY given')).rows).toEqual([
    { given: 1 },
    { given: 2 },
  ])
  await close()
})
