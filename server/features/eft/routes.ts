import type { FastifyInstance } from 'fastify'
import {
  approveTransfers as approveCall,
  columnMapping,
  ignoreTransfer as ignoreCall,
  importStatement as importCall,
  listBankLines,
  listBankMappings,
  setBankMapping,
} from '#contract/eft.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/http/failure.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { acceptFiles } from '#server/http/uploads.ts'
import { approveTransfers, ignoreTransfer, lineObjects } from './desk.ts'
import { importStatement } from './import.ts'
import { findLines, findMappings, lineExists, upsertMapping } from './queries.ts'

/** The desk for bank transfers. All of it is for admins. */
export function eftRoutes(app: FastifyInstance, { db, http, config }: Deps): void {
  acceptFiles(app, importCall.upload.accepts, (files) =>
    route(files, http, importCall, {
      handle: ({ body, query, caller, request }) =>
        importStatement(db, { userId: caller.userId, address: request.ip }, body, query.bank),
    }),
  )

  route(app, http, listBankLines, {
    handle: async ({ query, request }) => {
      const found = await findLines(db, query, query.ordering ?? '-bookedOn', sliceOf(query))
      return pageOf(request, query, { count: found.count, rows: await lineObjects(db, found.rows) })
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
