import type { FastifyInstance } from 'fastify'
import { makeInvitationLink } from '#contract/invitations.ts'
import { getPerson, listGroups, movePeople, updatePerson } from '#contract/memberships.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { handOverLink } from '#server/features/invitations/hand-over.ts'
import { chosenMembers } from '#server/features/memberships/chosen.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { toPersonDetails, updateMember } from './change-member.ts'
import { findGroups, findMember, type MemberRow, moveMembers } from './member-queries.ts'

export function memberRoutes(app: FastifyInstance, deps: Deps): void {
  const memberOf = async (client: AuthorizedClient, membershipId: string): Promise<MemberRow> => {
    const row = await findMember(deps.db, client, membershipId)
    if (row === undefined) throw new Failure('not_found')
    return row
  }
  /** Managers are not a manager's to change. */
  const participantOf = async (client: AuthorizedClient, membershipId: string): Promise<MemberRow> => {
    const row = await memberOf(client, membershipId)
    if (row.role === 'manager') throw new Failure('not_found')
    return row
  }

  route(app, deps.http, getPerson, {
    load: async ({ params, caller }) =>
      memberOf(await authorizeClient(deps.db, caller, params.clientId), params.membershipId),
    handle: async ({ subject }) => toPersonDetails(subject),
  })

  route(app, deps.http, updatePerson, {
    load: async ({ params, caller }) => {
      const client = await authorizeClient(deps.db, caller, params.clientId)
      return { client, member: await participantOf(client, params.membershipId) }
    },
    handle: async ({ subject: { client, member }, body, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await updateMember(deps.db, by, client, member, body)
      return toPersonDetails(await memberOf(client, member.membership_id))
    },
  })

  route(app, deps.http, makeInvitationLink, {
    load: async ({ params, caller }) => {
      const client = await authorizeClient(deps.db, caller, params.clientId)
      return { client, member: await participantOf(client, params.membershipId) }
    },
    handle: async ({ subject: { client, member }, body, caller, request }) => {
      await limitPace(deps.db, client.id, 'invitations')
      if (client.status !== 'active') throw new Failure('client_not_active')
      const key = { clientId: client.id, membershipId: member.membership_id }
      const replace = body.replace ?? false
      const { path, expiresAt, tests } = await deps.db.transaction().execute(async (tx) => {
        const made = await handOverLink(tx, key, { by: caller.userId, replace })
        await recordAudit(tx, {
          action: 'invitation_link_made',
          ...(replace && { reason: 'links_replaced' }),
          actorId: caller.userId,
          subjectId: member.user_id,
          clientId: client.id,
          address: request.ip,
        })
        return made
      })
      const [dueDate = null] = tests.flatMap(({ due }) => due ?? []).sort()
      return {
        url: deps.config.publicUrl + path,
        expiresAt: expiresAt.toISOString(),
        tests: tests.length,
        dueDate,
      }
    },
  })

  route(app, deps.http, movePeople, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: ({ subject, body, caller, request }) =>
      deps.db.transaction().execute(async (tx) => {
        const chosen = await chosenMembers(tx, subject, body)
        const moved = await moveMembers(tx, subject, chosen, body.group)
        if (moved > 0)
          await recordAudit(tx, {
            action: 'people_moved',
            actorId: caller.userId,
            clientId: subject.id,
            address: request.ip,
            details: { quantity: moved },
          })
        return { moved }
      }),
  })

  route(app, deps.http, listGroups, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: ({ subject }) => findGroups(deps.db, subject),
  })
}
