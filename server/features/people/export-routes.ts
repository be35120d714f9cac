import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { peopleCsv, peopleXlsx } from '#contract/exports.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { authorizeClient } from '#server/features/clients/access.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { csvOf } from '#server/sheets/csv.ts'
import { xlsxOf } from '#server/sheets/xlsx.ts'
import { peopleRows } from './people-export.ts'

export function peopleExportRoutes(app: FastifyInstance, deps: Deps): void {
  const note = async (reason: string, actorId: string, clientId: string, address: string) => {
    await limitPace(deps.db, clientId, 'sheets')
    await recordAudit(deps.db, { action: 'export', reason, actorId, clientId, address })
  }

  route(app, deps.http, peopleCsv, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, query, caller, locale, request, reply }) => {
      await note('people_csv', caller.userId, subject.id, request.ip)
      reply.header('content-disposition', 'attachment; filename="people.csv"')
      return Readable.from(csvOf(peopleRows(deps.db, subject, query, locale), locale))
    },
  })
  route(app, deps.http, peopleXlsx, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, query, caller, locale, request, reply }) => {
      await note('people_xlsx', caller.userId, subject.id, request.ip)
      reply.header('content-disposition', 'attachment; filename="people.xlsx"')
      return xlsxOf(translate(locale, 'exports:sheet.people'), peopleRows(deps.db, subject, query, locale))
    },
  })
}
