import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { previewReminders, remindAssignment, remindAssignments } from '#contract/assignment-actions.ts'
import { moment } from '#contract/fields.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeAssignment } from '#server/features/assignments/access.ts'
import { toMany } from '#server/features/assignments/bulk.ts'
import { toOne } from '#server/features/assignments/one.ts'
import { byOf, runOnce } from '#server/features/assignments/run-once.ts'
import { requireActive } from '#server/features/assignments/state.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import type { Caller } from '#server/http/caller.ts'
import { idempotencyOf } from '#server/http/idempotency.ts'
import { route } from '#server/http/route.ts'
import { peopleReminded, previewReminding, remindLocked, type SendTime, sendTimeOf } from './remind.ts'

/** When reminders go out, as an answer says it. */
const sendTime = z.object({ sendAt: moment, queued: z.boolean() })

const sendTimeAnswer = ({ sendAt, queued }: SendTime): z.output<typeof sendTime> => ({
  sendAt: sendAt.toISOString(),
  queued,
})

/** Reminding the people of one assignment, or of many at once; each takes a key. */
export function reminderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const load = ({ params, caller }: { params: { clientId: string }; caller: Caller }) =>
    authorizeClient(db, caller, params.clientId)

  route(app, http, remindAssignment, {
    load: ({ params, caller }) => authorizeAssignment(db, caller, params.assignmentId),
    handle: (input) =>
      runOnce(deps, remindAssignment, z.object({ reminder: sendTime }), input, async (tx) => {
        const { subject } = input
        requireActive(subject.client)
        const reminder = await sendTimeOf(tx, subject.client)
        await toOne(tx, subject, (inTx, held) =>
          remindLocked(inTx, subject.client, held, { by: byOf(input), ...reminder }),
        )
        return { reminder: sendTimeAnswer(reminder) }
      }),
  })

  route(app, http, previewReminders, {
    load,
    handle: ({ subject, query }) => previewReminding(db, subject, query),
  })

  route(app, http, remindAssignments, {
    load,
    handle: async (input) => {
      const { subject, body, caller, request } = input
      const idempotency = idempotencyOf(
        request,
        { clientId: subject.id, call: remindAssignments.name, userId: caller.userId },
        body,
      )
      const by = { userId: caller.userId, address: request.ip }
      await limitPace(db, subject.id, 'assignments')
      const { done, skipped, head, command } = await toMany(db, subject, body, {
        statuses: ['pending'],
        idempotency,
        parseHead: (head) => sendTime.parse(head),
        begin: async (tx) => {
          requireActive(subject)
          return sendTimeAnswer(await sendTimeOf(tx, subject))
        },
        run: (tx, held, { command, head: { sendAt, queued } }) =>
          remindLocked(tx, subject, held, {
            by: { ...by, command },
            sendAt: new Date(sendAt),
            queued,
            inSteps: true,
          }),
      })
      return { done, skipped, people: await peopleReminded(db, subject, command), ...head }
    },
  })
}
