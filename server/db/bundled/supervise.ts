import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { reason, StartError } from '#server/start-error.ts'
import type { Account } from './account.ts'

export interface Supervised {
  /** Ends when the data directory is ours alone (true), or with PostgreSQL (false). */
  locked: Promise<boolean>
  /** Ends when PostgreSQL has ended for any reason; the value is its exit code. */
  exited: Promise<number | null>
  /** Fast shutdown; resolves when every PostgreSQL process is gone. */
  stop(): Promise<void>
}

export interface Programs {
  /** Folder with `postgres` and `initdb`. */
  bin: string
  /** Our folder: cluster, locks, log. */
  folder: string
  sockets: string
  account: Account
  initdb: string[]
  settings: string[]
}

/** Starts watchdog.sh, which makes the cluster when it is missing and runs PostgreSQL for as long as this process lives. */
export function supervise({ bin, folder, sockets, account, initdb, settings }: Programs): Supervised {
  const child = spawn('/bin/sh', [watchdogIn(folder), ...settings], {
    ...account,
    cwd: '/',
    // The child gets its own session: Ctrl-C in the terminal must reach Node alone, which then stops PostgreSQL after
    // the last request.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    // Nothing of our environment: it contains passwords, and another user's processes show theirs.
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      BIN: bin,
      FOLDER: folder,
      SOCKETS: sockets,
      OWNER: String(process.pid),
      INITDB: initdb.join(' '),
    },
  })
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const locked = once(child.stdout, 'data').then(() => true)
  const stop = async () => {
    child.stdin.end()
    await exited
  }
  return { locked: Promise.race([locked, exited.then(() => false)]), exited, stop }
}

/** A copy that the account can read also when the clone is closed to it; renamed into place, because a shell reads its script as it goes. */
function watchdogIn(folder: string): string {
  const copy = join(folder, 'watchdog.sh')
  const fresh = `${copy}.${process.pid}`
  writeFileSync(fresh, readFileSync(join(import.meta.dirname, 'watchdog.sh')))
  chmodSync(fresh, 0o644)
  renameSync(fresh, copy)
  return copy
}

const NOT_YET = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'])

/**
 * Waits until PostgreSQL takes connections and the database named in the address exists.
 * Replaying the log after a crash may take its time, so the only end of the waiting is PostgreSQL's own.
 * @throws StartError with PostgreSQL's words when it ends instead
 */
export async function untilReady(
  url: URL,
  supervised: Supervised,
  explain: (code: number | null) => StartError,
): Promise<void> {
  let ended: { code: number | null } | undefined
  const exited = supervised.exited.then((code) => {
    ended = { code }
  })
  if (!(await supervised.locked)) throw explain(await supervised.exited)
  for (;;) {
    const code = await connectError(url)
    if (code === undefined) return
    if (code === '3D000') await createDatabase(url)
    else if (!NOT_YET.has(code))
      throw new StartError(`The bundled PostgreSQL refuses the connection: ${code}.`)
    await Promise.race([exited, pause(10)])
    if (ended) throw explain(ended.code)
  }
}

async function connectError(url: URL): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => client.end()) // a connection cut while PostgreSQL ends; the loop above sees that
  try {
    await client.connect()
    await client.end()
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : reason(error)
  }
}

async function createDatabase(url: URL): Promise<void> {
  const name = url.pathname.slice(1)
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/** The last thing PostgreSQL or initdb complained about, for a sentence. */
export function lastComplaint(folder: string): string {
  try {
    const lines = readFileSync(join(folder, 'postgres.log'), 'utf8').trimEnd().split('\n')
    return (lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '').replace(
      /^.*?(FATAL|PANIC|error): +/,
      '',
    )
  } catch (error) {
    return reason(error)
  }
}
