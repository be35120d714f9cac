import pg from 'pg'
import { reason, StartError } from '#server/start-error.ts'

const OLDEST = 15

/**
 * Makes sure that a database of one's own can be used.
 * @param variable the environment variable that names it, for the sentence
 * @param limitMs how long it may take to connect, and to answer
 * @throws StartError when it cannot be reached or is older than PostgreSQL 15; the password is never in it
 */
export async function checkExternalPostgres(variable: string, url: string, limitMs = 10_000): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  const { host, port, database } = client
  try {
    await client.connect()
    const { rows } = await client.query<{ major: number }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS major",
    )
    const major = rows[0]?.major ?? 0
    if (major < OLDEST) {
      throw new StartError(
        `The PostgreSQL of ${variable} (${host}:${port}) is version ${major}: version ${OLDEST} or newer is needed.`,
      )
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The database "${database}" of ${variable} at ${host}:${port} cannot be used: ${reason(error)}.`,
    )
  } finally {
    await client.end()
  }
}
