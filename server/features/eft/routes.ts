import type { FastifyInstance } from 'fastify'
import {
  approveTransfers as approveCall,
  columnMapping,
  readStatementColumns as columnsCall,
  ignoreTransfer as ignoreCall,
  importStatement as importCall,
  listBankLines,
  listBankMappings,
  setBankMapping,
} from '#contract/eft.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/http/failure.ts'
import { pageOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { acceptFiles } from '#server/http/uploads.ts'
import { approveTransfers, ignoreTransfer, listTransfers } from './desk.ts'
import { importStatement, statementColumnsOf } from './import.ts'
import { findMappings, lineExists, upsertMapping } from './queries.ts'

/** The desk for bank transfers. All of it is for admins. */
export function eftRoutes(app: FastifyInstance, { db, http, config }: Deps): void {
  acceptFiles(app, importCall.upload.accepts, (files) =>
    route(files, http, importCall, {
      handle: ({ body, query, caller, request }) =>
        importStatement(db, { userId: caller.userId, address: request.ip }, body, query),
    }),
  )

  acceptFiles(app, columnsCall.upload.accepts, (files) =>
    route(files, http, columnsCall, {
      handle: ({ body, query }) => statementColumnsOf(db, body, query.sheet),
    }),
  )

  route(app, http, listBankLines, {
    handle: async ({ query, request }) => {
      const found = await listTransfers(db, query, config.sales?.iban)
      return pageOf(request, query, found)
    },
  })

  route(app, http, approveCall, {
    handle: ({ body, caller, request }) => {
      if (config.sales === undefined) throw new Failure('payment_method_unavailable')
      return approveTransfers(db, { caller, address: request.ip }, body.transfers, config.sales)
    },
  })

  route(app, http, ignoreCall, {
    load: async ({ params }) => {
      if (!(await lineExists(db, params.lineId))) throw new Failure('not_found')
    },
    handle: async ({ params, body, caller, request }) => {
      await ignoreTransfer(db, { caller, address: request.ip }, params.lineId, body.reason)
      return undefined
    },
  })

  route(app, http, listBankMappings, {
    handle: async () => {
      const kept = await findMappings(db)
      return kept.map(({ bank, mapping }) => ({ bank, ...columnMapping.parse(mapping) }))
    },
  })

  route(app, http, setBankMapping, {
    handle: async ({ body, caller }) => {
      const { bank, ...mapping } = body
      await upsertMapping(db, { bank, mapping, by: caller.userId })
      return body
    },
  })
}
