import type { FastifyInstance } from 'fastify'
import { isOperator } from '#contract/access.ts'
import { addQuota as addQuotaCall, listQuotas, quotaEntry } from '#contract/quotas.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { route } from '#server/http/route.ts'
import { addQuota } from './quotas.ts'
import { quotaObjects } from './status.ts'

export function quotaRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, listQuotas, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: ({ subject, caller, locale }) =>
      quotaObjects(deps.db, subject.id, locale, { all: isOperator(caller) }),
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
        await recordAudit(tx, {
          action: 'quota_added',
          actorId: caller.userId,
          clientId: subject.id,
          address: request.ip,
          details: { code: version.definition.code, quantity: body.quantity },
        })
        return {
          id: entry.id,
          inventory: { id: body.inventoryId, code: version.definition.code, name: nameOf(version, locale) },
          quantity: body.quantity,
          reason: '',
          addedBy: '',
          dateAdded: entry.dateAdded.toISOString(),
        }
      }
      const kept = await deps.db.transaction().execute((tx) =>
        once(
          tx,
          idempotency,
          () => add(tx),
          (stored) => quotaEntry.parse(stored),
        ),
      )
      // A key is its sender's alone.
      return { ...kept, reason, addedBy: caller.name }
    },
  })
}
