import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { reason, StartError } from '#server/start-error.ts'
import { type Account, accountCan, postgresAccount } from './account.ts'

/** Root's folder for what the unprivileged account cannot reach otherwise. */
export const SYSTEM_FOLDER = '/var/lib/terazi'
/** A socket's path has room for 107 bytes on Linux and 103 on macOS. */
const LONGEST_SOCKET_PATH = 103

export interface PostgresFolder {
  folder: string
  account: Account
  /** The folder for a copy of the programs. */
  copies: string
}

/**
 * Chooses, creates and checks the folder of the cluster, its locks and its log: DATA_DIR/postgres, or, when a parent of
 * it is closed to the account (a clone under /root), /var/lib/terazi/data-<hash of DATA_DIR's path>. An existing
 * cluster is used where it is.
 * @throws StartError when it cannot be written
 */
export function postgresFolder(dataDir: string): PostgresFolder {
  const root = process.geteuid?.() === 0
  const data = makeDataDir(dataDir, root)
  const { inside, outside, existing } = placesOf(data, root)
  const account = postgresAccount(existing && join(existing, 'cluster'))
  for (const folder of existing ? [existing] : root ? [inside, outside] : [inside]) {
    if (!existing) prepare(folder, account)
    if (accountCan(account, '-w', folder, '-a', '-x', folder))
      return { folder, account, copies: root ? SYSTEM_FOLDER : data }
    if (!existing) rmSync(folder, { recursive: true, force: true })
  }
  throw new StartError(
    `The database folder ${existing ?? inside} cannot be written by ${account ? `user id ${account.uid}` : 'this user'}: open it and its parent folders to that user, or set DATA_DIR to another folder.`,
  )
}

/**
 * True when opening the data directory finds a cluster there; otherwise opening makes a new, empty one. Makes nothing.
 */
export function hasCluster(dataDir: string): boolean {
  const data = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir)
  return placesOf(data, process.geteuid?.() === 0).existing !== undefined
}

/** A file that is in a data directory for as long as a backup is restored into it. It stays when the restore is killed. */
export const restoringFile = (dataDir: string): string => join(resolve(dataDir), 'restore-not-finished')

function placesOf(data: string, root: boolean) {
  const inside = join(data, 'postgres')
  const outside = join(SYSTEM_FOLDER, `data-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`)
  const existing = [inside, ...(root ? [outside] : [])].find((folder) => existsSync(join(folder, 'cluster')))
  return { inside, outside, existing }
}

function makeDataDir(dataDir: string, root: boolean): string {
  try {
    makeFolders(dataDir)
    // Passable under any umask: the account has to get through to its own folder, which nobody else can open.
    if (root && readdirSync(dataDir).length === 0) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
    return realpathSync(dataDir)
  } catch (error) {
    throw new StartError(
      `The data directory ${dataDir} cannot be made (${reason(error)}): set DATA_DIR to a folder that this user may write.`,
    )
  }
}

/** mkdir -p. Node's own recursive mkdir never returns where the system answers "no such folder" to the making of one, as in /proc. */
function makeFolders(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolders(dirname(path))
  mkdirSync(path)
}

function prepare(folder: string, account: Account): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!account) return
    if (folder.startsWith(`${SYSTEM_FOLDER}/`)) chmodSync(SYSTEM_FOLDER, 0o755)
    chownSync(folder, account.uid, account.gid)
  } catch (error) {
    throw new StartError(
      `The database folder ${folder} cannot be made (${reason(error)}): set DATA_DIR to a folder that this user may write.`,
    )
  }
}

/** The sockets' folder: beside the cluster, or a private temporary one when that path is too long for a socket. */
export function socketFolder(folder: string, account: Account): string {
  const beside = join(folder, 'socket')
  if (Buffer.byteLength(join(beside, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH) return beside
  const temporary = mkdtempSync(join(Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp', 'terazi-'))
  if (account) chownSync(temporary, account.uid, account.gid)
  return temporary
}
