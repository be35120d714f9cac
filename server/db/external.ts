import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { reason, StartError } from '#server/start-error.ts'
import { timeLimits } from './database.ts'
import { isUnavailable } from './unavailable.ts'

const OLDEST = 15
const pauseMs = 500

interface Patience {
  /** The longest wait for a database that isn't there. */
  readonly waitMs?: number
  /** The longest time to connect, and to answer. */
  readonly limitMs?: number
  /** The connection goes through a pooler, which takes no time limits from it. */
  readonly pooled?: boolean
  /** Told once that the start waits. */
  readonly log?: (line: string) => void
}

/**
 * Makes sure that a database of one's own can be used, once it is there.
 * @param variable the environment variable that names it, for the sentence
 * @throws StartError when it can't be reached, is older than PostgreSQL 15, takes no changes, or when its pooler lets
 * statements run without end; the password is never in it
 */
export async function checkExternalPostgres(
  variable: string,
  url: string,
  { waitMs = 0, limitMs = 10_000, pooled = false, log = () => undefined }: Patience = {},
): Promise<void> {
  const end = performance.now() + waitMs
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: limitMs,
      query_timeout: limitMs,
    })
    // A connection that is lost fails the question that follows.
    client.on('error', () => undefined)
    const place = `${client.host}:${client.port}`
    try {
      await client.connect()
      const found = await settingsOf(client)
      refuse(variable, place, found, pooled)
      return
    } catch (error) {
      if (error instanceof StartError) throw error
      if (!isWaitedFor(error) || performance.now() + pauseMs > end)
        throw new StartError(
          `The database "${client.database}" of ${variable} at ${place} cannot be used: ${reason(error)}.`,
        )
      if (tries === 0)
        log(
          `  waiting at most ${waitMs / 1000} s for the database of ${variable} at ${place} (${reason(error)})`,
        )
    } finally {
      await client.end()
    }
    await pause(pauseMs)
  }
}

/** True also for a server on which the database hasn't been made yet (3D000). */
const isWaitedFor = (error: unknown) =>
  isUnavailable(error) || (error instanceof pg.DatabaseError && error.code === '3D000')

interface Settings {
  readonly major: number
  readonly readOnly: boolean
  readonly role: string
  /** Time limits that the connection has; 0 is none. */
  readonly limits: Readonly<Record<string, string>>
}

async function settingsOf(client: pg.Client): Promise<Settings> {
  const { rows } = await client.query<Settings>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major,
            current_setting('transaction_read_only') = 'on' AS "readOnly", quote_ident(current_user) AS role,
            json_build_object('statement_timeout', current_setting('statement_timeout'),
              'idle_in_transaction_session_timeout', current_setting('idle_in_transaction_session_timeout')) AS limits`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('no answer')
  return found
}

function refuse(variable: string, place: string, found: Settings, pooled: boolean): void {
  if (found.major < OLDEST) {
    throw new StartError(
      `The PostgreSQL of ${variable} (${place}) is version ${found.major}: version ${OLDEST} or newer is needed.`,
    )
  }
  if (found.readOnly) {
    throw new StartError(
      `The database of ${variable} (${place}) takes no changes: it is a standby or set to read only; name the primary.`,
    )
  }
  const missing = Object.entries(timeLimits).filter(([name]) => found.limits[name] === '0')
  if (pooled && missing.length > 0) {
    const statements = missing.map(([name, ms]) => `ALTER ROLE ${found.role} SET ${name} = '${ms / 1000}s';`)
    throw new StartError(
      `Statements through the pooler of ${variable} (${place}) may run without end: run ${statements.join(' ')} in the database, then RECONNECT; in the pooler.`,
    )
  }
}
