import type { FastifyInstance } from 'fastify'
import { importRescue } from '#contract/rescues.ts'
import type { Deps } from '#server/deps.ts'
import { assignmentOfTest, importRescued } from '#server/features/attempts/rescue.ts'
import { route } from '#server/http/route.ts'
import { authorizeAssignment } from './access.ts'
import { assignmentById } from './assignments.ts'

/** Answers that a device could not send, brought by a manager. */
export function rescueRoutes(app: FastifyInstance, { db, http, config }: Deps): void {
  route(app, http, importRescue, {
    load: async ({ params, caller }) =>
      authorizeAssignment(db, caller, await assignmentOfTest(db, params.testId)),
    handle: async ({ subject: { client, row }, params, body, caller, locale, request }) =>
      db.transaction().execute(async (tx) => {
        const imported = await importRescued(tx, {
          ...{ slipKey: config.slipKey, testId: params.testId, rescue: body.rescue },
          ...{ by: caller.userId, address: request.ip },
        })
        return { ...imported, assignment: await assignmentById(tx, caller, client, row.id, locale) }
      }),
  })
}
