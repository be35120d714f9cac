import { open, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

// A folder of backups. Their names sort by their moments; a file that isn't whole has another ending.

const named = /^terazi-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z\.backup$/

/** `terazi-20261130T031500123Z.backup`, from the moment that it shows. */
export const nameOf = (takenAt: Date): string =>
  `terazi-${takenAt.toISOString().replaceAll(/[-:.]/g, '')}.backup`

/** The moment that a backup shows, by its name: a copy of a file has another time of its own. */
function takenAtOf(file: string): Date {
  const [, year, month, day, hour, minute, second, ms] = named.exec(basename(file)) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
}

/** The whole backups of a folder, the oldest first. A folder that isn't there has none. */
export async function findBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => named.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** A whole backup in a folder. */
export interface Newest {
  readonly file: string
  readonly takenAt: Date
  readonly ageSeconds: number
  readonly bytes: number
}

/** The newest backup of a folder. */
export async function findNewest(folder: string): Promise<Newest | undefined> {
  const file = (await findBackups(folder)).at(-1)
  if (file === undefined) return undefined
  const takenAt = takenAtOf(file)
  const { size: bytes } = await stat(file)
  return { file, takenAt, ageSeconds: Math.max(0, (Date.now() - takenAt.getTime()) / 1000), bytes }
}

/** Deletes all but the newest, and what was never finished. */
export async function deleteOlder(folder: string, keep: number | undefined): Promise<void> {
  if (keep === undefined) return
  for (const file of (await findBackups(folder)).slice(0, -keep)) await rm(file, { force: true })
  // A day is longer than any backup takes: this one's writer has ended.
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.backup.part') || !named.test(name.slice(0, -'.part'.length))) continue
    const left = join(folder, name)
    const { mtimeMs } = await stat(left)
    if (Date.now() - mtimeMs > 24 * 60 * 60 * 1000) await rm(left, { force: true })
  }
}

/** Makes sure that a file's name is on the disk as its content is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
