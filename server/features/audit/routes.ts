import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import {
  auditCsv as auditCsvCall,
  listActivityAssignments,
  listAudit,
  listClientActivity,
} from '#contract/audit.ts'
import { foldText } from '#contract/fold.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { madeBy } from '#server/features/exports/made.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { auditCsv } from './csv.ts'
import { auditEntry } from './entries.ts'
import { entryExists, type Filter, findAudited, findEntries } from './queries.ts'

const filterOf = (query: Filter): Filter => ({ ...query, search: foldText(query.search ?? '') })

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, listAudit, {
    handle: async ({ query, request }) => {
      const found = await findEntries(deps.db, filterOf(query), query.ordering ?? '-at', sliceOf(query))
      return pageOf(request, query, { count: found.count, rows: found.rows.map(auditEntry) })
    },
  })
  route(app, deps.http, listClientActivity, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, query, request }) => {
      const filter = filterOf({ ...query, client: subject.id, timeZone: subject.timeZone })
      const found = await findEntries(deps.db, filter, query.ordering ?? '-at', sliceOf(query))
      return pageOf(request, query, { count: found.count, rows: found.rows.map(auditEntry) })
    },
  })
  route(app, deps.http, listActivityAssignments, {
    load: async ({ params, caller }) => {
      const { id: clientId } = await authorizeClient(deps.db, caller, params.clientId)
      const key = { clientId, entryId: params.entryId }
      if (!(await entryExists(deps.db, key))) throw new Failure('not_found')
      return key
    },
    handle: async ({ subject, query, request }) => {
      const asked = { search: foldText(query.search ?? ''), order: query.ordering ?? 'at' }
      const found = await findAudited(deps.db, subject, asked, sliceOf(query))
      const versions = await currentVersions(deps.db)
      const codes = new Map(versions.map(({ inventoryId, definition }) => [inventoryId, definition.code]))
      const rows = found.rows.map(({ at, id, inventory_id, user_id, name }) => ({
        at: at.toISOString(),
        id,
        inventory: codes.get(inventory_id) ?? '',
        user: { id: user_id, name },
      }))
      return pageOf(request, query, { count: found.count, rows })
    },
  })
  route(app, deps.http, auditCsvCall, {
    handle: async ({ query, caller, locale, request, reply }) => {
      // That of one client is among the files that left it.
      const entry = {
        ...{ actorId: caller.userId, address: request.ip },
        ...(query.client !== undefined && { clientId: query.client }),
      }
      await recordAudit(deps.db, { action: 'export', reason: 'audit_csv', ...entry })
      // Its times are in UTC, too.
      const name = `${translate(locale, 'exports:file.audit')} ${madeBy(caller, 'UTC')}.csv`
      reply.header('content-disposition', attachment(name))
      return Readable.from(auditCsv(deps.db, filterOf(query), locale))
    },
  })
}
