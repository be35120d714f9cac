import type { FastifyInstance } from 'fastify'
import { getInvitationJob, listInvitationJobs } from '#contract/people.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { jobObject, jobObjects } from './invitation-jobs.ts'

export function invitationJobRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, getInvitationJob, {
    load: async ({ params, caller }) => {
      const client = await authorizeClient(deps.db, caller, params.clientId)
      return { clientId: client.id, id: params.jobId }
    },
    handle: ({ subject, locale }) => jobObject(deps.db, subject, locale),
  })
  route(app, deps.http, listInvitationJobs, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: ({ subject, locale }) => jobObjects(deps.db, subject.id, locale),
  })
}
