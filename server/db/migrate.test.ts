import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
  const [schema, ...later] = await migrate(database.url)
  expect([schema, ...later.map((name) => name > '0001')]).toEqual([
    '0001_schema.sql',
    ...later.map(() => true),
  ])
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

test('the audit log gets its seals without being written again, which would stop everybody meanwhile', async () => {
  const shipped = new URL('./migrations/', import.meta.url)
  const copy = (names: readonly string[]) =>
    Promise.all(names.map((name) => copyFile(new URL(name, shipped), join(folder, name))))
  await copy((await readdir(shipped)).filter((name) => name < '0033'))
  await migrateFolder()
  await client.query("INSERT INTO audit_entries (id, action) VALUES (gen_random_uuid(), 'sign_in')")
  const file = () => rowsOf("SELECT pg_relation_filenode('audit_entries') AS file")
  const before = await file()
  await copy(['0033_audit_seals.sql'])
  await migrateFolder()
  expect(await file()).toEqual(before)
  expect(await rowsOf('SELECT salt FROM audit_entries')).toEqual([{ salt: null }])
})

test('the sums of groups get what counts since sensitive questions are not judged, and lose what does not', async () => {
  const shipped = new URL('./migrations/', import.meta.url)
  const copy = (names: readonly string[]) =>
    Promise.all(names.map((name) => copyFile(new URL(name, shipped), join(folder, name))))
  await copy((await readdir(shipped)).filter((name) => name < '0037'))
  await migrateFolder()
  // Without the rows that these belong to.
  await client.query(`SET session_replication_role = replica; DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET session_replication_role = replica', current_database()); END $$`)
  const id = '00000000-0000-4000-8000-000000000000'
  const definition = { scales: [{ key: 'a' }, { key: 'b', sensitive: true }, { key: 'c', of: ['a'] }] }
  await client.query(
    `INSERT INTO inventory_versions (id, inventory_id, number, content_hash, definition)
     VALUES ($1, $1, 1, '', $2)`,
    [id, { ...definition, sections: [] }],
  )
  const add = async (group: string, open: number, sensitive: number | undefined) => {
    const scale = (key: string, answered: number, presented: number) => ({
      ...{ key, answered, presented, percentage: 50, sensitive: key === 'b' },
    })
    const totals = { answered: open + (sensitive ?? 0), presented: sensitive === undefined ? 10 : 20 }
    const asked = sensitive === undefined ? scale('b', 0, 0) : scale('b', sensitive, 10)
    const scores = { totals, scales: [scale('a', open, 10), asked, scale('c', open, 10)] }
    await client.query(
      `WITH test AS (INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, locale, created_by)
         VALUES ($1, gen_random_uuid(), gen_random_uuid(), $1, $1, $1, 'tr', $1) RETURNING id)
       INSERT INTO results (client_id, attempt_id, assignment_id, version_id, group_name, scores)
       SELECT $1, gen_random_uuid(), id, $1, $2, $3 FROM test`,
      [id, group, scores],
    )
  }
  await add('by sensitive answers', 1, 5)
  await add('without sensitive answers', 2, 0)
  await add('declined', 2, undefined)
  await add('nearly blank', 1, 0)
  await copy(['0037_open_parts_alone.sql'])
  await migrateFolder()
  expect(
    await rowsOf(`SELECT group_name, key, total::int, count::int FROM group_sum_changes
      WHERE group_name <> '' ORDER BY group_name, key`),
  ).toEqual([
    { group_name: 'by sensitive answers', key: '', total: 0, count: -1 },
    { group_name: 'by sensitive answers', key: 'a', total: -50, count: -1 },
    { group_name: 'by sensitive answers', key: 'c', total: -50, count: -1 },
    { group_name: 'without sensitive answers', key: '', total: 0, count: 1 },
    { group_name: 'without sensitive answers', key: 'a', total: 50, count: 1 },
    { group_name: 'without sensitive answers', key: 'c', total: 50, count: 1 },
  ])
  expect(
    await rowsOf("SELECT group_name, results FROM group_people WHERE group_name <> '' ORDER BY 1"),
  ).toEqual([
    { group_name: 'by sensitive answers', results: -1 },
    { group_name: 'without sensitive answers', results: 1 },
  ])
})

test('a shorter period’s notice outlasts the upgrade, and a change by an older server has one, too', async () => {
  const shipped = new URL('./migrations/', import.meta.url)
  const copy = (names: readonly string[]) =>
    Promise.all(names.map((name) => copyFile(new URL(name, shipped), join(folder, name))))
  await copy((await readdir(shipped)).filter((name) => name < '0038'))
  await migrateFolder()
  const [recent, old, inventory] = [1, 2, 3].map((end) => `00000000-0000-4000-8000-00000000000${end}`)
  await client.query("UPDATE platform_settings SET retention_since = now() - interval '1 year'")
  await client.query("INSERT INTO inventories (id, code) VALUES ($1, 'A')", [inventory])
  const add = `WITH client AS (
      INSERT INTO clients (id, name, email, phone, status) VALUES ($1, 'Ada', '', '', 'active') RETURNING id)
    INSERT INTO retention SELECT id, 1, 12, 6, now() - make_interval(days => $2) FROM client`
  await client.query(add, [recent, 30])
  await client.query(add, [old, 300])
  await client.query('INSERT INTO retention_tests VALUES ($1, $2, 24)', [old, inventory])
  await copy(['0038_former_periods.sql'])
  await migrateFolder()
  /** In how many days an employee's test is erased that ended so long ago, and whether an older server erases before that. */
  const erased = async (id: string | undefined, ago: string) => {
    const { rows } = await client.query(
      `SELECT round(extract(epoch FROM retention_end($1, $2, 'employee', false, now() - $3::interval) - now()) / 86400)::int AS days,
         retention_floor($1) < now() AS before`,
      [id, inventory, ago],
    )
    return rows[0]
  }
  expect(await erased(recent, '13 months')).toEqual({ days: 7, before: false })
  expect(await erased(old, '23 months')).toMatchObject({ before: true })
  expect((await erased(old, '30 months')).days).toBeLessThan(0)
  // In the order of an older server.
  await client.query(
    'UPDATE retention SET candidate_months = 1, employee_months = 12, sensitive_months = 6 WHERE client_id = $1',
    [old],
  )
  await client.query('DELETE FROM retention_tests WHERE client_id = $1', [old])
  await client.query('UPDATE retention SET changed_at = now() WHERE client_id = $1', [old])
  expect(await erased(old, '13 months')).toEqual({ days: 37, before: false })
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

test('a database that a newer version migrated is refused, unchanged', async () => {
  await migrate(database.url)
  await client.query(`INSERT INTO schema_migrations (name) VALUES ('9999_later.sql')`)
  await expect(migrate(database.url)).rejects.toThrow(
    'The database was migrated by a newer version of Terazi (9999_later.sql). Start that version.',
  )
})

test('a database from before the first release is refused with what to do', async () => {
  await client.query(`
    CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
    INSERT INTO schema_migrations (name) VALUES ('0001_foundation.sql'), ('0002_memberships_of_a_user.sql')`)
  await expect(migrate(database.url)).rejects.toThrow(
    'The database was made by a Terazi from before the first release, and there is no upgrade from it. Start with an empty database: a new one in DATABASE_URL, or without it another folder as DATA_DIR.',
  )
  expect(await rowsOf('SELECT count(*)::int FROM pg_tables WHERE schemaname = $$public$$')).toEqual([
    { count: 1 },
  ])
})
