import type { PriceTier } from '#contract/prices.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { findTiers, replaceTiers } from './queries.ts'
import type { Version } from './versions.ts'

/** The price tiers of every inventory that has a price, by inventory. */
export async function priceTiers(db: Executor): Promise<Map<string, PriceTier[]>> {
  const rows = await findTiers(db)
  const byInventory = Map.groupBy(rows, (row) => row.inventoryId)
  return new Map(
    [...byInventory].map(([id, tiers]) => [
      id,
      tiers.map(({ fromQuantity, unitPriceKurus }) => ({ fromQuantity, unitPriceKurus })),
    ]),
  )
}

/** Sets the prices of an inventory. @throws FieldFailure when the tiers leave a quantity without a price, or repeat one */
export async function setPrices(
  db: Database,
  by: { userId: string; address: string },
  version: Version,
  tiers: readonly PriceTier[],
): Promise<void> {
  for (const [at, tier] of tiers.entries()) {
    const field = `tiers.${at}.fromQuantity`
    if (at === 0 && tier.fromQuantity !== 1) throw new FieldFailure({ [field]: { key: 'first_tier' } })
    if (at > 0 && tier.fromQuantity <= (tiers[at - 1]?.fromQuantity ?? 0))
      throw new FieldFailure({ [field]: { key: 'ascending_tiers' } })
  }
  await db.transaction().execute(async (tx) => {
    await replaceTiers(tx, version.inventoryId, tiers)
    await recordAudit(tx, {
      action: 'prices_changed',
      actorId: by.userId,
      address: by.address,
      details: { code: version.definition.code, tiers },
    })
  })
}
