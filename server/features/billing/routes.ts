import type { FastifyInstance } from 'fastify'
import { getBilling, updateBilling } from '#contract/billing.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { billingObject, setBilling } from './billing.ts'

export function billingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, getBilling, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: ({ subject }) => billingObject(deps.db, subject.id),
  })
  route(app, deps.http, updateBilling, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, body, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await deps.db.transaction().execute((tx) => setBilling(tx, by, subject.id, body))
      return billingObject(deps.db, subject.id)
    },
  })
}
