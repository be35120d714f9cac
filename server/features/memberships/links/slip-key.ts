import { createHmac } from 'node:crypto'
import type { Executor } from '#server/db/database.ts'
import { StartError } from '#server/start-error.ts'
import { keepSlipKeyCheck } from './queries.ts'

/**
 * Compares the key of slip codes with the one that this database knows, at the start: a server with another key would
 * open no slip that was printed until then. The first key is kept.
 * @throws StartError
 */
export async function checkSlipKey(db: Executor, slipKey: Buffer): Promise<void> {
  const check = createHmac('sha256', slipKey).update('check of the slip key').digest()
  if (check.equals(await keepSlipKeyCheck(db, check))) return
  throw new StartError(
    'The key of printed slip codes is not the one that this database knows: set SECRET_KEY to what it was, or to the line in secret.key of the data directory that was used before.',
  )
}
