import type { Executor } from '#server/db/database.ts'
import { StartError } from '#server/start-error.ts'
import { findSealed, findUnsealed, replaceSecret } from './queries.ts'
import { seal, unseal } from './sealing.ts'

/**
 * Tries the key on a stored secret at the start: better no server than one on which nobody's code is right.
 * @throws StartError
 */
export async function checkSecretKey(db: Executor, secretKey: string): Promise<void> {
  const stored = await findSealed(db)
  if (stored === undefined) return
  try {
    unseal(secretKey, stored.userId, stored)
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
}

/** Encrypts the secrets that were stored as they are, before every installation had a key for them. */
export async function sealOlder(db: Executor, secretKey: string): Promise<void> {
  for (const { userId, secret } of await findUnsealed(db))
    await replaceSecret(db, userId, secret, seal(secretKey, userId, secret))
}
