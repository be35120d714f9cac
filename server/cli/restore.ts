import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import pg from 'pg'
import { recordAudit, system } from '#server/audit/audit.ts'
import { analyze, dropJobs, findServer, isEmpty, lockMigrations } from '#server/backup/catalog-queries.ts'
import { isIdentity } from '#server/backup/encryption.ts'
import { checkVersion, load } from '#server/backup/load.ts'
import { BackupError, type Manifest } from '#server/backup/manifest.ts'
import { dataKeyOf, readBackup, type Source } from '#server/backup/read.ts'
import { readConfig } from '#server/config.ts'
import { hasCluster, postgresFolder, restoringFile } from '#server/db/bundled/folders.ts'
import { FolderInUse, openBundledPostgres } from '#server/db/bundled/open.ts'
import { onClient } from '#server/db/database.ts'
import { endEverySession } from '#server/features/access/sessions/sessions.ts'
import { endSingleUseLinks } from '#server/features/memberships/links/links.ts'
import type { Mark } from '#server/features/privacy/erasure/all-marks.ts'
import { eraseAgain } from '#server/features/privacy/erasure/erasure-marks.ts'
import { markHeld } from '#server/held/queries.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { reason, StartError } from '#server/start-error.ts'
import { readMarks } from './erasures.ts'
import { CliError } from './error.ts'
import { checkContent, type Found } from './intact.ts'
import { needKey } from './own-key.ts'

interface Wanted {
  readonly file: string
  /** The address of an empty database, or the folder of a bundled one that isn't there yet. */
  readonly into: string
  /** The file with the private key. */
  readonly identity: string | undefined
  /** The file with the marks of erasures; undefined says that there is none. */
  readonly marks: string | undefined
  /** The installation's key, where the caller has it. */
  readonly key?: string
}

interface Restored {
  readonly takenAt: string
  readonly version: string
  readonly rows: Record<string, number>
  readonly erasedAgain: Awaited<ReturnType<typeof eraseAgain>>
  readonly found: Found
}

/**
 * Restores a backup: checks all of it, loads it in one transaction, and leaves the installation held.
 * @throws CliError with one sentence; the target is as it was then
 */
export async function restore(wanted: Wanted): Promise<Restored> {
  const source = { file: wanted.file, identity: await readIdentity(wanted.identity) }
  const isAddress = /^postgres(ql)?:/.test(wanted.into)
  const config = readConfig(process.env)
  const key = wanted.key ?? (await needKey(isAddress ? config : { ...config, dataDir: wanted.into }))
  const marks = wanted.marks === undefined ? [] : await readMarks(wanted.marks)
  const { manifest, slipKey } = await checked(source, key)
  const loading = { source, manifest, slipKey, marks }
  try {
    return isAddress ? await intoDatabase(wanted.into, loading) : await intoFolder(wanted.into, loading)
  } catch (error) {
    throw readable(error, wanted)
  }
}

interface Loading {
  readonly source: Source
  readonly manifest: Manifest
  readonly slipKey: Buffer
  readonly marks: readonly Mark[]
}

/** Reads a whole backup and checks everything that can be known without a database, with the installation's key. @throws CliError */
export async function checked(source: Source, key: string): Promise<{ manifest: Manifest; slipKey: Buffer }> {
  try {
    const manifest = await readBackup(source)
    const slipKey = slipKeyOf(dataKeyOf(manifest, key))
    await checkVersion(manifest)
    return { manifest, slipKey }
  } catch (error) {
    throw error instanceof BackupError
      ? new CliError(`${source.file} ${error.message}.`)
      : new CliError(`${source.file} cannot be read: ${reason(error)}.`)
  }
}

/** The private key in a file, as age-keygen writes it. @throws CliError */
export async function readIdentity(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError(`${path} cannot be read: ${reason(error)}.`)
  })
  const line = text.split(/\r?\n/).find((one) => one.startsWith('AGE-SECRET-KEY-'))
  if (line === undefined || !isIdentity(line.trim())) throw new CliError(`${path} has no private key of age.`)
  return line.trim()
}

