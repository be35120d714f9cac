import type { FastifyInstance } from 'fastify'
import type { Locale } from '#contract/fields.ts'
import { getInventory, type Inventory, listInventories } from '#contract/inventories.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { currentVersions, type Version } from './versions.ts'

const present = (version: Version, locale: Locale): Inventory => {
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
  }
}

export function inventoryRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, listInventories, {
    handle: async ({ locale }) => (await currentVersions(deps.db)).map((version) => present(version, locale)),
  })
  route(app, deps.http, getInventory, {
    handle: async ({ params, locale }) => {
      const found = (await currentVersions(deps.db)).find(
        (version) => version.inventoryId === params.inventoryId,
      )
      if (found === undefined) throw new Failure('not_found')
      return present(found, locale)
    },
  })
}
