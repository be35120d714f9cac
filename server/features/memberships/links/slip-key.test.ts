import { afterAll, beforeAll, expect, test } from 'vitest'
import { slipKeyOf } from '#server/secrets.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { checkSlipKey } from './slip-key.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the first key stays: a server with another one does not start', async () => {
  const { db } = database
  const keys = ['one', 'two', 'three'].map(slipKeyOf)
  const started = await Promise.allSettled(keys.map((key) => checkSlipKey(db, key)))
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const again = await Promise.allSettled(keys.map((key) => checkSlipKey(db, key)))
  expect(again.map(({ status }) => status)).toEqual(started.map(({ status }) => status))
  const [refused] = again.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refused).toMatch(/^StartError: The key of printed slip codes is not the one [^\n]+\.$/)
})
