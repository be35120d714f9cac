import { hkdfSync } from 'node:crypto'
import type { Database, Executor } from '#server/db/database.ts'
import { seal, unseal } from '#server/sealing.ts'
import { newSecret } from '#server/secrets.ts'
import { StartError } from '#server/start-error.ts'
import { findKeys, insertKey, lockKeys, type WrappedKey } from './queries.ts'

// Everything that must be secret or signed hangs on the data key, which never changes. The database has it only encrypted by the
// installation's key, so that one can be exchanged without printing a single code again.

const purpose = 'terazi data key'

/** The name of an installation's key. It isn't secret: it says which key somebody has, and nothing of the key. */
export const markOf = (installationKey: string): string =>
  Buffer.from(hkdfSync('sha256', installationKey, '', 'terazi mark of a key', 8)).toString('hex')

/** The data key, encrypted by an installation's key. */
export function wrap(installationKey: string, dataKey: string): WrappedKey {
  const mark = markOf(installationKey)
  return { mark, wrapped: seal(installationKey, purpose, mark, Buffer.from(dataKey)) }
}

/** The data key, or undefined where the installation's key is none of those that open it. */
export function unwrap(installationKey: string, keys: readonly WrappedKey[]): string | undefined {
  const mark = markOf(installationKey)
  const found = keys.find((key) => key.mark === mark)
  return found && unseal(installationKey, purpose, mark, found.wrapped).toString()
}

/**
 * The data key of a database that a server has opened before.
 * @throws StartError where the installation's key isn't one of this database's
 */
export async function findDataKey(db: Executor, installationKey: string): Promise<string> {
  const keys = await findKeys(db)
  const dataKey = unwrap(installationKey, keys)
  if (dataKey !== undefined) return dataKey
  throw new StartError(
    keys.length === 0
      ? 'This database has no key yet: start the server on it once.'
      : `The installation's key given here (${markOf(installationKey)}) does not open this database (${marksOf(keys)} ${keys.length === 1 ? 'does' : 'do'}): set SECRET_KEY, or the line in secret.key of DATA_DIR, to the key in use, which after a rotation is the new one.`,
  )
}

export const marksOf = (keys: readonly WrappedKey[]): string => keys.map(({ mark }) => mark).join(' and ')

/** The data key for a start, which makes it for an empty database. Of servers that start at once all have the same. @throws StartError */
export async function openDataKey(db: Database, installationKey: string): Promise<string> {
  if ((await findKeys(db)).length > 0) return findDataKey(db, installationKey)
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    if ((await findKeys(tx)).length === 0) await insertKey(tx, wrap(installationKey, newSecret()))
    return findDataKey(tx, installationKey)
  })
}
