import type { PriceTier } from '#contract/prices.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { todayIn } from '#server/features/assignments/due.ts'
import { priceTiers } from '#server/features/inventories/prices.ts'
import { findClientTiers, findTaxRate } from './queries.ts'

interface Prices {
  /** Price tiers by inventory, without KDV. */
  tiers: ReadonlyMap<string, readonly PriceTier[]>
  /** The inventories whose prices are agreed with this client, and until which day; null while no end is set. */
  agreed: ReadonlyMap<string, { until: string | null }>
  /** The KDV rate in hundredths of a percent. */
  basisPoints: number
}

/** The day it is in Turkey, on which rates and agreed prices begin and end. */
export const turkishToday = (db: Executor): Promise<string> => todayIn(db, 'Europe/Istanbul')

/** The prices of a client on a day: prices agreed with it replace those of the list. */
export async function pricesOn(db: Executor, client: AuthorizedClient, day: string): Promise<Prices> {
  const [listed, own, basisPoints] = [
    await priceTiers(db),
    await findClientTiers(db, client, day),
    await findTaxRate(db, day),
  ]
  const tiers = new Map<string, readonly PriceTier[]>(listed)
  for (const [inventoryId, price] of own) tiers.set(inventoryId, price.tiers)
  const agreed = new Map([...own].map(([inventoryId, { until }]) => [inventoryId, { until }]))
  return { tiers, agreed, basisPoints }
}

/** The prices of a client today. */
export const pricesOf = async (db: Executor, client: AuthorizedClient): Promise<Prices> =>
  pricesOn(db, client, await turkishToday(db))
