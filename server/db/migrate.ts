import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { reason, StartError } from '#server/start-error.ts'
import { isUnavailable } from './unavailable.ts'

const shipped = new URL('./migrations/', import.meta.url)
// Any number that nothing else in this database uses: two processes starting together migrate one after the other.
const lockKey = 7_236_101
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
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')
    const applied = new Set(rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    refuseUnknown([...applied].filter((name) => !files.includes(name)))
    const pending = files.filter((name) => !applied.has(name))
    for (const name of pending) await apply(client, new URL(name, folder), name)
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

async function apply(client: pg.Client, file: URL, name: string): Promise<void> {
  const sql = await readFile(file, 'utf8')
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
