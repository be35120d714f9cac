import type { FastifyInstance } from 'fastify'
import { getRetention, setRetention } from '#contract/retention.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { changeRetention, retentionOf } from './retention.ts'

export function retentionRoutes(app: FastifyInstance, { db, http }: Deps): void {
  route(app, http, getRetention, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: ({ subject, locale }) => retentionOf(db, subject, locale),
  })
  route(app, http, setRetention, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: async ({ subject, body, caller, locale, request }) => {
      await changeRetention(db, subject, body, { userId: caller.userId, address: request.ip })
      return retentionOf(db, subject, locale)
    },
  })
}
