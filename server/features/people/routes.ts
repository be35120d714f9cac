import type { FastifyInstance } from 'fastify'
import { listCandidates, listEmployees, listManagers, type Person } from '#contract/people.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeClient } from '#server/features/clients/access.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { findPeople, type PersonRow } from './list-queries.ts'
import type { Role } from './queries.ts'

const present = (row: PersonRow): Person => ({
  membershipId: row.membership_id,
  userId: row.user_id,
  name: row.name,
  email: row.email ?? '',
  phone: row.phone,
  staffNumber: row.staff_number,
  type: row.role,
  group: row.group_name,
  joinedAt: row.joined_at.toISOString(),
  assignments: {
    assigned: row.assigned,
    pending: row.pending,
    completed: row.completed,
    expired: row.expired,
    cancelled: row.cancelled,
  },
})

export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  const list = (entry: typeof listManagers | typeof listCandidates | typeof listEmployees, role: Role) =>
    route(app, deps.http, entry, {
      load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
      handle: async ({ subject, query, request }) => {
        const filter = { role, search: query.search, group: query.group }
        const found = await findPeople(deps.db, subject, filter, query.ordering ?? 'name', sliceOf(query))
        return pageOf(request, query, { count: found.count, rows: found.rows.map(present) })
      },
    })
  list(listManagers, 'manager')
  list(listCandidates, 'candidate')
  list(listEmployees, 'employee')

  invitationRoutes(app, deps)
}
