import { findNewest, type Newest } from '#server/backup/folder.ts'
import { isEncrypted } from '#server/backup/read.ts'

/** What is in the folder of backups. */
export interface Backups {
  readonly newest: (Newest & { readonly encrypted: boolean }) | undefined
}

/** Looks into the folder of backups; one that isn't there yet has none. @throws what the disk says */
export async function readBackups(folder: string): Promise<Backups> {
  const newest = await findNewest(folder)
  return { newest: newest && { ...newest, encrypted: await isEncrypted(newest.file) } }
}
