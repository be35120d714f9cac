import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { reason, StartError } from '#server/start-error.ts'
import { isUnavailable } from './unavailable.ts'

const shipped = new URL('./migrations/', import.meta.url)
// Any number that nothing else in this database uses: two processes starting together migrate one after the other.
export const lockKey = 7_236_101
// Steps that led to 0001_schema.sql. Only installations made before the first release have them.
const beforeFirstRelease = ['0001_foundation.sql', '0002_accommodations.sql']

/**
 * Brings a database to the newest schema: runs the files of migrations/ that it has not seen, in order, each in a
 * transaction of its own.
 * @param folder where the files are; a test of the mechanism passes its own
 * @returns the names of the files that were run
 * @throws StartError when the database was migrated by a newer version, or made before the first release
 */
export async function migrate(url: string, folder = shipped): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A connection that is lost fails what is asked for next.
  client.on('error', () => undefined)
  try {
    await client.connect()
    // Another process may migrate for as long as it takes, and so may this one.
    await client.query('SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    const applied = await findApplied(client)
    const files = await migrationNames(folder)
    refuseUnknown([...applied].filter((name) => !files.includes(name)))
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

function refuseUnknown(unknown: string[]): void {
  if (unknown.some((name) => beforeFirstRelease.includes(name))) {
    throw new StartError(
      'The database was made by a Terazi from before the first release, and there is no upgrade from it. ' +
        'Start with an empty database: a new one in DATABASE_URL, or without it another folder as DATA_DIR.',
    )
  }
  if (unknown.length > 0) {
    throw new StartError(
      `The database was migrated by a newer version of Terazi (${unknown.join(', ')}). Start that version.`,
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
  const applied = await findApplied(client)
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

async function findApplied(client: pg.ClientBase): Promise<Set<string>> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')
  return new Set(rows.map((row) => row.name))
}

async function apply(client: pg.ClientBase, file: URL, name: string): Promise<void> {
  await client.query(await readFile(file, 'utf8'))
  await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name])
}
