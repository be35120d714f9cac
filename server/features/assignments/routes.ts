import type { FastifyInstance } from 'fastify'
import { createAssignments, shownAssignments } from '#contract/assigning.ts'
import { countAssignments, getAssignment, listAssignments } from '#contract/assignments.ts'
import { refuseConsent } from '#contract/participant.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeOwn } from '#server/features/attempts/access.ts'
import { assignmentCounts } from '#server/features/tallies/tallies.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import { Failure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { authorizeAssignment } from './access.ts'
import { assignmentObjects } from './assignments.ts'
import { create, created } from './create.ts'
import { findAssignments } from './list-queries.ts'
import { refuse } from './refuse.ts'

export function assignmentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, refuseConsent, {
    load: ({ params, caller }) => authorizeOwn(deps.db, caller, params.assignmentId),
    handle: async ({ subject }) => {
      await refuse(deps.db, subject)
      return undefined
    },
  })

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
    handle: ({ subject }) => assignmentCounts(deps.db, subject.id),
  })
  route(app, deps.http, getAssignment, {
    load: ({ params, caller }) => authorizeAssignment(deps.db, caller, params.assignmentId),
    handle: async ({ subject, caller, locale }) => {
      const [assignment] = await assignmentObjects(deps.db, caller, subject.client, [subject.row], locale)
      if (assignment === undefined) throw new Failure('not_found')
      return assignment
    },
  })

  route(app, deps.http, createAssignments, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, body, caller, locale, request }) => {
      const scope = { clientId: subject.id, call: createAssignments.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, body)
      await limitPace(deps.db, subject.id, 'assignments')
      const by = { userId: caller.userId, address: request.ip }
      return deps.db.transaction().execute(async (tx) => {
        const { ids, ...counts } = await once(
          tx,
          idempotency,
          () => create(tx, subject, { body, locale, by }),
          (stored) => created.parse(stored),
        )
        const slice = { limit: shownAssignments, offset: 0 }
        const { rows } = await findAssignments(tx, subject, { ids }, 'name', slice)
        return { ...counts, assignments: await assignmentObjects(tx, caller, subject, rows, locale) }
      })
    },
  })
}
