import type { FastifyInstance } from 'fastify'
import {
  cancelAssignment,
  cancelAssignments,
  extendAssignment,
  extendAssignments,
  remindAssignment,
  remindAssignments,
} from '#contract/assignment-actions.ts'
import type { Assignment } from '#contract/assignments.ts'
import type { Locale } from '#contract/fields.ts'
import { acceptLateAnswers, leaveLateAnswers } from '#contract/late-answers.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { decideLateAnswers } from '#server/features/attempts/late.ts'
import { type AuthorizedClient, authorizeClient } from '#server/features/clients/access.ts'
import { remindHeld, sendTimeOf } from '#server/features/reminders/remind.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { route } from '#server/http/route.ts'
import { type AuthorizedAssignment, authorizeAssignment } from './access.ts'
import { assignmentsById } from './assignments.ts'
import { repeated, toMany } from './bulk.ts'
import { cancelHeld } from './cancel.ts'
import { refusePastDay } from './due.ts'
import { extendHeld } from './extend.ts'
import { toOne } from './one.ts'
import { limitPace } from './pace.ts'

export function assignmentActionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const one = ({ params, caller }: { params: { assignmentId: string }; caller: Caller }) =>
    authorizeAssignment(db, caller, params.assignmentId)
  const many = ({ params, caller }: { params: { clientId: string }; caller: Caller }) =>
    authorizeClient(db, caller, params.clientId)
  const shown = async (
    tx: Executor,
    caller: Caller,
    { client, row }: AuthorizedAssignment,
    locale: Locale,
  ): Promise<Assignment> => {
    const [assignment] = await assignmentsById(tx, caller, client, [row.id], locale)
    if (assignment === undefined) throw new Failure('not_found')
    return assignment
  }

  route(app, http, cancelAssignment, {
    load: one,
    handle: async ({ subject, caller, locale, request }) => {
      await limitPace(db, subject.client.id)
      const by = { userId: caller.userId, address: request.ip }
      return db.transaction().execute(async (tx) => {
        await toOne(
          tx,
          subject,
          (inTx, held) => cancelHeld(inTx, subject.client, held, by),
          (held) => held.status === 'cancelled',
        )
        return shown(tx, caller, subject, locale)
      })
    },
  })

  route(app, http, remindAssignment, {
    load: one,
    handle: async ({ subject, caller, locale }) => {
      requireActive(subject.client)
      await limitPace(db, subject.client.id)
      return db.transaction().execute(async (tx) => {
        const reminder = await sendTimeOf(tx, subject.client)
        await toOne(tx, subject, (inTx, held) =>
          remindHeld(inTx, subject.client, held, { by: caller.userId, ...reminder }),
        )
        const assignment = await shown(tx, caller, subject, locale)
        return { ...assignment, reminder: present(reminder) }
      })
    },
  })

  route(app, http, extendAssignment, {
    load: one,
    handle: async ({ subject, body: { dueDate }, caller, locale, request }) => {
      const { client } = subject
      await limitPace(db, client.id)
      const scope = { clientId: client.id, call: extendAssignment.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, { assignmentId: subject.row.id, dueDate })
      const extend = async (tx: Executor) => {
        await refusePastDay(tx, dueDate, client.timeZone)
        requireActive(client)
        await toOne(
          tx,
          subject,
          (inTx, held) => extendHeld(inTx, client, held, { dueDate, by: caller.userId }),
          (held) => held.status === 'pending' && held.dueDate === dueDate,
        )
        return shown(tx, caller, subject, locale)
      }
      return repeated(() =>
        db.transaction().execute((tx) =>
          once(
            tx,
            idempotency,
            () => extend(tx),
            (stored) => extendAssignment.answer.json.parse(stored),
          ),
        ),
      )
    },
  })

  const deciding = (
    entry: typeof acceptLateAnswers | typeof leaveLateAnswers,
    decision: 'accepted' | 'left',
  ) =>
    route(app, http, entry, {
      load: one,
      handle: async ({ subject, caller, locale, request }) =>
        db.transaction().execute(async (tx) => {
          const key = { clientId: subject.client.id, assignmentId: subject.row.id }
          await decideLateAnswers(tx, key, { decision, by: caller.userId, address: request.ip })
          return shown(tx, caller, subject, locale)
        }),
    })
  deciding(acceptLateAnswers, 'accepted')
  deciding(leaveLateAnswers, 'left')

  route(app, http, cancelAssignments, {
    load: many,
    handle: async ({ subject, body, caller, request }) => {
      await limitPace(db, subject.id)
      const by = { userId: caller.userId, address: request.ip }
      return toMany(db, subject, body, (tx, held) => cancelHeld(tx, subject, held, by), {
        statuses: ['pending'],
      })
    },
  })

  route(app, http, remindAssignments, {
    load: many,
    handle: async ({ subject, body, caller }) => {
      requireActive(subject)
      await limitPace(db, subject.id)
      const reminder = await sendTimeOf(db, subject)
      const outcome = await toMany(
        db,
        subject,
        body,
        (tx, held) => remindHeld(tx, subject, held, { by: caller.userId, ...reminder }),
        { statuses: ['pending'] },
      )
      return { ...outcome, ...present(reminder) }
    },
  })

  route(app, http, extendAssignments, {
    load: many,
    handle: async ({ subject, body: { dueDate, ...chosen }, caller }) => {
      await refusePastDay(db, dueDate, subject.timeZone)
      requireActive(subject)
      await limitPace(db, subject.id)
      // When units run out, the step is done again with as many as were left.
      let limits = new Map<string, number>()
      const again = (error: unknown) => {
        if (!(error instanceof Failure) || error.code !== 'quota_exceeded') return false
        limits = new Map([...limits, ...leftBy(error)])
        return true
      }
      return toMany(
        db,
        subject,
        chosen,
        (tx, held) => extendHeld(tx, subject, held, { dueDate, by: caller.userId, limits }),
        { statuses: ['pending', 'expired'], again },
      )
    },
  })
}

function leftBy({ details: { inventories } }: Failure): [string, number][] {
  const short = Array.isArray(inventories) ? inventories : []
  return short.map(({ id, left }: { id: string; left: number }) => [id, left])
}

function requireActive(client: AuthorizedClient): void {
  if (client.status !== 'active') throw new Failure('client_not_active')
}

const present = ({ sendAt, queued }: { sendAt: Date; queued: boolean }) => ({
  sendAt: sendAt.toISOString(),
  queued,
})
