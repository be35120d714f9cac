import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { reason, StartError } from '#server/start-error.ts'
import { compareVersions, version as ownVersion } from '#server/version.ts'
import { isUnavailable } from './unavailable.ts'

const shipped = new URL('./migrations/', import.meta.url)
// Any number that nothing else in this database uses: two processes starting together migrate one after the other.
export const lockKey = 7_236_101
// Steps that led to 0001_schema.sql. Only installations made before the first release have them.
const beforeFirstRelease = ['0001_foundation.sql', '0002_accommodations.sql']

/** The first line of each file but the first: the oldest version that may go on running when the file has been run. */
const oldest = /^-- runs beside (\d+\.\d+\.\d+) and newer\n/

/**
 * Brings a database to the newest schema: runs the files of migrations/ that it has not seen, in order, each in a
 * transaction of its own.
 * @param folder where the files are; a test of the mechanism passes its own
 * @param version this application's
 * @returns the names of the files that were run
 * @throws StartError when the database was made before the first release, or migrated by a newer version beside which this one
 * can't run
 */
export async function migrate(url: string, folder = shipped, version = ownVersion): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A connection that is lost fails what is asked for next.
  client.on('error', () => undefined)
  try {
    await client.connect()
    // Another process may migrate for as long as it takes, and so may this one.
    await client.query('SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    const rows = await findApplied(client)
    const applied = new Set(rows.map(({ name }) => name))
    const files = await migrationNames(folder)
    refuseUnknown(
      rows.filter(({ name }) => !files.includes(name)),
      version,
    )
    const pending = files.filter((name) => !applied.has(name))
    for (const name of pending) {
      await client.query('BEGIN')
      try {
        await apply(client, new URL(name, folder), name)
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      }
    }
    return pending
  } catch (error) {
    throw isUnavailable(error)
      ? new StartError(`The database can’t be migrated: ${reason(error)}. Start again.`)
      : error
  } finally {
    await client.end()
  }
}

interface Applied {
  name: string
  runs_beside: string | null
}

/** The last release may run on what the next one has migrated: processes are replaced one by one, and back again. */
function refuseUnknown(unknown: Applied[], version: string): void {
  if (unknown.some(({ name }) => beforeFirstRelease.includes(name))) {
    throw new StartError(
      'The database was made by a Terazi from before the first release, and there is no upgrade from it. ' +
        'Start with an empty database: a new one in DATABASE_URL, or without it another folder as DATA_DIR.',
    )
  }
  const refused = unknown.filter(
    ({ runs_beside }) => runs_beside === null || compareVersions(version, runs_beside) < 0,
  )
  if (refused.length > 0) {
    const names = refused.map(({ name }) => name).join(', ')
    throw new StartError(
      `The database was migrated by a newer version of Terazi (${names}). Start that version.`,
    )
  }
}

/** The files of the schema, in their order. */
export const migrationNames = async (folder = shipped): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/**
 * Runs files that a database has not seen within the caller's transaction, for a restore.
 * @param only these; all unless given
 */
export async function applyMigrations(client: pg.ClientBase, only?: readonly string[]): Promise<void> {
  const applied = new Set((await findApplied(client)).map(({ name }) => name))
  for (const name of only ?? (await migrationNames()))
    if (!applied.has(name)) await apply(client, new URL(name, shipped), name)
}

/** The files that a database has not seen. Changes nothing. */
export async function findPending(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ made: boolean }>(
    "SELECT to_regclass('public.schema_migrations') IS NOT NULL AS made",
  )
  if (found[0]?.made !== true) return migrationNames()
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations')
  return (await migrationNames()).filter((name) => rows.every((row) => row.name !== name))
}

async function findApplied(client: pg.ClientBase): Promise<Applied[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations
      (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), runs_beside text)`,
  )
  // Databases from before the first release have no such column, and are refused.
  const { rows } = await client.query<Applied>(
    `SELECT name, to_jsonb(m) ->> 'runs_beside' AS runs_beside FROM schema_migrations m ORDER BY name`,
  )
  return rows
}

async function apply(client: pg.ClientBase, file: URL, name: string): Promise<void> {
  const sql = await readFile(file, 'utf8')
  await client.query(sql)
  const beside = oldest.exec(sql)?.[1] ?? null
  await client.query('INSERT INTO schema_migrations (name, runs_beside) VALUES ($1, $2)', [name, beside])
}
