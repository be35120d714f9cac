import type { FastifyInstance } from 'fastify'
import { createClient as createClientCall, getClient, listClients } from '#contract/clients.ts'
import type { Deps } from '#server/deps.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { authorizeClient, reachesAllClients } from './access.ts'
import { clientObject, createClient, present } from './clients.ts'
import { findClients } from './queries.ts'

export function clientRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, listClients, {
    handle: async ({ query, caller, request }) => {
      const filter = { managerId: reachesAllClients(caller) ? null : caller.userId, search: query.search }
      const found = await findClients(deps.db, filter, query.ordering ?? 'name', sliceOf(query))
      return pageOf(request, query, {
        count: found.count,
        rows: found.rows.map((row) => present(row, caller)),
      })
    },
  })
  route(app, deps.http, createClientCall, {
    handle: async ({ body, caller }) =>
      clientObject(deps.db, caller, await createClient(deps.db, caller, body)),
  })
  route(app, deps.http, getClient, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: ({ caller, subject }) => clientObject(deps.db, caller, subject.id),
  })
}
