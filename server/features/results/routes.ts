import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { resultsCsv as resultsCsvCall } from '#contract/assignments.ts'
import { resultsXlsx } from '#contract/exports.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { authorizeClient } from '#server/features/clients/access.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { csvOf } from '#server/sheets/csv.ts'
import { xlsxOf } from '#server/sheets/xlsx.ts'
import { resultRows } from './rows.ts'

export function resultRoutes(app: FastifyInstance, deps: Deps): void {
  const note = async (reason: string, actorId: string, clientId: string, address: string) => {
    await limitPace(deps.db, clientId, 'sheets')
    await recordAudit(deps.db, { action: 'export', reason, actorId, clientId, address })
  }

  route(app, deps.http, resultsCsvCall, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, query, caller, locale, request, reply }) => {
      await note('results_csv', caller.userId, subject.id, request.ip)
      reply.header('content-disposition', 'attachment; filename="results.csv"')
      return Readable.from(csvOf(resultRows(deps.db, subject, query, locale), locale))
    },
  })

  route(app, deps.http, resultsXlsx, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, query, caller, locale, request, reply }) => {
      await note('results_xlsx', caller.userId, subject.id, request.ip)
      reply.header('content-disposition', 'attachment; filename="results.xlsx"')
      return xlsxOf(translate(locale, 'exports:sheet.results'), resultRows(deps.db, subject, query, locale))
    },
  })
}
