import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { connect } from './database.ts'
import { prepared } from './prepared.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Which statements a connection has kept after these. */
async function keptBy(pooled: boolean): Promise<string[]> {
  const lost = (error: Error) => {
    throw error
  }
  const { db, close } = connect(database.url, 1, lost, pooled)
  for (const number of [1, 2]) {
    const { rows } = await sql`SELECT ${number}::int AS number ${prepared('number')}`.execute(db)
    expect(rows).toEqual([{ number }])
  }
  await db.transaction().execute((tx) => sql`SELECT 3 ${prepared('three')}`.execute(tx))
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_prepared_statements ORDER BY 1`.execute(db)
  await close()
  return rows.map(({ name }) => name)
}

test('a connection keeps the plans of the statements that say so, and none behind a pooler', async () => {
  expect(await keptBy(false)).toEqual(['number', 'three'])
  expect(await keptBy(true)).toEqual([])
})

test('a name with another text is refused', async () => {
  const { db } = database
  await expect(
    db.transaction().execute(async (tx) => {
      await sql`SELECT 1 ${prepared('twice')}`.execute(tx)
      await sql`SELECT 2 ${prepared('twice')}`.execute(tx)
    }),
  ).rejects.toThrow('Prepared statements must be unique')
})
