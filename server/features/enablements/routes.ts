import type { FastifyInstance } from 'fastify'
import { isOperator } from '#contract/access.ts'
import { disableInventory, enableInventory, listClientInventories } from '#contract/enablements.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { visibleInventories } from '#server/features/inventories/offers.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { clientInventories, disable, enable, versionOfInventory } from './enablements.ts'

export function enablementRoutes(app: FastifyInstance, deps: Deps): void {
  const load = async (input: { params: { clientId: string; inventoryId: string }; caller: Caller }) => ({
    client: await authorizeClient(deps.db, input.caller, input.params.clientId),
    version: await versionOfInventory(deps.db, input.params.inventoryId),
  })

  route(app, deps.http, listClientInventories, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, caller, locale }) => {
      const all = await clientInventories(deps.db, subject, locale)
      if (isOperator(caller)) return all
      const visible = await visibleInventories(deps.db, subject.id)
      return all.filter(({ inventory }) => visible.has(inventory.id))
    },
  })
  route(app, deps.http, enableInventory, {
    load,
    handle: async ({ subject, body, caller, locale, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await enable(deps.db, deps.config.slipKey, by, subject, body)
      const all = await clientInventories(deps.db, subject.client, locale)
      const found = all.find(({ inventory }) => inventory.id === subject.version.inventoryId)
      if (found === undefined) throw new Failure('not_found')
      return found
    },
  })
  route(app, deps.http, disableInventory, {
    load,
    handle: async ({ subject, caller, request }) => {
      await disable(deps.db, deps.config.slipKey, { userId: caller.userId, address: request.ip }, subject)
      return undefined
    },
  })
}
