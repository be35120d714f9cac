import type { Locale } from '#contract/fields.ts'
import { getInventory, type Inventory, listInventories, setOffer } from '#contract/inventories.ts'
import { listPriceTiers, type PriceTier, setPriceTiers } from '#contract/prices.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { onInventory } from './access.ts'
import { changeOffer, versionsFor } from './offers.ts'
import { priceTiers, setPrices, tiersOf } from './prices.ts'
import type { Version } from './versions.ts'

const toInventory = (version: Version, tiers: readonly PriceTier[], locale: Locale): Inventory => {
  const { definition } = version
  const texts = definition.texts[locale]
  return {
    id: version.inventoryId,
    code: definition.code,
    name: texts.name,
    description: texts.description,
    minutes: definition.minutes,
    itemCount: version.itemCount,
    version: definition.version,
    sensitive: definition.sensitive,
    priceTiers: [...tiers],
  }
}

export const inventoryRoutes: readonly Route[] = [
  onPlatform.read(listInventories, async (db, _platform, _query, { caller, locale }) => {
    const [versions, tiers] = await Promise.all([versionsFor(db, caller), priceTiers(db)])
    return versions.map((version) => toInventory(version, tiers.get(version.inventoryId) ?? [], locale))
  }),
  onInventory.read(getInventory, async (db, version, _query, { locale }) =>
    toInventory(version, await tiersOf(db, version.inventoryId), locale),
  ),
  onInventory.read(listPriceTiers, (db, { inventoryId }) => tiersOf(db, inventoryId)),
  onInventory.write(setPriceTiers, setPrices),
  onInventory.write(setOffer, changeOffer),
]
