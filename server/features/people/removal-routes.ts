import type { FastifyInstance } from 'fastify'
import { previewRemoval, removeCandidate, removeEmployee, removeManager } from '#contract/removals.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { pendingOfMembership } from '#server/features/assignments/cancel.ts'
import type { Role } from '#server/features/memberships/filter.ts'
import { Failure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { route } from '#server/http/route.ts'
import { findMembership } from './queries.ts'
import { remove } from './remove.ts'

export function removalRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const removal = (
    entry: typeof removeManager | typeof removeCandidate | typeof removeEmployee,
    role: Role,
  ) =>
    route(app, http, entry, {
      load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
      handle: async ({ subject, body, caller, request }) => {
        const by = { userId: caller.userId, address: request.ip }
        const scope = { clientId: subject.id, call: entry.name, userId: caller.userId }
        const idempotency = idempotencyOf(request, scope, body)
        await db.transaction().execute((tx) =>
          once(
            tx,
            idempotency,
            async () => {
              await remove(tx, subject, { userId: body.user_id, role, by })
              return {}
            },
            () => ({}),
          ),
        )
        return undefined
      },
    })
  removal(removeManager, 'manager')
  removal(removeCandidate, 'candidate')
  removal(removeEmployee, 'employee')

  route(app, http, previewRemoval, {
    load: async ({ params, caller }) => {
      const client = await authorizeClient(db, caller, params.clientId)
      const membership = await findMembership(db, { clientId: client.id, userId: params.userId })
      if (membership === undefined) throw new Failure('not_found')
      return { client, membership }
    },
    handle: async ({ subject: { client, membership } }) => {
      const { name, role } = membership
      return { name, role, ...(await pendingOfMembership(db, client, membership.id)) }
    },
  })
}
