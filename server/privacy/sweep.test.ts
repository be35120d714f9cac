import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { deleteOld } from './queries.ts'
import { type Entry, registry } from './registry.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const tables: Readonly<Record<string, readonly (string | Entry)[]>> = registry
const keptOf = (entries: readonly (string | Entry)[]) =>
  entries.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.kept]))

test('a table that the sweep deletes from has one moment and one period', () => {
  const several = Object.entries(tables).filter(([, entries]) => {
    const swept = keptOf(entries).filter((kept) => typeof kept !== 'string')
    return new Set(swept.map((kept) => JSON.stringify(kept))).size > 1
  })
  expect(several.map(([table]) => table)).toEqual([])
})

test('the sweep deletes what is older than the registry says', async () => {
  const { db } = database
  await sql`INSERT INTO throttles (key, window_start, count)
    VALUES ('old', now() - interval '25 hours', 1), ('young', now() - interval '23 hours', 1)`.execute(db)
  await deleteOld(db)
  const { rows } = await sql<{ key: string }>`SELECT key FROM throttles`.execute(db)
  expect(rows).toEqual([{ key: 'young' }])
})

test('each deletion that an entry leaves to a function names one that there is', () => {
  const queries = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('queries.ts'))
    .map((name) => readFileSync(`server/${name}`, 'utf8'))
    .join()
  const named = Object.values(tables).flatMap((entries) =>
    keptOf(entries).flatMap((kept) => (typeof kept === 'string' ? (kept.match(/(?<=\(`)\w+/g) ?? []) : [])),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !queries.includes(`export async function ${name}(`))).toEqual([])
})
