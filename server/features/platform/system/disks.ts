import { statfs } from 'node:fs/promises'

/** Folders whose disks are watched; the database's only where it is the bundled one. */
export interface Folders {
  readonly data: string
  readonly database?: string | undefined
}

export interface Disk {
  readonly folder: keyof Folders
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** The room on the disks of these folders. A folder that isn't there is left out: a server with its own database may have none. */
export async function readDisks(folders: Folders): Promise<Disk[]> {
  const found = await Promise.all([
    readDisk('data', folders.data),
    folders.database === undefined ? undefined : readDisk('database', folders.database),
  ])
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
