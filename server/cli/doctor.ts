import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import pg from 'pg'
import { findServer } from '#server/backup/catalog-queries.ts'
import { writeDrillReport } from '#server/backup/drill-report.ts'
import { findNewest } from '#server/backup/folder.ts'
import { isEncrypted } from '#server/backup/read.ts'
import { type Config, readConfig } from '#server/config.ts'
import { hasCluster, postgresFolder } from '#server/db/bundled/folders.ts'
import { onClient } from '#server/db/database.ts'
import { findPending } from '#server/db/migrate.ts'
import { readClock } from '#server/features/platform/system/clock.ts'
import { readFigures } from '#server/features/platform/system/figures.ts'
import { marksFileName } from '#server/features/privacy/erasure/mark-file.ts'
import { findHeld } from '#server/held/queries.ts'
import { findKeys } from '#server/keys/queries.ts'
import { fingerprintOf, publicKeyOf } from '#server/signing.ts'
import { reason, StartError } from '#server/start-error.ts'
import { version } from '#server/version.ts'
import { withRunningOrStopped } from './database.ts'
import { CliError } from './error.ts'
import { checkContent } from './intact.ts'
import { findKey, slipKeyIn } from './own-key.ts'
import { checked, readIdentity, restore } from './restore.ts'

/** From when on something is a fault. */
const oldestBackupHours = 26
const clockMs = 5000
const freeShare = 0.1

interface Examined {
  readonly ok: boolean
  /** One sentence each. */
  readonly faults: readonly string[]
}

/**
 * Looks at everything that a running installation needs. Changes nothing.
 * @param drill restores the newest backup beside the server, checks it and removes it again
 */
export async function examine({
  drill,
  identity,
}: {
  drill: boolean
  identity: string | undefined
}): Promise<Examined & Record<string, unknown>> {
  const config = readConfig(process.env)
  const faults: string[] = []
  const about: Record<string, unknown> = { version: version }
  const key = await keyOf(config, faults)
  const opened: Opened = { slipKey: undefined }
  about.disks = disksOf(config, faults)
  try {
    await withRunningOrStopped(config, async (url) => {
      about.database = await examineDatabase(url, config, { key, opened }, faults)
    })
  } catch (error) {
    faults.push(error instanceof CliError ? error.message : `The database cannot be used: ${reason(error)}.`)
  }
  if (opened.slipKey !== undefined) about.fingerprint = fingerprintOf(publicKeyOf(opened.slipKey))
  about.backup = await (drill ? drillAndReport : examineBackup)(
    config,
    { key, opened, drill, identity },
    faults,
  )
  return { ok: faults.length === 0, faults, ...about }
}

async function keyOf(config: Config, faults: string[]): Promise<string | undefined> {
  try {
    const key = await findKey(config)
    if (key === undefined)
      faults.push(
        'The installation’s key is missing: set SECRET_KEY, or DATA_DIR to the folder with secret.key.',
      )
    return key
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    faults.push(error.message)
    return undefined
  }
}

function disksOf({ dataDir, databaseUrl, backupDir }: Config, faults: string[]) {
  const folders = [
    ...(databaseUrl === undefined ? [dataDir] : []),
    ...(backupDir === undefined ? [] : [backupDir]),
  ]
  return folders
    .map((folder) => resolve(folder))
    .filter((folder) => existsSync(folder))
    .map((folder) => {
      const { bavail, blocks, bsize } = statfsSync(folder)
      const free = Math.floor((bavail * bsize) / 1024 / 1024)
      if (bavail < blocks * freeShare) faults.push(`The disk of ${folder} has only ${free} MB free.`)
      return { folder, freeMegabytes: free, freeShare: Number((bavail / blocks).toFixed(3)) }
    })
}

/** The key of slips, from the database or else from the backup that was read: it signs the report of a drill. */
interface Opened {
  slipKey: Buffer | undefined
}

