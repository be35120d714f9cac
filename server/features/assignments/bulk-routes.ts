import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changeManyAccommodations } from '#contract/accommodations.ts'
import {
  cancelAssignments,
  extendAssignments,
  previewCancellation,
  previewExtension,
} from '#contract/assignment-actions.ts'
import type { Call } from '#contract/kit.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { idempotencyOf } from '#server/http/idempotency.ts'
import { route } from '#server/http/route.ts'
import { accommodateLocked } from './accommodations.ts'
import { toMany } from './bulk.ts'
import { cancelLocked } from './cancel.ts'
import { refusePastDay } from './due.ts'
import { extendLocked } from './extend.ts'
import { countForCancellation, countForExtension, findOfDay } from './queries.ts'
import { requireActive } from './state.ts'

interface Asked {
  subject: AuthorizedClient
  body: unknown
  caller: Caller
  request: FastifyRequest
}

/** What a manager does with many assignments at once; each takes a key. */
export function assignmentBulkRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const load = ({ params, caller }: { params: { clientId: string }; caller: Caller }) =>
    authorizeClient(db, caller, params.clientId)
  const keyOf = (entry: Call, { subject, body, caller, request }: Asked) =>
    idempotencyOf(request, { clientId: subject.id, call: entry.name, userId: caller.userId }, body)

  route(app, http, cancelAssignments, {
    load,
    handle: async (input) => {
      const { subject, body, caller, request } = input
      const idempotency = keyOf(cancelAssignments, input)
      await limitPace(db, subject.id, 'assignments')
      const by = { userId: caller.userId, address: request.ip }
      const { done, skipped } = await toMany(db, subject, body, {
        statuses: ['pending'],
        idempotency,
        parseHead: () => null,
        begin: async () => null,
        run: (tx, held, { command }) => cancelLocked(tx, subject, held, { ...by, command }),
      })
      return { done, skipped }
    },
  })

  route(app, http, changeManyAccommodations, {
    load,
    handle: async (input) => {
      const { subject, body, caller, request } = input
      const { accommodations, ofTestDay, ...named } = body
      const idempotency = keyOf(changeManyAccommodations, input)
      await limitPace(db, subject.id, 'assignments')
      const chosen =
        ofTestDay === undefined ? named : { assignmentIds: await findOfDay(db, subject.id, ofTestDay) }
      const by = { userId: caller.userId, address: request.ip }
      const { done, skipped } = await toMany(db, subject, chosen, {
        statuses: ['pending'],
        idempotency,
        parseHead: () => null,
        begin: async () => null,
        run: (tx, held, { command }) =>
          accommodateLocked(tx, subject, held, accommodations, { ...by, command }),
      })
      return { done, skipped }
    },
  })

  route(app, http, previewCancellation, {
    load,
    handle: ({ subject, query }) => countForCancellation(db, subject, query),
  })

  route(app, http, previewExtension, {
    load,
    handle: ({ subject, query }) => countForExtension(db, subject, query),
  })

  route(app, http, extendAssignments, {
    load,
    handle: async (input) => {
      const { subject, body, caller, request } = input
      const { dueDate, ...chosen } = body
      const by = { userId: caller.userId, address: request.ip }
      const idempotency = keyOf(extendAssignments, input)
      await limitPace(db, subject.id, 'assignments')
      // When units run out, the step is done again with as many as were left.
      let limits = new Map<string, number>()
      const again = (error: unknown) => {
        if (!(error instanceof Failure) || error.code !== 'quota_exceeded') return false
        limits = new Map([...limits, ...leftBy(error)])
        return true
      }
      const { done, skipped } = await toMany(db, subject, chosen, {
        statuses: ['pending', 'expired'],
        idempotency,
        again,
        parseHead: () => null,
        begin: async (tx: Executor) => {
          await refusePastDay(tx, dueDate, subject.timeZone)
          requireActive(subject)
          return null
        },
        run: (tx, held, { command }) =>
          extendLocked(tx, subject, held, { dueDate, by: { ...by, command }, limits }),
      })
      return { done, skipped }
    },
  })
}

function leftBy({ details: { inventories } }: Failure): [string, number][] {
  const short = Array.isArray(inventories) ? inventories : []
  return short.map(({ id, left }: { id: string; left: number }) => [id, left])
}
