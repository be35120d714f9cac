import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { auditCsv as auditCsvCall, listAudit, listClientActivity } from '#contract/audit.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeClient } from '#server/features/clients/access.ts'
import { foldText } from '#server/features/people/search-text.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { present, recordAudit } from './audit.ts'
import { auditCsv } from './csv.ts'
import { type Filter, findEntries } from './queries.ts'

const filterOf = (query: Filter): Filter => ({ ...query, search: foldText(query.search ?? '') })

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, listAudit, {
    handle: async ({ query, request }) => {
      const found = await findEntries(deps.db, filterOf(query), query.ordering ?? '-at', sliceOf(query))
      return pageOf(request, query, { count: found.count, rows: found.rows.map(present) })
    },
  })
  route(app, deps.http, listClientActivity, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, query, request }) => {
      const filter = filterOf({ ...query, client: subject.id, timeZone: subject.timeZone })
      const found = await findEntries(deps.db, filter, query.ordering ?? '-at', sliceOf(query))
      return pageOf(request, query, { count: found.count, rows: found.rows.map(present) })
    },
  })
  route(app, deps.http, auditCsvCall, {
    handle: async ({ query, caller, locale, request, reply }) => {
      const entry = { actorId: caller.userId, address: request.ip }
      await recordAudit(deps.db, { action: 'export', reason: 'audit_csv', ...entry })
      reply.header('content-disposition', 'attachment; filename="audit.csv"')
      return Readable.from(auditCsv(deps.db, filterOf(query), locale))
    },
  })
}
