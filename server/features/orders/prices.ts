import type { Locale } from '#contract/fields.ts'
import type { PaymentMethod, PriceList } from '#contract/orders.ts'
import { salesTermsVersion } from '#contract/orders.ts'
import type { PriceTier } from '#contract/prices.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import { priceTiers } from '#server/features/inventories/prices.ts'
import { quotaObjects } from '#server/features/quotas/status.ts'
import { talliesOf } from '#server/features/tallies/tallies.ts'
import { findClientTiers, findTaxRate } from './price-queries.ts'

/** Prices without KDV and the rate, as of today. */
export async function pricesOf(
  db: Executor,
  client: AuthorizedClient,
): Promise<{ tiers: Map<string, readonly PriceTier[]>; basisPoints: number }> {
  const [listed, own, basisPoints] = [
    await priceTiers(db),
    await findClientTiers(db, client),
    await findTaxRate(db),
  ]
  return { tiers: new Map<string, readonly PriceTier[]>([...listed, ...own]), basisPoints }
}

/** How this installation can be paid. */
export const methodsOf = ({ config, payments }: Pick<Deps, 'config' | 'payments'>): PaymentMethod[] =>
  config.sales === undefined
    ? []
    : [
        ...(payments === undefined ? [] : (['credit_card'] as const)),
        ...(config.sales.iban === undefined ? [] : (['eft'] as const)),
      ]

/** What a client can buy today, as the API shows it. */
export async function priceListObject(
  deps: Pick<Deps, 'db' | 'config' | 'payments'>,
  client: AuthorizedClient,
  locale: Locale,
): Promise<PriceList> {
  const [{ tiers, basisPoints }, quotas, assigned] = await Promise.all([
    pricesOf(deps.db, client),
    quotaObjects(deps.db, client.id, locale),
    talliesOf(deps.db, client.id, [{ what: 'assigned_on', from: thirtyDaysAgo(), to: 'infinity' }]),
  ])
  return {
    taxRate: basisPoints / 100,
    methods: methodsOf(deps),
    termsVersion: salesTermsVersion,
    tests: quotas
      .filter((quota) => quota.enabled)
      .map(({ inventory, availableQuantity }) => ({
        inventory,
        availableQuantity,
        assignedInThirtyDays: assigned
          .filter((tally) => tally.inventoryId === inventory.id)
          .reduce((sum, tally) => sum + tally.count, 0),
        tiers: [...(tiers.get(inventory.id) ?? [])],
      })),
  }
}

const thirtyDaysAgo = () => new Date(Date.now() - 30 * 24 * 3600 * 1000).toISOString().slice(0, 10)
