import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { bundledBinaries } from './binaries.ts'
import { postgresFolder, SYSTEM_FOLDER, socketFolder } from './folders.ts'
import { asOptions, FIXED, INITDB } from './settings.ts'
import { lastComplaint, type Supervised, supervise, untilReady } from './supervise.ts'

export interface BundledPostgres extends Supervised {
  /** Connection string over the private socket, as a superuser of the database `terazi`. */
  url: string
  /** The folder that contains the cluster. */
  folder: string
}

export interface BundledOptions {
  /** DATA_DIR. The database lies in its folder `postgres`, or under /var/lib/terazi when that is closed to PostgreSQL's account. */
  dataDir: string
  /** Called with one line for each slow or unexpected step. */
  log: (line: string) => void
  /** Further PostgreSQL settings, for tests (`{fsync: 'off'}`). */
  settings?: Record<string, string>
}

/**
 * Opens the bundled PostgreSQL on a data directory, making its cluster first when there is none.
 * One server at a time: a second one is refused, also when both start at the same moment.
 * @throws StartError with one sentence when it cannot
 */
export async function openBundledPostgres({
  dataDir,
  log,
  settings = {},
}: BundledOptions): Promise<BundledPostgres> {
  const { folder, account, copies } = postgresFolder(resolve(dataDir))
  if (folder.startsWith(SYSTEM_FOLDER))
    log(`  database folder: ${folder}, because a folder above ${dataDir} is closed to PostgreSQL's account`)
  const sockets = socketFolder(folder, account)
  const url = socketUrl(sockets)
  try {
    const supervised = supervise({
      bin: bundledBinaries(account, copies),
      folder,
      sockets,
      account,
      initdb: INITDB,
      settings: asOptions({ ...FIXED, ...settings }),
    })
    await untilReady(url, supervised, (code) => explain(code, dataDir, folder))
    return { ...supervised, url: url.href, folder }
  } catch (error) {
    // Beside the cluster the folder belongs to whichever server holds the lock; a temporary one is ours alone.
    if (!sockets.startsWith(folder)) rmSync(sockets, { recursive: true, force: true })
    throw error
  }
}

/** The address where a server on this data directory would answer; undefined when none has ever run there. */
export function runningSocket(dataDir: string): string | undefined {
  if (!existsSync(resolve(dataDir))) return undefined
  const { folder } = postgresFolder(resolve(dataDir))
  const beside = join(folder, 'socket')
  return existsSync(join(beside, '.s.PGSQL.5432')) ? socketUrl(beside).href : undefined
}

function socketUrl(sockets: string): URL {
  return new URL(`postgres:///terazi?host=${encodeURIComponent(sockets)}&port=5432&user=terazi`)
}

/** Somebody else uses the folder: what is in it is theirs. */
export class FolderInUse extends StartError {}

function explain(code: number | null, dataDir: string, folder: string): StartError {
  if (code === 75) {
    const owner = readFileSync(join(folder, 'owner'), 'utf8').trim()
    return new FolderInUse(
      `The data directory ${dataDir} is in use by another Terazi server (process ${owner}): stop that one, or give this one a DATA_DIR of its own.`,
    )
  }
  if (code === 76) {
    return new FolderInUse(
      `PostgreSQL processes of an earlier server still run on ${folder}: stop them, then start again.`,
    )
  }
  if (code === 77) {
    return new FolderInUse(
      `A PostgreSQL that Terazi did not start is running on ${folder}: stop it, then start again.`,
    )
  }
  return new StartError(
    `The bundled PostgreSQL did not start: ${lastComplaint(folder)} (its log: ${join(folder, 'postgres.log')}).`,
  )
}
