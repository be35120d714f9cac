import type { FastifyInstance } from 'fastify'
import type { Locale } from '#contract/fields.ts'
import { getInventory, type Inventory, listInventories, setOffer } from '#contract/inventories.ts'
import { listPriceTiers, type PriceTier, setPriceTiers } from '#contract/prices.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { changeOffer, offerOf, versionsFor } from './offers.ts'
import { priceTiers, setPrices } from './prices.ts'
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

export function inventoryRoutes(app: FastifyInstance, deps: Deps): void {
  const versionOf = async (caller: Caller, inventoryId: string): Promise<Version> => {
    const found = (await versionsFor(deps.db, caller)).find((version) => version.inventoryId === inventoryId)
    if (found === undefined) throw new Failure('not_found')
    return found
  }
  const tiersOf = async ({ inventoryId }: Version) => (await priceTiers(deps.db)).get(inventoryId) ?? []

  route(app, deps.http, listInventories, {
    handle: async ({ caller, locale }) => {
      const [versions, tiers] = await Promise.all([versionsFor(deps.db, caller), priceTiers(deps.db)])
      return versions.map((version) => toInventory(version, tiers.get(version.inventoryId) ?? [], locale))
    },
  })
  route(app, deps.http, getInventory, {
    handle: async ({ params, caller, locale }) => {
      const version = await versionOf(caller, params.inventoryId)
      return toInventory(version, await tiersOf(version), locale)
    },
  })
  route(app, deps.http, listPriceTiers, {
    load: ({ params, caller }) => versionOf(caller, params.inventoryId),
    handle: ({ subject }) => tiersOf(subject),
  })
  route(app, deps.http, setPriceTiers, {
    load: ({ params, caller }) => versionOf(caller, params.inventoryId),
    handle: async ({ subject, body, caller, request }) => {
      await setPrices(deps.db, { userId: caller.userId, address: request.ip }, subject, body.tiers)
      return tiersOf(subject)
    },
  })
  route(app, deps.http, setOffer, {
    load: ({ params, caller }) => versionOf(caller, params.inventoryId),
    handle: async ({ subject, body, caller, request }) => {
      await changeOffer(deps.db, { userId: caller.userId, address: request.ip }, subject, body.offeredTo)
      const { offeredTo } = await offerOf(deps.db, subject.inventoryId)
      return { offeredTo }
    },
  })
}
