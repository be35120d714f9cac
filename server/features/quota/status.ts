import type { Locale } from '#contract/fields.ts'
import { isLow, type Quota } from '#contract/quotas.ts'
import type { Executor } from '#server/db/database.ts'
import { askedCounts, enabledInventories } from '#server/features/inventories/enablement.ts'
import { visibleInventories } from '#server/features/inventories/offers.ts'
import { withConsent } from '#server/features/inventories/question-counts.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import { findQuotas } from './queries.ts'

/**
 * The units that a client may still assign of each inventory that it knows of.
 * @param all also those that it was never offered nor given, for an operator who may give them
 * @param hidden left out
 */
export async function quotaObjects(
  db: Executor,
  clientId: string,
  locale: Locale,
  { all = false, hidden = [] }: { all?: boolean; hidden?: readonly string[] } = {},
): Promise<Quota[]> {
  const [versions, visible, quotas, enabled, asked] = await Promise.all([
    currentVersions(db),
    visibleInventories(db, clientId),
    findQuotas(db, clientId),
    enabledInventories(db, clientId),
    askedCounts(db, clientId),
  ])
  const known = versions.filter(
    ({ inventoryId }) => (all || visible.has(inventoryId)) && !hidden.includes(inventoryId),
  )
  return known.map((version) => {
    const quota = quotas.find((row) => row.inventory_id === version.inventoryId)
    const available = quota?.available ?? 0
    const purchased = quota?.purchased ?? 0
    const reserved = quota?.reserved ?? 0
    return {
      inventory: {
        id: version.inventoryId,
        code: version.definition.code,
        name: nameOf(version, locale),
      },
      availableQuantity: available,
      used: purchased - available - reserved,
      reserved,
      purchased,
      enabled: enabled.has(version.inventoryId),
      itemCount: version.openItemCount,
      ...withConsent(version, asked.get(version.inventoryId) ?? version.openItemCount),
      low: isLow({ available, purchased }),
    }
  })
}
