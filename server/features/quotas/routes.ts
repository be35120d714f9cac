import type { FastifyInstance } from 'fastify'
import { addQuota as addQuotaCall, listQuotas, quotaEntry } from '#contract/quotas.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeClient } from '#server/features/clients/access.ts'
import { enabledInventories } from '#server/features/inventories/enablement.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { route } from '#server/http/route.ts'
import { findQuotas } from './queries.ts'
import { addQuota } from './quotas.ts'

export function quotaRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, listQuotas, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, locale }) => {
      const [versions, quotas, enabled] = await Promise.all([
        currentVersions(deps.db),
        findQuotas(deps.db, subject.id),
        enabledInventories(deps.db, subject.id),
      ])
      return versions.map((version) => {
        const quota = quotas.find((row) => row.inventory_id === version.inventoryId)
        const available = quota?.available ?? 0
        const purchased = quota?.purchased ?? 0
        return {
          inventory: {
            id: version.inventoryId,
            code: version.definition.code,
            name: nameOf(version, locale),
          },
          availableQuantity: available,
          used: purchased - available,
          purchased,
          enabled: enabled.has(version.inventoryId),
        }
      })
    },
  })

  route(app, deps.http, addQuotaCall, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, body, caller, locale, request }) => {
      const version = (await currentVersions(deps.db)).find((known) => known.inventoryId === body.inventoryId)
      if (version === undefined) throw new FieldFailure({ inventoryId: { key: 'unknown_inventory' } })
      const scope = { clientId: subject.id, call: addQuotaCall.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, body)
      const reason = body.reason ?? ''
      const add = async (tx: Parameters<typeof addQuota>[0]) => {
        const entry = await addQuota(tx, {
          clientId: subject.id,
          inventoryId: body.inventoryId,
          quantity: body.quantity,
          reason,
          addedBy: caller.userId,
        })
        return {
          id: entry.id,
          inventory: { id: body.inventoryId, code: version.definition.code, name: nameOf(version, locale) },
          quantity: body.quantity,
          reason,
          addedBy: caller.name,
          dateAdded: entry.dateAdded.toISOString(),
        }
      }
      return deps.db.transaction().execute((tx) =>
        once(
          tx,
          idempotency,
          () => add(tx),
          (stored) => quotaEntry.parse(stored),
        ),
      )
    },
  })
}
