import { statfs } from 'node:fs/promises'

/** Folders whose disks are watched: the database's only where it is the bundled one, that of backups only where there is one. */
export interface Folders {
  readonly data: string
  readonly database?: string | undefined
  readonly backups?: string | undefined
}

export interface Disk {
  readonly folder: keyof Folders
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** The room on the disks of these folders. A folder that isn't there is left out: a server with its own database may have none. */
export async function readDisks(folders: Folders): Promise<Disk[]> {
  const found = await Promise.all(
    (['data', 'database', 'backups'] as const).map((name) => {
      const path = folders[name]
      return path === undefined ? undefined : readDisk(name, path)
    }),
  )
  return found.filter((disk) => disk !== undefined)
}

async function readDisk(folder: keyof Folders, path: string): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
