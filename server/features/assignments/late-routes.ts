import type { FastifyInstance } from 'fastify'
import { acceptLateAnswers, leaveLateAnswers, listLateAnswers } from '#contract/late-answers.ts'
import type { Deps } from '#server/deps.ts'
import { decideLateAnswers, lateAnswersOf } from '#server/features/attempts/late.ts'
import { readableReports } from '#server/features/inventories/recipients.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { authorizeAssignment } from './access.ts'
import { assignmentById } from './assignments.ts'

/**
 * What happens to answers after the limit. The unit was used when the test was begun: neither decision takes another.
 */
export function lateAnswerRoutes(app: FastifyInstance, { db, http }: Deps): void {
  const deciding = (
    entry: typeof acceptLateAnswers | typeof leaveLateAnswers,
    decision: 'accepted' | 'left',
  ) =>
    route(app, http, entry, {
      load: ({ params, caller }) => authorizeAssignment(db, caller, params.assignmentId),
      handle: async ({ subject: { client, row }, caller, locale, request }) =>
        db.transaction().execute(async (tx) => {
          const key = { clientId: client.id, assignmentId: row.id }
          if (row.restricted_at !== null) throw new Failure('no_late_answers')
          await decideLateAnswers(tx, key, { decision, by: caller.userId, address: request.ip })
          return assignmentById(tx, caller, client, row.id, locale)
        }),
    })
  deciding(acceptLateAnswers, 'accepted')
  deciding(leaveLateAnswers, 'left')

  route(app, http, listLateAnswers, {
    load: ({ params, caller }) => authorizeAssignment(db, caller, params.assignmentId),
    handle: async ({ subject: { client, row }, caller, locale }) => {
      // Which questions of a sensitive test somebody answered when is for its readers alone.
      const readable = await readableReports(db, caller, client.id)
      const shown = row.restricted_at === null && readable(await getVersion(db, row.version_id))
      return {
        answers: shown ? await lateAnswersOf(db, { clientId: client.id, assignmentId: row.id }, locale) : [],
      }
    },
  })
}
