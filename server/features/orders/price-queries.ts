import { sql } from 'kysely'
import { z } from 'zod'
import { type PriceTier, priceTier } from '#contract/prices.ts'
import type { Executor } from '#server/db/database.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'

const today = sql<string>`(now() AT TIME ZONE 'Europe/Istanbul')::date`

/** A client's own prices that are valid today, by inventory; of two the one that began later. */
export async function findClientTiers(
  db: Executor,
  client: Pick<AuthorizedClient, 'id'>,
): Promise<Map<string, PriceTier[]>> {
  const rows = await db
    .selectFrom('client_prices')
    .select(['inventory_id', 'tiers'])
    .where('client_id', '=', client.id)
    .where('valid_from', '<=', today)
    .where((row) => row.or([row('valid_until', 'is', null), row('valid_until', '>=', today)]))
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.inventory_id, z.array(priceTier).parse(row.tiers)]))
}

/** The KDV rate of today, in hundredths of a percent. */
export async function findTaxRate(db: Executor): Promise<number> {
  const row = await db
    .selectFrom('tax_rates')
    .select('basis_points')
    .where('valid_from', '<=', today)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.basis_points
}
