import type { FastifyInstance } from 'fastify'
import { countAssignments, getAssignment, listAssignments } from '#contract/assignments.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeClient } from '#server/features/clients/access.ts'
import { Failure } from '#server/http/failure.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { authorizeAssignment } from './access.ts'
import { assignmentObjects } from './assignments.ts'
import { countByStatus, findAssignments } from './queries.ts'

export function assignmentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, listAssignments, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, query, caller, locale, request }) => {
      const found = await findAssignments(
        deps.db,
        subject,
        query,
        query.ordering ?? '-createdAt',
        sliceOf(query),
      )
      const rows = await assignmentObjects(deps.db, caller, subject, found.rows, locale)
      return pageOf(request, query, { count: found.count, rows })
    },
  })
  route(app, deps.http, countAssignments, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: ({ subject }) => countByStatus(deps.db, subject),
  })
  route(app, deps.http, getAssignment, {
    load: ({ params, caller }) => authorizeAssignment(deps.db, caller, params.assignmentId),
    handle: async ({ subject, caller, locale }) => {
      const [assignment] = await assignmentObjects(deps.db, caller, subject.client, [subject.row], locale)
      if (assignment === undefined) throw new Failure('not_found')
      return assignment
    },
  })
}
