import type { FastifyInstance } from 'fastify'
import { ledgerCsv, ledgerXlsx } from '#contract/exports.ts'
import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import {
  type LedgerEntry,
  listQuotaAdditions,
  listQuotaEntries,
  listQuotaMovements,
} from '#contract/ledger.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { sheetsOf } from '#server/features/exports/sheets.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { ledgerRows } from './ledger-export.ts'
import { findEntries, findMovements, type LedgerRow } from './ledger-queries.ts'
import { findQuotas } from './queries.ts'

export function ledgerRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const load = ({
    params,
    caller,
  }: {
    params: { clientId: string }
    caller: Parameters<typeof authorizeClient>[1]
  }) => authorizeClient(db, caller, params.clientId)

  route(app, http, listQuotaAdditions, {
    load,
    handle: async ({ subject, query, locale, request }) => {
      const filter = { ...query, kind: 'addition' as const }
      const found = await findEntries(db, subject, filter, query.ordering ?? '-dateAdded', sliceOf(query))
      const toEntry = await entrySerializer(db, subject, locale)
      const rows = found.rows.map((row) => {
        const { kind: _, assignment: __, ...addition } = toEntry(row)
        return addition
      })
      return pageOf(request, query, { count: found.count, rows })
    },
  })

  route(app, http, listQuotaMovements, {
    load,
    handle: async ({ subject, query, locale, request }) => {
      const found = await findMovements(db, subject, query, query.ordering ?? '-dateAdded', sliceOf(query))
      const toEntry = await entrySerializer(db, subject, locale)
      const rows = found.rows.map((row) => {
        const entry = toEntry(row)
        return { ...entry, assignment: row.units === 1 ? entry.assignment : null, units: row.units }
      })
      return pageOf(request, query, { count: found.count, rows })
    },
  })

  route(app, http, listQuotaEntries, {
    load,
    handle: async ({ subject, query, locale, request }) => {
      const found = await findEntries(db, subject, query, query.ordering ?? '-dateAdded', sliceOf(query))
      const toEntry = await entrySerializer(db, subject, locale)
      return pageOf(request, query, { count: found.count, rows: found.rows.map(toEntry) })
    },
  })

  const { csv, xlsx } = sheetsOf(deps)
  type Asked = { subject: AuthorizedClient; query: QueryOf<typeof ledgerCsv>; locale: Locale }
  const sheet = ({ subject, query, locale }: Asked) =>
    ({ what: 'ledger', rows: ledgerRows(db, subject, query, locale) }) as const
  route(app, http, ledgerCsv, { load, handle: (input) => csv(input, sheet(input)) })
  route(app, http, ledgerXlsx, { load, handle: (input) => xlsx(input, sheet(input)) })
}

/** Rows of the ledger as the API shows them. */
async function entrySerializer(db: Executor, { id: clientId }: AuthorizedClient, locale: Locale) {
  const [versions, quotas] = await Promise.all([currentVersions(db), findQuotas(db, clientId)])
  return (row: LedgerRow): LedgerEntry => {
    const version = versions.find((known) => known.inventoryId === row.inventory_id)
    return {
      id: row.id,
      inventory: {
        id: row.inventory_id,
        code: version?.definition.code ?? '',
        name: version === undefined ? '' : nameOf(version, locale),
        availableQuantity: quotas.find((quota) => quota.inventory_id === row.inventory_id)?.available ?? 0,
      },
      quantity: row.quantity,
      balance: row.balance,
      kind: row.kind,
      reason: row.reason,
      addedBy: row.added_by ?? '',
      dateAdded: row.created_at.toISOString(),
      assignment:
        row.assignment_id === null
          ? null
          : {
              id: row.assignment_id,
              userId: row.user_id ?? '',
              name: row.person_name ?? '',
              email: row.email ?? '',
              phone: row.phone ?? '',
              staffNumber: row.staff_number ?? '',
            },
    }
  }
}