async function examineDatabase(
  url: string,
  config: Config,
  { key, opened }: { key: string | undefined; opened: Opened },
  faults: string[],
) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { major, readOnly } = await findServer(client)
    if (readOnly) faults.push('The database takes no changes.')
    const pending = await findPending(client)
    if (pending.length > 0) {
      faults.push(`The schema lacks ${pending.join(', ')}: start the server, which brings it up to date.`)
      return { postgres: major, kind: config.databaseUrl === undefined ? 'bundled' : 'external', readOnly }
    }
    const db = onClient(client)
    const clock = Math.round((await readClock(db)) * 1000)
    if (Math.abs(clock) > clockMs)
      faults.push(`The database’s clock differs by ${clock} ms from this machine’s.`)
    const { jobs, oldestDueSeconds: oldest } = await readFigures(db)
    const { given_up: failed, due } = jobs
    if (failed > 0) faults.push(`${failed} jobs were given up.`)
    const held = await findHeld(db)
    if (held !== undefined)
      faults.push('The restored installation is held: look at it, then run bin/terazi activate.')
    else if (oldest > 600) faults.push(`The oldest due job waits for ${Math.round(oldest)} s.`)
    const keys = await findKeys(db)
    if (keys.length > 1)
      faults.push(
        `A rotation of the installation’s key isn’t finished: two keys are valid since ${keys.at(-1)?.createdAt.toISOString()}. Restart each server with the new one, then run bin/terazi rotate-key --finish.`,
      )
    if (key !== undefined)
      opened.slipKey = await slipKeyIn(db, key).catch((error: unknown) => {
        faults.push(reason(error))
        return undefined
      })
    const content = opened.slipKey && (await checkContent(db, opened.slipKey))
    for (const fault of content?.faults ?? []) faults.push(fault)
    return {
      postgres: major,
      kind: config.databaseUrl === undefined ? 'bundled' : 'external',
      readOnly,
      keys: keys.length,
      clockDifferenceMs: clock,
      jobs: { due, failed, oldestSeconds: Math.round(oldest) },
      held: held?.since.toISOString() ?? null,
      auditSeals: content?.auditSeals ?? null,
      quotasWrong: content?.quotasWrong ?? null,
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface Backups {
  readonly key: string | undefined
  readonly opened: Opened
  readonly drill: boolean
  readonly identity: string | undefined
}

async function examineBackup(config: Config, { key, opened, drill, identity }: Backups, faults: string[]) {
  const { backupDir } = config
  if (backupDir === undefined) {
    if (drill) faults.push('BACKUP_DIR is not set: there is no backup to restore.')
    else if (config.production) faults.push('BACKUP_DIR is not set: no backup is made at night.')
    return null
  }
  const newest = await findNewest(backupDir)
  if (newest === undefined) {
    faults.push(`There is no backup in ${resolve(backupDir)}.`)
    return null
  }
  const ageHours = Number((newest.ageSeconds / 3600).toFixed(1))
  if (ageHours > oldestBackupHours) faults.push(`The newest backup is ${ageHours} hours old.`)
  const found = { file: newest.file, ageHours, bytes: newest.bytes }
  if (key === undefined) return found
  try {
    const secret = await readIdentity(identity)
    // Without its private key only the beginning of an encrypted file can be read.
    if (secret === undefined && !drill) return { ...found, readable: await isPlain(newest.file, key) }
    const { slipKey } = await checked({ file: newest.file, identity: secret }, key)
    // A drill may be on a machine without the database.
    opened.slipKey ??= slipKey
    return {
      ...found,
      readable: true,
      ...(drill && { drill: await restoreAside(newest.file, { key, backupDir, identity }, faults) }),
    }
  } catch (error) {
    faults.push(reason(error))
    return { ...found, readable: false }
  }
}

/** Examines with a drill, and leaves its report beside the backups: the server's System page shows it. */
async function drillAndReport(config: Config, backups: Backups, faults: string[]) {
  const start = performance.now()
  const own: string[] = []
  const found = await examineBackup(config, backups, own)
  for (const fault of own) faults.push(fault)
  const { backupDir } = config
  const { slipKey } = backups.opened
  if (found === null || backupDir === undefined || slipKey === undefined) return found
  const seconds = Number(((performance.now() - start) / 1000).toFixed(1))
  const at = new Date().toISOString()
  const report = {
    at,
    host: hostname(),
    backup: basename(found.file),
    ok: own.length === 0,
    faults: own,
    seconds,
  }
  try {
    await writeDrillReport(backupDir, slipKey, report)
  } catch (error) {
    faults.push(`The drill's report cannot be written to ${resolve(backupDir)}: ${reason(error)}.`)
  }
  return found
}

/** Checks a backup that isn't encrypted. @returns `encrypted` for others */
async function isPlain(file: string, key: string): Promise<true | 'encrypted'> {
  if (await isEncrypted(file)) return 'encrypted'
  await checked({ file, identity: undefined }, key)
  return true
}

/** Restores into a folder of its own, as after a disaster, and removes it again. It mails nobody, because nothing is started. */
async function restoreAside(
  file: string,
  { key, backupDir, identity }: { key: string; backupDir: string; identity: string | undefined },
  faults: string[],
) {
  removeOldDrills()
  const folder = mkdtempSync(join(tmpdir(), drillPrefix))
  const into = dataOf(folder)
  // PostgreSQL's account has to get through to its own folder.
  chmodSync(folder, 0o711)
  const start = performance.now()
  try {
    const marks = join(backupDir, marksFileName)
    const restoring = restore({
      file,
      into,
      identity,
      marks: existsSync(marks) ? marks : undefined,
      key,
    })
    const { rows, erasedAgain, found, takenAt } = await Promise.race([restoring, untilStopped()])
    for (const fault of found.faults) faults.push(`In the restored backup: ${fault}`)
    return {
      takenAt,
      rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
      tables: Object.keys(rows).length,
      erasedAgain,
      seconds: Number(((performance.now() - start) / 1000).toFixed(1)),
    }
  } finally {
    removeDrill(folder)
  }
}

const drillPrefix = 'terazi-drill-'
const dataOf = (folder: string) => join(folder, 'data')

/** Rejects when somebody stops the command: everything readable is removed then, too. */
const untilStopped = () =>
  new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new CliError('The drill was stopped.')))
  })

function removeDrill(folder: string): void {
  const into = dataOf(folder)
  const whole = { recursive: true, force: true, maxRetries: 10 }
  // Elsewhere, where a folder above is closed to that account.
  if (hasCluster(into)) rmSync(postgresFolder(into).folder, whole)
  rmSync(folder, whole)
}

/** A drill that was killed left everything that it had restored. None lasts a day. */
function removeOldDrills(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name)
    const isOld = () => Date.now() - statSync(folder).mtimeMs > 24 * 3_600_000
    if (name.startsWith(drillPrefix) && isOld()) removeDrill(folder)
  }
}
