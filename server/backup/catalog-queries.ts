import type pg from 'pg'
import { quoted } from '#server/db/copy.ts'
import { lockKey } from '#server/db/migrate.ts'

/** Tables that a restore has to begin without: of processes that run and what they proved, counters of minutes, and a local bank. */
const leftOut = ['heartbeats', 'proofs', 'throttles', 'demo_bank', 'schema_migrations']

export interface Table {
  readonly name: string
  /** Without those that the database computes. */
  readonly columns: string[]
}

/** The tables that a backup has, by name, with their columns in order. */
export async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, ARRAY(SELECT a.attname::text FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns
     FROM pg_class c
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
     ORDER BY 1`,
    [leftOut],
  )
  return rows
}

/** Begins the one transaction of a backup. Its moment is the one that all tables are read at. */
export async function beginSnapshot(
  client: pg.ClientBase,
): Promise<{ takenAt: Date; postgres: number; migrations: string[] }> {
  await client.query('SET statement_timeout = 0')
  await client.query('SET idle_in_transaction_session_timeout = 0')
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await setFormats(client)
  const { rows } = await client.query<{ takenAt: Date; postgres: number; migrations: string[] }>(
    `SELECT now() AS "takenAt", current_setting('server_version_num')::int / 10000 AS postgres,
            ARRAY(SELECT name FROM schema_migrations ORDER BY name) AS migrations`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('no answer')
  return found
}

/** The way in which times and texts are written, on whichever server. */
export async function setFormats(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC';
     SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL client_encoding = 'UTF8'`,
  )
}

/** The sequences with where they are. They don't belong to a transaction, so they are read after the rows that they numbered. */
export async function findSequences(
  client: pg.ClientBase,
): Promise<{ name: string; last: string; called: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  const found = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM public.${quoted(name)}`,
    )
    for (const one of state) found.push({ name, ...one })
  }
  return found
}

export async function setSequence(
  client: pg.ClientBase,
  { name, last, called }: { name: string; last: string; called: boolean },
): Promise<void> {
  await client.query('SELECT setval(to_regclass($1), $2::bigint, $3)', [
    `public.${quoted(name)}`,
    last,
    called,
  ])
}

/** The columns of the part with the jobs: what the worker's own function for adding one takes. */
export const jobColumns = ['name', 'payload', 'queue', 'run_at', 'max_attempts', 'key', 'priority']

/** Jobs that will run: not what the clock adds again, and not what failed for good. */
export const copyJobs = `COPY (
  SELECT t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  WHERE j.attempts < j.max_attempts AND coalesce(j.key, '') NOT LIKE 'cron:%' AND j.payload::jsonb <> '{"forgotten": true}'
  ORDER BY j.id) TO STDOUT`

/** Makes the place into which the jobs are copied. */
export async function makeJobsTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE restored_jobs (name text, payload json, queue text, run_at timestamptz, max_attempts smallint,
       key text, priority smallint) ON COMMIT DROP`,
  )
}

/** Adds the copied jobs to those of the worker. */
export async function addCopiedJobs(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT count(*) FROM (SELECT graphile_worker.add_job(name, payload, queue, run_at, max_attempts, key, priority)
       FROM restored_jobs) added`,
  )
}

/** True when there are tables of anybody's, or jobs. What an interrupted restore left, the worker's empty tables, isn't one. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ tables: boolean; worker: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'graphile_worker')
         AND n.nspname NOT LIKE 'pg\\_%'
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')) AS tables,
     to_regclass('graphile_worker._private_jobs') IS NOT NULL AS worker`,
  )
  if (rows[0]?.tables !== false) return false
  if (!rows[0].worker) return true
  const jobs = await client.query<{ some: boolean }>(
    'SELECT EXISTS (SELECT FROM graphile_worker._private_jobs) AS some',
  )
  return jobs.rows[0]?.some === false
}

/** Takes away the worker's tables, which were made before a restore that failed. */
export async function dropJobs(client: pg.ClientBase): Promise<void> {
  await client.query('DROP SCHEMA IF EXISTS graphile_worker CASCADE')
}

/** Says what the database can be used for. */
export async function findServer(
  client: pg.ClientBase,
): Promise<{ major: number; encoding: string; readOnly: boolean }> {
  const { rows } = await client.query<{ major: number; encoding: string; readOnly: boolean }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('server_encoding') AS encoding,
            current_setting('transaction_read_only') = 'on' AS "readOnly"`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('no answer')
  return found
}

/** Statements that take keys and indexes away, and those that make them again, both in an order that works. */
export async function findKeys(client: pg.ClientBase): Promise<{ drop: string[]; make: string[] }> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', c.conrelid::regclass, c.conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) AS make,
            CASE c.contype WHEN 'f' THEN 2 ELSE 0 END AS place
     FROM pg_constraint c WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('p', 'u', 'x', 'f')
       AND c.conrelid <> to_regclass('public.schema_migrations')
     UNION ALL
     SELECT format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
     ORDER BY place, 1`,
  )
  return { drop: rows.map((row) => row.drop).reverse(), make: rows.map((row) => row.make) }
}

/** Switches our triggers off or on: what they would write is in the backup. */
export async function switchTriggers(
  client: pg.ClientBase,
  tables: readonly Table[],
  to: 'DISABLE' | 'ENABLE',
): Promise<void> {
  for (const { name } of tables) await client.query(`ALTER TABLE public.${quoted(name)} ${to} TRIGGER USER`)
}

/** Empties tables, in which the schema's own first rows are. */
export async function emptyTables(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  await client.query(`TRUNCATE ${tables.map(({ name }) => `public.${quoted(name)}`).join(', ')}`)
}

/** Makes room for building indexes; the default of a small server is meant for many at once. */
export async function prepareToLoad(client: pg.ClientBase): Promise<void> {
  await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL maintenance_work_mem = '256MB'`)
}

/** New statistics: without them the first questions are answered by reading whole tables. */
export async function analyze(client: pg.ClientBase): Promise<void> {
  await client.query('SET statement_timeout = 0')
  await client.query('ANALYZE')
}

/** Waits until no server migrates, and lets none begin until the transaction ends. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey])
}

const columnsOf = (columns: readonly string[]) => columns.map(quoted).join(', ')

/** Reads a table. */
export const copyOf = ({ name, columns }: Table): string =>
  `COPY public.${quoted(name)} (${columnsOf(columns)}) TO STDOUT`

/** Fills a table that this transaction has emptied: its rows need no later visit. */
export const copyInto = ({ name, columns }: Table): string =>
  `COPY public.${quoted(name)} (${columnsOf(columns)}) FROM STDIN WITH (FREEZE)`

/** Fills the place of the jobs. */
export const copyIntoJobs = 'COPY restored_jobs FROM STDIN'

/** Runs statements that findKeys() gave. */
export async function runEach(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}
