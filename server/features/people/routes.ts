import type { FastifyInstance } from 'fastify'
import { listCandidates, listEmployees, listManagers } from '#contract/people.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Role } from '#server/features/memberships/filter.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { findPeople } from './list-queries.ts'
import { toPerson } from './memberships.ts'
import { replaceRoutes } from './replace-routes.ts'

export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  const list = (entry: typeof listManagers | typeof listCandidates | typeof listEmployees, role: Role) =>
    route(app, deps.http, entry, {
      load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
      handle: async ({ subject, query, request }) => {
        const filter = { role, search: query.search, group: query.group, without: query.without }
        const found = await findPeople(deps.db, subject, filter, query.ordering ?? 'name', sliceOf(query))
        return pageOf(request, query, { count: found.count, rows: found.rows.map(toPerson) })
      },
    })
  list(listManagers, 'manager')
  list(listCandidates, 'candidate')
  list(listEmployees, 'employee')

  invitationRoutes(app, deps)
  replaceRoutes(app, deps)
}
