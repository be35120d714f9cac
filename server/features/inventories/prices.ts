import type { PriceTier } from '#contract/prices.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
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

/** @throws FieldFailure when the tiers leave a quantity without a price, or repeat one */
export function checkTiers(tiers: readonly PriceTier[]): void {
  for (const [at, tier] of tiers.entries()) {
    const field = `tiers.${at}.fromQuantity`
    if (at === 0 && tier.fromQuantity !== 1) throw new FieldFailure({ [field]: { key: 'first_tier' } })
    if (at > 0 && tier.fromQuantity <= (tiers[at - 1]?.fromQuantity ?? 0))
      throw new FieldFailure({ [field]: { key: 'ascending_tiers' } })
  }
}

/** Sets the prices of an inventory. @throws FieldFailure for tiers that `checkTiers` refuses */
export async function setPrices(
  db: Database,
  by: { userId: string; address: string },
  version: Version,
  tiers: readonly PriceTier[],
): Promise<void> {
  checkTiers(tiers)
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
