import type { Executor } from '#server/db/database.ts'
import { findEnablements, insertEnablement } from './queries.ts'
import { currentVersions } from './versions.ts'

/** The inventories a client may assign: all that are not sensitive, and the sensitive ones an admin enabled for it. */
export async function enabledInventories(db: Executor, clientId: string): Promise<Set<string>> {
  const [versions, enabled] = [await currentVersions(db), await findEnablements(db, clientId)]
  const open = versions
    .filter((version) => !version.definition.sensitive)
    .map((version) => version.inventoryId)
  return new Set([...open, ...enabled])
}

/** Enables a sensitive inventory for a client, with its legal basis and the people who may read its reports. */
export async function enableInventory(
  db: Executor,
  enablement: {
    clientId: string
    inventoryId: string
    legalBasis: string
    enabledBy: string
    recipients: string[]
  },
): Promise<void> {
  await insertEnablement(db, enablement)
}
