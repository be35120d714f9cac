import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { isRecipient } from './queries.ts'
import type { Version } from './versions.ts'

/** Whether somebody who may work for a client may read its reports of an inventory: of a sensitive one, if named. */
export async function mayReadReports(
  db: Executor,
  caller: Caller,
  key: { clientId: string; version: Version },
): Promise<boolean> {
  const { clientId, version } = key
  if (!version.definition.sensitive) return true
  return isRecipient(db, { clientId, inventoryId: version.inventoryId, userId: caller.userId })
}
