import type { FastifyInstance } from 'fastify'
import { withdrawConsent } from '#contract/consents.ts'
import { erasePerson as erasePersonCall, holdPerson, releasePerson } from '#contract/erasure.ts'
import { foldText } from '#contract/fold.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeConsenting } from '#server/features/attempts/consents.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { erasePerson } from './erase.ts'
import { markHeld } from './hold-queries.ts'
import { findMember, lockMemberships } from './person-queries.ts'
import { eraseRestricted, withdraw } from './withdraw.ts'

export function erasureRoutes(app: FastifyInstance, { db, http, config }: Deps): void {
  const load = async ({
    params,
    caller,
  }: {
    params: { clientId: string; membershipId: string }
    caller: Caller
  }) => {
    const client = await authorizeClient(db, caller, params.clientId)
    const member = await findMember(db, { clientId: client.id, membershipId: params.membershipId })
    // Managers are not a manager's to erase.
    if (member === undefined || member.role === 'manager') throw new Failure('not_found')
    return { client, member }
  }

  route(app, http, erasePersonCall, {
    load,
    handle: async ({ subject: { client, member }, body, caller, request }) => {
      // Case and spaces are not what a slip of the finger on the wrong person looks like.
      if (foldText(body.confirm) !== foldText(member.name)) throw new Failure('name_differs')
      const by = { userId: caller.userId, address: request.ip, reason: 'manager' as const }
      await db.transaction().execute((tx) => erasePerson(tx, config.slipKey, client, member.id, by))
      return undefined
    },
  })

  const changeHold = (
    { client, member }: Awaited<ReturnType<typeof load>>,
    hold: { by: string; reason: string } | undefined,
    by: { userId: string; address: string },
  ) =>
    db.transaction().execute(async (tx) => {
      const key = { clientId: client.id, membershipId: member.id }
      const members = await lockMemberships(tx, key)
      const [first] = members
      if (first === undefined) throw new Failure('not_found')
      if (!hold && !members.some(({ held }) => held)) throw new Failure('not_on_hold')
      await markHeld(tx, key, hold)
      await recordAudit(tx, {
        action: hold ? 'person_held' : 'person_released',
        actorId: by.userId,
        subjectId: first.userId,
        clientId: client.id,
        address: by.address,
      })
      if (hold) return
      for (const { id } of members)
        await eraseRestricted(tx, config.slipKey, { clientId: client.id, membershipId: id })
    })

  route(app, http, holdPerson, {
    load,
    handle: async ({ subject, body, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await changeHold(subject, { by: caller.userId, reason: body.reason }, by)
      return undefined
    },
  })
  route(app, http, releasePerson, {
    load,
    handle: async ({ subject, caller, request }) => {
      await changeHold(subject, undefined, { userId: caller.userId, address: request.ip })
      return undefined
    },
  })

  route(app, http, withdrawConsent, {
    load: ({ params, caller }) => authorizeConsenting(db, caller, params.assignmentId),
    handle: async ({ subject, caller, request }) => {
      const by = { ...caller, address: request.ip }
      await db.transaction().execute((tx) => withdraw(tx, config.slipKey, subject, by))
      return undefined
    },
  })
}
