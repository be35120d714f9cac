import type { FastifyInstance } from 'fastify'
import { listAudit } from '#contract/audit.ts'
import type { Deps } from '#server/deps.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { present } from './audit.ts'
import { findEntries } from './queries.ts'

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, listAudit, {
    handle: async ({ query, request }) => {
      const found = await findEntries(deps.db, query, query.ordering ?? '-at', sliceOf(query))
      return pageOf(request, query, { count: found.count, rows: found.rows.map(present) })
    },
  })
}