function readable(error: unknown, { file, into }: Wanted): unknown {
  if (error instanceof CliError || error instanceof StartError) return error
  if (error instanceof BackupError) return new CliError(`${file} ${error.message}.`)
  // The database's own words, such as "No space left on device", and not the address, which may have a password.
  if (error instanceof Error && ('code' in error || /^Connection terminated/.test(error.message))) {
    const place = /^postgres/.test(into) ? 'the database' : into
    return new CliError(`Nothing was restored into ${place}: ${reason(error)}.`)
  }
  return error
}

async function intoDatabase(url: string, loading: Loading): Promise<Restored> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { major, encoding, readOnly } = await findServer(client)
    if (major < 15) throw new CliError(`The database is PostgreSQL ${major}: version 15 or newer is needed.`)
    if (encoding !== 'UTF8') throw new CliError(`The database has the encoding ${encoding}: UTF8 is needed.`)
    if (readOnly) throw new CliError('The database takes no changes: name the primary.')
    await refuseUnlessEmpty(client)
    try {
      await migrateJobs(url)
      return await inOneTransaction(client, loading)
    } catch (error) {
      // Another restore may have been quicker: its jobs stay.
      await isEmpty(client).then(
        (empty) => (empty ? dropJobs(client) : undefined),
        () => undefined,
      )
      throw error
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  if (!(await isEmpty(client)))
    throw new NotEmpty('The database is not empty: a restore goes into an empty one and overwrites nothing.')
}

class NotEmpty extends CliError {}

async function inOneTransaction(
  client: pg.Client,
  { source, manifest, slipKey, marks }: Loading,
): Promise<Restored> {
  const result = await onClient(client)
    .transaction()
    .execute(async (tx) => {
      // A server that starts meanwhile waits, as it does for another one's migration.
      await lockMigrations(client)
      await refuseUnlessEmpty(client)
      await load(client, source, manifest)
      const erasedAgain = await eraseAgain(tx, slipKey, marks)
      await endEverySession(tx)
      await endSingleUseLinks(tx)
      const found = await checkContent(tx, slipKey)
      await recordAudit(tx, {
        action: 'installation_restored',
        by: system,
        details: { takenAt: manifest.takenAt, marks: marks.length },
      })
      await markHeld(tx, new Date(manifest.takenAt))
      return { erasedAgain, found }
    })
  // All is restored by now. Without it the first hour is slow, until the database does it automatically.
  await analyze(client).catch((error: unknown) =>
    console.error(`The tables were not analysed: ${reason(error)}.`),
  )
  const { takenAt, version, parts } = manifest
  return {
    takenAt,
    version,
    rows: Object.fromEntries(parts.map((part) => [part.name, part.rows])),
    ...result,
  }
}

/** A cluster and its indexes take about this many times the text of the rows, and some room besides. */
const timesText = 3
const besides = 250 * 1024 * 1024

async function intoFolder(folder: string, loading: Loading): Promise<Restored> {
  const dataDir = resolve(folder)
  const existed = existsSync(dataDir)
  let above = dataDir
  while (!existsSync(above)) above = dirname(above)
  const { bavail, bsize } = statfsSync(above)
  const needed = loading.manifest.parts.reduce((sum, part) => sum + part.bytes, 0) * timesText + besides
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
  if (bavail * bsize < needed)
    throw new CliError(
      `${dataDir} has ${megabytes(bavail * bsize)} MB free, and the restore needs about ${megabytes(needed)} MB.`,
    )
  const restoring = restoringFile(dataDir)
  // What a killed restore left is a database without anything in it.
  if (hasCluster(dataDir) && !existsSync(restoring))
    throw new CliError(
      `${dataDir} has a database already: a restore goes into an empty folder and overwrites nothing.`,
    )
  const { folder: postgres } = postgresFolder(dataDir)
  const left = existsSync(restoring)
  writeFileSync(restoring, '')
  try {
    const database = await openBundledPostgres({ dataDir, log: () => undefined })
    const restored = await intoDatabase(database.url, loading).finally(() => database.stop())
    rmSync(restoring)
    return restored
  } catch (error) {
    // A server was quicker: what is there is its own.
    if (error instanceof FolderInUse) {
      if (!left) rmSync(restoring, { force: true })
      throw error
    }
    rmSync(restoring, { force: true })
    // One that was killed after its last step had done its work.
    if (!(error instanceof NotEmpty)) {
      rmSync(postgres, { recursive: true, force: true })
      if (!existed) rmSync(dataDir, { recursive: true, force: true })
    }
    throw error
  }
}
