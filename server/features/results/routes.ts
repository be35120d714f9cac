import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { resultsCsv as resultsCsvCall } from '#contract/assignments.ts'
import { resultsXlsx } from '#contract/exports.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { authorizeClient } from '#server/features/clients/access.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { csvOf } from '#server/sheets/csv.ts'
import { xlsxOf } from '#server/sheets/xlsx.ts'
import { resultRows } from './rows.ts'

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
      return Readable.from(csvOf(resultRows(deps.db, subject, query, locale), locale))
    },
  })

  route(app, deps.http, resultsXlsx, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, query, caller, locale, request, reply }) => {
      await recordAudit(deps.db, {
        action: 'export',
        reason: 'results_xlsx',
        actorId: caller.userId,
        clientId: subject.id,
        address: request.ip,
      })
      reply.header('content-disposition', 'attachment; filename="results.xlsx"')
      return xlsxOf(translate(locale, 'exports:sheet.results'), resultRows(deps.db, subject, query, locale))
    },
  })
}
