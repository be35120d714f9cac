import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { findDataKey, markOf, openDataKey, wrap } from './data-key.ts'
import { deleteKeysBut, findKeys, insertKey } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`DELETE FROM installation_keys`.execute(database.db)
})

const [old, next] = ['an old key of thirty-two letters or more', 'a new key of thirty-two letters or more']

test('servers that start at once on an empty database have one data key, which later starts open', async () => {
  const { db } = database
  await expect(findDataKey(db, old)).rejects.toThrow('start the server on it once')
  const opened = await Promise.all(Array.from({ length: 8 }, () => openDataKey(db, old)))
  opened.push(await openDataKey(db, old), await findDataKey(db, old))
  expect(new Set(opened).size).toBe(1)
  expect(opened[0]).toMatch(/^[\w-]{43}$/)
  const keys = await findKeys(db)
  expect(keys.map(({ mark }) => mark)).toEqual([markOf(old)])
  expect(keys[0]?.wrapped.includes(opened[0] ?? '')).toBe(false)
})

test('of servers that start at once with different keys one begins, and the others are refused, then and later', async () => {
  const { db } = database
  const keys = ['one', 'two', 'three']
  const started = await Promise.allSettled(keys.map((key) => openDataKey(db, key)))
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const again = await Promise.allSettled(keys.map((key) => openDataKey(db, key)))
  expect(again.map(({ status }) => status)).toEqual(started.map(({ status }) => status))
  const [refused] = again.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refused).toMatch(
    /^StartError: The installation's key given here \([0-9a-f]{16}\) does not open this database \([0-9a-f]{16} does\): set SECRET_KEY, [^\n]+\.$/,
  )
})

test('two keys open the same data key, until one is taken away; a row under another name opens nothing', async () => {
  const { db } = database
  const dataKey = await openDataKey(db, old)
  await insertKey(db, wrap(next, dataKey))
  expect([await openDataKey(db, old), await openDataKey(db, next)]).toEqual([dataKey, dataKey])
  await deleteKeysBut(db, markOf(next))
  expect(await openDataKey(db, next)).toBe(dataKey)
  await expect(openDataKey(db, old)).rejects.toThrow('does not open this database')
  await sql`UPDATE installation_keys SET mark = ${markOf(old)}`.execute(db)
  await expect(openDataKey(db, old)).rejects.toThrow()
})
