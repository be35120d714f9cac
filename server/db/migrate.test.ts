import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '#server/start-error.ts'
import { createEmptyDatabase } from '#test/support/database.ts'
import { migrate } from './migrate.ts'

let database: { url: string; drop: () => Promise<void> }
let client: pg.Client
let folder: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  folder = await mkdtemp(join(tmpdir(), 'terazi-migrations-'))
})
afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const migrateFolder = () => migrate(database.url, pathToFileURL(`${folder}/`))
const rowsOf = async (sql: string): Promise<unknown[]> => (await client.query(sql)).rows

test('an empty database gets the shipped schema, once', async () => {
  expect(await migrate(database.url)).toEqual(['0001_schema.sql'])
  expect(await migrate(database.url)).toEqual([])
  expect(await rowsOf('SELECT require_second_factor FROM platform_settings')).toEqual([
    { require_second_factor: 'none' },
  ])
  expect(await rowsOf('SELECT valid_from::text, basis_points FROM tax_rates')).toEqual([
    { valid_from: '2023-07-10', basis_points: 2000 },
  ])
})

test('a dump can be restored: what columns are computed from needs no search path', async () => {
  await migrate(database.url)
  await client.query("SET search_path = ''")
  const definition = {
    scales: [
      { key: 'a', sensitive: true, items: ['x'] },
      { key: 'b', items: ['y'] },
    ],
  }
  const { rows } = await client.query('SELECT public.sensitive_items_of($1) AS items', [
    { ...definition, sections: [{ items: [] }] },
  ])
  expect(rows).toEqual([{ items: ['x'] }])
})

test('a later release runs only what the database has not seen, in order', async () => {
  await write('0001_schema.sql', 'CREATE TABLE steps (name text); INSERT INTO steps VALUES ($$one$$)')
  expect(await migrateFolder()).toEqual(['0001_schema.sql'])
  await write('0003_c.sql', 'INSERT INTO steps VALUES ($$three$$)')
  await write('0002_b.sql', 'INSERT INTO steps VALUES ($$two$$)')
  await write('notes.txt', 'not SQL')
  expect(await migrateFolder()).toEqual(['0002_b.sql', '0003_c.sql'])
  expect(await rowsOf('SELECT name FROM steps')).toEqual([
    { name: 'one' },
    { name: 'two' },
    { name: 'three' },
  ])
})

test('two processes that start together migrate once', async () => {
  await write('0001_schema.sql', 'CREATE TABLE steps (name text)')
  const ran = await Promise.all([migrateFolder(), migrateFolder()])
  expect(ran.flat()).toEqual(['0001_schema.sql'])
})

test('a file that fails leaves nothing behind, and what came before it stays', async () => {
  await write('0001_schema.sql', 'CREATE TABLE steps (name text)')
  await write('0002_broken.sql', 'INSERT INTO steps VALUES ($$half$$); SELECT 1 / 0')
  await expect(migrateFolder()).rejects.toThrow('division by zero')
  expect(await rowsOf('SELECT name FROM steps')).toEqual([])
  expect(await rowsOf('SELECT name FROM schema_migrations')).toEqual([{ name: '0001_schema.sql' }])
})

test('a version runs on what a newer one has migrated, when the migration says so', async () => {
  await write('0001_schema.sql', 'CREATE TABLE steps (name text)')
  await write('0002_more.sql', '-- runs beside 1.2.0 and newer\nALTER TABLE steps ADD COLUMN note text')
  await migrateFolder()
  await rm(join(folder, '0002_more.sql'))
  const asVersion = (version: string) => migrate(database.url, pathToFileURL(`${folder}/`), version)
  for (const version of ['1.2.0', '1.2.10', '1.10.0', '2.0.0']) expect(await asVersion(version)).toEqual([])
  for (const version of ['1.1.9', '0.9.0'])
    await expect(asVersion(version)).rejects.toThrow('by a newer version of Terazi (0002_more.sql)')
})

test('a database that a newer version migrated is refused, unchanged', async () => {
  await migrate(database.url)
  await client.query(`INSERT INTO schema_migrations (name) VALUES ('9999_later.sql')`)
  await expect(migrate(database.url)).rejects.toThrow(
    'The database was migrated by a newer version of Terazi (9999_later.sql). Start that version.',
  )
})

test.each([
  ['0001_foundation.sql', '0002_memberships_of_a_user.sql'],
  ['0001_schema.sql', '0002_accommodations.sql'],
])('a database from before the first release is refused with what to do: %s, %s', async (first, second) => {
  await client.query(
    'CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  await client.query('INSERT INTO schema_migrations (name) VALUES ($1), ($2)', [first, second])
  await expect(migrate(database.url)).rejects.toThrow(
    'The database was made by a Terazi from before the first release, and there is no upgrade from it. Start with an empty database: a new one in DATABASE_URL, or without it another folder as DATA_DIR.',
  )
  expect(await rowsOf('SELECT count(*)::int FROM pg_tables WHERE schemaname = $$public$$')).toEqual([
    { count: 1 },
  ])
})

test('a connection that is lost while another process migrates is one sentence', async () => {
  // The other process: its lock is the one that a migration waits for.
  await client.query('SELECT pg_advisory_lock(7236101)')
  const migrating = migrate(database.url).catch((error: unknown) => error)
  await expect
    .poll(() =>
      rowsOf(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%pg_advisory_lock%'`,
      ),
    )
    .toHaveLength(1)
  const failure = await migrating
  expect(failure).toBeInstanceOf(StartError)
  expect(String(failure)).toMatch(/^StartError: The database can’t be migrated: [^\n]+\. Start again\.$/)
})
