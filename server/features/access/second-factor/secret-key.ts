import type { Executor } from '#server/db/database.ts'
import { StartError } from '#server/start-error.ts'
import { findAnySecret } from './queries.ts'
import { unseal } from './sealing.ts'

/**
 * Tries the key on a stored secret at the start: better no server than one on which nobody's code is right.
 * @throws StartError
 */
export async function checkSecretKey(db: Executor, secretKey: string): Promise<void> {
  const stored = await findAnySecret(db)
  if (stored === undefined) return
  try {
    unseal(secretKey, stored.userId, stored.secret)
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
}
