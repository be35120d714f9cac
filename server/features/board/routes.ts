import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/board.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeAssignment } from '#server/features/assignments/access.ts'
import { authorizePresent, takeSign } from '#server/features/attempts/presence.ts'
import type { Caller } from '#server/http/caller.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { route } from '#server/http/route.ts'
import { addMinutes, addNote, endTest, pauseTests, releaseTest } from './actions.ts'
import { liveBoard } from './board.ts'
import { notesOf } from './notes.ts'

export function boardRoutes(app: FastifyInstance, { db, http }: Deps): void {
  const client = ({ params, caller }: { params: { clientId: string }; caller: Caller }) =>
    authorizeClient(db, caller, params.clientId)
  const assignment = ({ params, caller }: { params: { assignmentId: string }; caller: Caller }) =>
    authorizeAssignment(db, caller, params.assignmentId)
  const byOf = (input: { caller: Caller; request: { ip: string } }) => ({
    userId: input.caller.userId,
    address: input.request.ip,
  })

  route(app, http, contract.liveBoard, {
    load: client,
    handle: ({ subject, query, caller, locale }) => liveBoard(db, caller, subject, query, locale),
  })

  route(app, http, contract.pauseTests, {
    load: client,
    handle: async (input) => ({ done: await pauseTests(db, input.subject, input.body, byOf(input)) }),
  })

  route(app, http, contract.addMinutes, {
    load: assignment,
    handle: async (input) => {
      const { subject, body, caller, request } = input
      const scope = { clientId: subject.client.id, call: contract.addMinutes.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, { assignmentId: subject.row.id, ...body })
      return db.transaction().execute((tx) =>
        once(
          tx,
          idempotency,
          () => addMinutes(tx, subject, body.minutes, byOf(input)),
          (stored) => contract.addMinutes.answer.json.parse(stored),
        ),
      )
    },
  })

  route(app, http, contract.endTest, {
    load: assignment,
    handle: async (input) => {
      await endTest(db, input.subject, byOf(input))
      return undefined
    },
  })

  route(app, http, contract.releaseTest, {
    load: assignment,
    handle: async (input) => {
      await releaseTest(db, input.subject, byOf(input))
      return undefined
    },
  })

  route(app, http, contract.listNotes, {
    load: assignment,
    handle: async ({ subject: { client: of, row } }) => ({
      notes: await notesOf(db, { clientId: of.id, assignmentId: row.id }),
    }),
  })

  route(app, http, contract.addNote, {
    load: assignment,
    handle: (input) => addNote(db, input.subject, input.body.text, byOf(input)),
  })

  route(app, http, contract.reportPresence, {
    load: ({ params, caller }) => authorizePresent(db, caller, params.assignmentId),
    handle: ({ subject, body }) => takeSign(db, subject, body),
  })
}
