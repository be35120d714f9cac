import type { FastifyInstance } from 'fastify'
import { isOperator } from '#contract/access.ts'
import { invitePerson } from '#contract/invitations.ts'
import { findOtherNames, forecastInvitation, inviteEmails } from '#contract/people.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { refuseOpeningAfter, refusePastDay } from '#server/features/assignments/due.ts'
import { refuseUnknownInventories } from '#server/features/inventories/versions.ts'
import type { Role } from '#server/features/memberships/filter.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { Accepted, prefersAsync, route } from '#server/http/route.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { forecast } from './forecast.ts'
import { jobObject, startJob } from './invitation-jobs.ts'
import { type Invitation, invite } from './invite.ts'
import { answerFrom, outcomes, outcomesOf } from './invite-answer.ts'
import { inviteOne, linkFor, outcome } from './invite-one.ts'
import { otherNamesAmong } from './other-names.ts'

/** Managers are invited by the platform's operators alone. */
function refuseManagers(role: Role, caller: Caller): void {
  if (role === 'manager' && !isOperator(caller)) throw new Failure('forbidden')
}

const jobKey = { parse: (stored: unknown) => ({ id: String(Object(stored).id) }) }

export function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, inviteEmails, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, body, caller, locale, request }) => {
      const role = body.role ?? 'candidate'
      refuseManagers(role, caller)
      const scope = { clientId: subject.id, call: inviteEmails.name, userId: caller.userId }
      const asked = { ...body, locale: body.locale ?? locale }
      const later = prefersAsync(request)
      // The same list sent for direct import is another call: one of the two is a mistake.
      const idempotency = idempotencyOf(request, scope, later ? { ...body, later } : body)
      await limitPace(deps.db, subject.id, 'invitations')
      if (later) {
        const list = { clientId: subject.id, by: caller.userId, address: request.ip, body: asked }
        const job = await deps.db.transaction().execute((tx) =>
          once(
            tx,
            idempotency,
            async () => {
              await refuseBody(tx, subject, body)
              if (subject.status !== 'active') throw new Failure('client_not_active')
              return startJob(tx, list)
            },
            jobKey.parse,
          ),
        )
        return new Accepted(await jobObject(deps.db, { clientId: subject.id, id: job.id }, locale))
      }
      const invitation: Invitation = {
        rows: body.emails,
        role,
        group: body.group ?? '',
        inventoryIds: body.inventoryIds,
        dueDate: body.dueDate ?? null,
        description: body.description ?? '',
        locale: asked.locale,
        accommodations: body.accommodations,
        opensAt: body.opensAt,
        inOrder: body.inOrder,
        invitedBy: caller.userId,
        address: request.ip,
      }
      const kept = await deps.db.transaction().execute((tx) =>
        once(
          tx,
          idempotency,
          async () => {
            await refuseBody(tx, subject, body)
            return outcomesOf(await invite(tx, subject, invitation))
          },
          (stored) => outcomes.parse(stored),
        ),
      )
      return answerFrom(kept, { emails: body.emails, role })
    },
  })

  route(app, deps.http, forecastInvitation, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, body }) => {
      await limitPace(deps.db, subject.id, 'forecasts')
      await refuseUnknownInventories(deps.db, body.inventoryIds)
      return forecast(deps.db, subject, { rows: body.emails, inventoryIds: body.inventoryIds })
    },
  })

  route(app, deps.http, findOtherNames, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, body }) => {
      await limitPace(deps.db, subject.id, 'forecasts')
      return otherNamesAmong(deps.db, subject, { rows: body.emails, role: body.role ?? 'candidate' })
    },
  })

  route(app, deps.http, invitePerson, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, body, caller, locale, request }) => {
      refuseManagers(body.role ?? 'candidate', caller)
      const by = { userId: caller.userId, address: request.ip, locale: body.locale ?? locale }
      const scope = { clientId: subject.id, call: invitePerson.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, body)
      await limitPace(deps.db, subject.id, 'invitations')
      return deps.db.transaction().execute(async (tx) => {
        const invited = await once(
          tx,
          idempotency,
          async () => {
            await refuseBody(tx, subject, body)
            return inviteOne(tx, subject, by, body)
          },
          (stored) => outcome.parse(stored),
        )
        // Not part of what is kept under the key: links are in no table.
        const link = await linkFor(tx, subject, by, invited, deps.config.publicUrl)
        const { addressed: _, ...answer } = invited
        return { ...answer, link }
      })
    },
  })
}

/** Asked within the transaction, so that a repetition after the due day still gets its first answer. */
async function refuseBody(
  tx: Executor,
  client: AuthorizedClient,
  {
    dueDate,
    opensAt,
    inventoryIds = [],
  }: {
    dueDate?: string | undefined
    opensAt?: string | undefined
    inventoryIds?: readonly string[] | undefined
  },
): Promise<void> {
  if (dueDate !== undefined) await refusePastDay(tx, dueDate, client.timeZone)
  refuseOpeningAfter({ dueDate, opensAt })
  await refuseUnknownInventories(tx, inventoryIds)
}
