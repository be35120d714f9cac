import type { PaymentMethod } from '#contract/orders.ts'
import { salesTermsVersion } from '#contract/orders.ts'
import type { PriceList } from '#contract/price-list.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Sales } from '#server/config.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { talliesOf } from '#server/features/delivery/tallies/tallies.ts'
import { offeredInventories } from '#server/features/inventories/offers.ts'
import { pricesOf } from '#server/features/orders/prices/prices.ts'
import { quotaObjects } from '#server/features/quota/status.ts'
import type { Actor, Context } from '#server/http/subject.ts'

/** The payment methods of this installation. */
export const methodsOf = ({ config, payments }: Pick<Deps, 'config' | 'payments'>): PaymentMethod[] =>
  config.sales === undefined
    ? []
    : [
        ...(payments === undefined ? [] : (['credit_card'] as const)),
        ...(config.sales.iban === undefined ? [] : (['eft'] as const)),
      ]

/** The price list of a client today, as the API shows it. */
export async function priceListObject(
  db: Executor,
  client: AuthorizedClient,
  _query: undefined,
  { locale }: Actor,
  { deps }: Context,
): Promise<PriceList> {
  const [{ tiers, agreed, basisPoints }, offered, quotas, assigned] = await Promise.all([
    pricesOf(db, client),
    offeredInventories(db, client.id),
    quotaObjects(db, client.id, locale),
    talliesOf(db, client.id, [{ what: 'assigned_on', from: thirtyDaysAgo(), to: 'infinity' }]),
  ])
  return {
    taxRate: basisPoints / 100,
    methods: methodsOf(deps),
    termsVersion: salesTermsVersion,
    seller: sellerObject(deps.config.sales),
    tests: quotas
      .filter((quota) => quota.enabled && offered.has(quota.inventory.id))
      .map(({ inventory, availableQuantity }) => ({
        inventory,
        availableQuantity,
        assignedInThirtyDays: assigned
          .filter((tally) => tally.inventoryId === inventory.id)
          .reduce((sum, tally) => sum + tally.count, 0),
        tiers: [...(tiers.get(inventory.id) ?? [])],
        agreed: agreed.get(inventory.id) ?? null,
      })),
  }
}

function sellerObject(sales: Sales | undefined): PriceList['seller'] {
  if (sales === undefined) return null
  const { country: _, ...seller } = sales.seller
  return seller
}

const thirtyDaysAgo = () => new Date(Date.now() - 30 * 24 * 3600 * 1000).toISOString().slice(0, 10)
