import { resolve } from 'node:path'
import { isRecipient } from '#server/backup/encryption.ts'
import { writeBackup } from '#server/backup/write.ts'
import { readConfig } from '#server/config.ts'
import { reason } from '#server/start-error.ts'
import { use, withRunningOrStopped } from './database.ts'
import { CliError } from './error.ts'
import { needKey, slipKeyIn } from './own-key.ts'

interface Wanted {
  readonly to: string
  readonly keep: number | undefined
  readonly plain: boolean
}

/**
 * Writes a backup of the environment's database, beside a running server or without one.
 * @throws CliError where nobody has said how it is to be encrypted, and with the disk's or the database's words
 */
export async function backUp({ to, keep, plain }: Wanted): Promise<object> {
  const start = performance.now()
  const config = readConfig(process.env)
  if (config.production && config.backupRecipient === undefined && !plain)
    throw new CliError(
      'A backup has everything about everybody: set BACKUP_RECIPIENT to a public key of age, or say --plain.',
    )
  const key = await needKey(config)
  const recipient = plain ? undefined : config.backupRecipient
  if (recipient !== undefined && !isRecipient(recipient))
    throw new CliError('BACKUP_RECIPIENT is not a public key of age: a character of it is wrong.')
  const folder = resolve(to)
  const written = await withRunningOrStopped(config, async (url) => {
    const slipKey = await use(url, (db) => slipKeyIn(db, key))
    return writeBackup({ url, folder, slipKey, recipient, keep }).catch((error: unknown) => {
      throw new CliError(`The backup could not be written to ${folder}: ${reason(error)}.`)
    })
  })
  const { manifest, ...about } = written
  return {
    ...about,
    takenAt: manifest.takenAt,
    version: manifest.version,
    fingerprint: manifest.fingerprint,
    seconds: Number(((performance.now() - start) / 1000).toFixed(1)),
    rows: Object.fromEntries(manifest.parts.map((part) => [part.name, part.rows])),
  }
}
