import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { noClient } from '#server/http/idempotency.ts'
import { subject } from '#server/http/subject.ts'
import { versionsFor } from './offers.ts'
import { currentVersions, type Version } from './versions.ts'

function needed(versions: readonly Version[], inventoryId: string): Version {
  const found = versions.find((version) => version.inventoryId === inventoryId)
  if (found === undefined) throw new Failure('not_found')
  return found
}

/** The newest version of an inventory that the caller may know of. */
export const onInventory = subject(
  'inventory',
  async (db, caller: Caller, { inventoryId }: { inventoryId: string }) =>
    needed(await versionsFor(db, caller), inventoryId),
  () => noClient,
)

export interface ClientInventory {
  readonly client: AuthorizedClient
  readonly version: Version
}

/** The newest version of an inventory, for one client. */
export const onClientInventory = subject(
  'clientInventory',
  async (
    db,
    caller: Caller,
    { clientId, inventoryId }: { clientId: string; inventoryId: string },
  ): Promise<ClientInventory> => ({
    client: await authorizeClient(db, caller, clientId),
    version: needed(await currentVersions(db), inventoryId),
  }),
  ({ client }) => client.id,
)
