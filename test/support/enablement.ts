import type { Executor } from '#server/db/database.ts'
import { nameReader } from './invited.ts'

/** Enables an inventory for a client as if an admin had, without the call and its audit entry. Without recipients somebody is its reader. */
export async function addEnablement(
  db: Executor,
  enablement: {
    clientId: string
    inventoryId: string
    legalBasis: string
    enabledBy: string
    recipients: string[]
    purpose?: string
    forCandidates?: boolean
  },
): Promise<void> {
  const { clientId, inventoryId, enabledBy } = enablement
  await db
    .insertInto('inventory_enablements')
    .values({
      client_id: clientId,
      inventory_id: inventoryId,
      legal_basis: enablement.legalBasis,
      ...(enablement.purpose !== undefined && { purpose: enablement.purpose }),
      for_candidates: enablement.forCandidates ?? false,
      enabled_by: enabledBy,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'inventory_id']).doNothing())
    .execute()
  if (enablement.recipients.length === 0) return nameReader(db, clientId, inventoryId)
  await db
    .insertInto('report_recipients')
    .values(
      enablement.recipients.map((userId) => ({
        client_id: clientId,
        inventory_id: inventoryId,
        user_id: userId,
        named_by: enabledBy,
      })),
    )
    .onConflict((conflict) => conflict.columns(['client_id', 'inventory_id', 'user_id']).doNothing())
    .execute()
}
