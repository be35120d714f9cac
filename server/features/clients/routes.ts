import type { FastifyInstance } from 'fastify'
import { isOperator } from '#contract/access.ts'
import { applyForClient } from '#contract/billing.ts'
import {
  createClient as createClientCall,
  getClient,
  listClients,
  updateClient as updateClientCall,
} from '#contract/clients.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { idempotencyOf, noClient } from '#server/http/idempotency.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { apply } from './apply.ts'
import { updateClient } from './change.ts'
import { clientObject, createClient, toClient } from './clients.ts'
import { findClients } from './queries.ts'

export function clientRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, listClients, {
    handle: async ({ query, caller, request }) => {
      const managerId = isOperator(caller) ? null : caller.userId
      const filter = { managerId, search: query.search, status: query.status }
      const found = await findClients(deps.db, filter, query.ordering ?? 'name', sliceOf(query))
      return pageOf(request, query, {
        count: found.count,
        rows: found.rows.map((row) => toClient(row, caller)),
      })
    },
  })
  route(app, deps.http, createClientCall, {
    handle: async ({ body, caller, request }) => {
      const scope = { clientId: noClient, call: createClientCall.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, body)
      return clientObject(
        deps.db,
        caller,
        await createClient(deps.db, caller, body, { address: request.ip, idempotency }),
      )
    },
  })
  route(app, deps.http, getClient, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: ({ caller, subject }) => clientObject(deps.db, caller, subject.id),
  })
  route(app, deps.http, updateClientCall, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ caller, subject, body, request }) => {
      await updateClient(deps.db, { caller, address: request.ip }, subject, body)
      return clientObject(deps.db, caller, subject.id)
    },
  })
  route(app, deps.http, applyForClient, {
    handle: async ({ caller, body, request }) =>
      clientObject(deps.db, caller, await apply(deps.db, { caller, address: request.ip }, body)),
  })
}
