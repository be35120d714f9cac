import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { changeOpening } from '#contract/access-rules.ts'
import { changeAccommodations } from '#contract/accommodations.ts'
import { cancelAssignment, extendAssignment } from '#contract/assignment-actions.ts'
import type { Deps } from '#server/deps.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import type { Caller } from '#server/http/caller.ts'
import { route } from '#server/http/route.ts'
import { authorizeAssignment } from './access.ts'
import { changeAccommodations as accommodate } from './accommodations.ts'
import { assignmentById } from './assignments.ts'
import { cancelLocked } from './cancel.ts'
import { refusePastDay } from './due.ts'
import { extendLocked } from './extend.ts'
import { toOne } from './one.ts'
import { changeOpening as open } from './opening.ts'
import { byOf, runOnce } from './run-once.ts'
import { requireActive } from './state.ts'

/** What a manager does with one assignment; each takes a key. */
export function assignmentActionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const load = ({ params, caller }: { params: { assignmentId: string }; caller: Caller }) =>
    authorizeAssignment(db, caller, params.assignmentId)

  route(app, http, changeAccommodations, {
    load,
    handle: async (input) => {
      const { subject, body, caller, locale } = input
      const { client, row } = subject
      await limitPace(db, client.id, 'assignments')
      return db.transaction().execute(async (tx) => {
        await accommodate(tx, subject, body, byOf(input))
        return assignmentById(tx, caller, client, row.id, locale)
      })
    },
  })

  route(app, http, changeOpening, {
    load,
    handle: async (input) => {
      const { subject, body, caller, locale } = input
      const { client, row } = subject
      await limitPace(db, client.id, 'assignments')
      return db.transaction().execute(async (tx) => {
        await open(tx, subject, body.opensAt, byOf(input))
        return assignmentById(tx, caller, client, row.id, locale)
      })
    },
  })

  const nothing = z.object({})

  route(app, http, cancelAssignment, {
    load,
    handle: (input) =>
      runOnce(deps, cancelAssignment, nothing, input, async (tx) => {
        const { subject } = input
        const by = byOf(input)
        await toOne(
          tx,
          subject,
          (inTx, held) => cancelLocked(inTx, subject.client, held, by),
          (held) => held.status === 'cancelled',
        )
        return {}
      }),
  })

  route(app, http, extendAssignment, {
    load,
    handle: (input) =>
      runOnce(deps, extendAssignment, nothing, input, async (tx) => {
        const { subject, body } = input
        const { client } = subject
        await refusePastDay(tx, body.dueDate, client.timeZone)
        requireActive(client)
        await toOne(
          tx,
          subject,
          (inTx, held) => extendLocked(inTx, client, held, { dueDate: body.dueDate, by: byOf(input) }),
          (held) => held.status === 'pending' && held.dueDate === body.dueDate,
        )
        return {}
      }),
  })
}
