import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { StartError } from '#server/start-error.ts'

const folder = new URL('./migrations/', import.meta.url)
// Any number that nothing else in this database uses: two processes starting together migrate one after the other.
const lockKey = 7_236_101

/**
 * Brings a database to the newest schema: runs the files of migrations/ that it has not seen, in order, each in a
 * transaction of its own.
 * @param last the file to stop after, for a test of what the ones after it do to rows that were there before
 * @returns the names of the files that were run
 * @throws StartError when the database was migrated by a newer version than this one
 */
export async function migrate(url: string, last?: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')
    const applied = new Set(rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const unknown = [...applied].filter((name) => !files.includes(name))
    if (unknown.length > 0) {
      throw new StartError(
        `The database was migrated by a newer version of Terazi (${unknown.join(', ')}). Start that version.`,
      )
    }
    const pending = files.filter((name) => !applied.has(name) && (last === undefined || name <= last))
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(new URL(name, folder), 'utf8')
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
