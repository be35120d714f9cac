import type { FastifyInstance } from 'fastify'
import { inviteEmails, listCandidates, listEmployees, listManagers, type Person } from '#contract/people.ts'
import type { Deps } from '#server/deps.ts'
import { refusePastDay } from '#server/features/assignments/due.ts'
import { authorizeClient } from '#server/features/clients/access.ts'
import { Failure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { invite } from './invite.ts'
import { findPeople, type PersonRow, type Role } from './queries.ts'

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

  route(app, deps.http, inviteEmails, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, body, caller, locale, request }) => {
      const role = body.role ?? 'candidate'
      // Managers are invited by the platform's operators alone.
      if (role === 'manager' && !caller.authority.some((own) => own === 'admin' || own === 'superuser')) {
        throw new Failure('forbidden')
      }
      const scope = { clientId: subject.id, call: inviteEmails.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, body)
      const invitation = {
        rows: body.emails,
        role,
        group: body.group ?? '',
        inventoryIds: body.inventoryIds,
        dueDate: body.dueDate ?? null,
        description: body.description ?? '',
        locale: body.locale ?? locale,
        invitedBy: caller.userId,
      }
      return deps.db.transaction().execute((tx) =>
        once(
          tx,
          idempotency,
          async () => {
            // Asked here, so that a repetition after the due day still gets its first answer.
            if (body.dueDate !== undefined) await refusePastDay(tx, body.dueDate, subject.timeZone)
            return invite(tx, subject, invitation)
          },
          (stored) => inviteEmails.answer.json.parse(stored),
        ),
      )
    },
  })
}
