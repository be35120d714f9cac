import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cancelAssignment, extendAssignment, remindAssignment } from '#contract/assignment-actions.ts'
import type { Locale } from '#contract/fields.ts'
import type { Call } from '#contract/kit.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { remindHeld, sendTimeOf } from '#server/features/reminders/remind.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import type { Caller } from '#server/http/caller.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { route } from '#server/http/route.ts'
import { type AuthorizedAssignment, authorizeAssignment } from './access.ts'
import { assignmentById } from './assignments.ts'
import { repeated } from './bulk.ts'
import { cancelHeld } from './cancel.ts'
import { refusePastDay } from './due.ts'
import { extendHeld } from './extend.ts'
import { toOne } from './one.ts'
import type { By } from './record.ts'
import { presentSendTime, requireActive, sendTime } from './state.ts'

interface Asked {
  subject: AuthorizedAssignment
  body?: unknown
  caller: Caller
  locale: Locale
  request: FastifyRequest
}

const byOf = ({ caller, request }: Asked): By => ({ userId: caller.userId, address: request.ip })

/** What a manager does with one assignment; each takes a key. */
export function assignmentActionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const load = ({ params, caller }: { params: { assignmentId: string }; caller: Caller }) =>
    authorizeAssignment(db, caller, params.assignmentId)

  /** Runs an act once per key, within one transaction of its own; the assignment is shown as it then is. */
  const act = async <Kept extends object>(
    entry: Call,
    kept: z.ZodType<Kept>,
    { subject: { client, row }, body, caller, locale, request }: Asked,
    run: (tx: Executor) => Promise<Kept>,
  ) => {
    const scope = { clientId: client.id, call: entry.name, userId: caller.userId }
    const idempotency = idempotencyOf(request, scope, { assignmentId: row.id, ...Object(body) })
    await limitPace(db, client.id, 'assignments')
    return repeated(() =>
      db.transaction().execute(async (tx) => {
        const came = await once(
          tx,
          idempotency,
          () => run(tx),
          (stored) => kept.parse(stored),
        )
        return { ...(await assignmentById(tx, caller, client, row.id, locale)), ...came }
      }),
    )
  }
  const nothing = z.object({})

  route(app, http, cancelAssignment, {
    load,
    handle: (input) =>
      act(cancelAssignment, nothing, input, async (tx) => {
        const { subject } = input
        const by = byOf(input)
        await toOne(
          tx,
          subject,
          (inTx, held) => cancelHeld(inTx, subject.client, held, by),
          (held) => held.status === 'cancelled',
        )
        return {}
      }),
  })

  route(app, http, remindAssignment, {
    load,
    handle: (input) =>
      act(remindAssignment, z.object({ reminder: sendTime }), input, async (tx) => {
        const { subject } = input
        requireActive(subject.client)
        const reminder = await sendTimeOf(tx, subject.client)
        await toOne(tx, subject, (inTx, held) =>
          remindHeld(inTx, subject.client, held, { by: byOf(input), ...reminder }),
        )
        return { reminder: presentSendTime(reminder) }
      }),
  })

  route(app, http, extendAssignment, {
    load,
    handle: (input) =>
      act(extendAssignment, nothing, input, async (tx) => {
        const { subject, body } = input
        const { client } = subject
        await refusePastDay(tx, body.dueDate, client.timeZone)
        requireActive(client)
        await toOne(
          tx,
          subject,
          (inTx, held) => extendHeld(inTx, client, held, { dueDate: body.dueDate, by: byOf(input) }),
          (held) => held.status === 'pending' && held.dueDate === body.dueDate,
        )
        return {}
      }),
  })
}
