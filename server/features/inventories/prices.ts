import type { BodyOf } from '#contract/kit.ts'
import type { PriceTier, setPriceTiers } from '#contract/prices.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { FieldFailure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
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
  tx: Tx,
  { inventoryId, definition: { code } }: Version,
  { tiers }: BodyOf<typeof setPriceTiers>,
  by: By,
): Promise<PriceTier[]> {
  checkTiers(tiers)
  await replaceTiers(tx, inventoryId, tiers)
  await recordAudit(tx, { action: 'prices_changed', by, details: { code, tiers } })
  return tiersOf(tx, inventoryId)
}

/** The price tiers of one inventory; none while it has no price. */
export const tiersOf = async (db: Executor, inventoryId: string): Promise<PriceTier[]> =>
  (await priceTiers(db)).get(inventoryId) ?? []
