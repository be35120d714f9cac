import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { resultsCsv as resultsCsvCall } from '#contract/assignments.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { authorizeClient } from '#server/features/clients/access.ts'
import { route } from '#server/http/route.ts'
import { resultsCsv } from './csv.ts'

export function resultRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, resultsCsvCall, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, query, caller, locale, request, reply }) => {
      await recordAudit(deps.db, {
        action: 'export',
        reason: 'results_csv',
        actorId: caller.userId,
        clientId: subject.id,
        address: request.ip,
      })
      reply.header('content-disposition', 'attachment; filename="results.csv"')
      return Readable.from(resultsCsv(deps.db, subject, query, locale))
    },
  })
}
