import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import type {
  LedgerEntry,
  listQuotaAdditions,
  listQuotaEntries,
  listQuotaMovements,
} from '#contract/ledger.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import type { Cell } from '#server/sheets/csv.ts'
import { momentCell } from '#server/sheets/dates.ts'
import {
  findEntries,
  findMovements,
  findNextEntries,
  type LedgerFilter,
  type LedgerRow,
} from './ledger-queries.ts'
import { findQuotas } from './queries.ts'

/** Additions to a client's quota, with who made them. */
export async function additions(
  db: Executor,
  client: AuthorizedClient,
  query: QueryOf<typeof listQuotaAdditions>,
  { locale }: Actor,
) {
  const filter = { ...query, kind: 'addition' as const }
  const found = await findEntries(db, client, filter, query.ordering ?? '-dateAdded', sliceOf(query))
  const toEntry = await entrySerializer(db, client, locale)
  const rows = found.rows.map((row) => {
    const { kind: _, assignment: __, ...addition } = toEntry(row)
    return addition
  })
  return { count: found.count, rows }
}

/** The ledger by what each command did. */
export async function movements(
  db: Executor,
  client: AuthorizedClient,
  query: QueryOf<typeof listQuotaMovements>,
  { locale }: Actor,
) {
  const found = await findMovements(db, client, query, query.ordering ?? '-dateAdded', sliceOf(query))
  const toEntry = await entrySerializer(db, client, locale)
  const rows = found.rows.map((row) => {
    const entry = toEntry(row)
    return { ...entry, assignment: row.units === 1 ? entry.assignment : null, units: row.units }
  })
  return { count: found.count, rows }
}

/** The ledger unit by unit. */
export async function entries(
  db: Executor,
  client: AuthorizedClient,
  query: QueryOf<typeof listQuotaEntries>,
  { locale }: Actor,
) {
  const found = await findEntries(db, client, query, query.ordering ?? '-dateAdded', sliceOf(query))
  const toEntry = await entrySerializer(db, client, locale)
  return { count: found.count, rows: found.rows.map(toEntry) }
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

const columns = [
  'at',
  'inventory',
  'kind',
  'quantity',
  'balance',
  'reason',
  'person',
  'staffNumber',
  'addedBy',
] as const
const rowsAtOnce = 1000

/** The ledger of a client as a file has it. */
export const ledgerTable = (
  db: Executor,
  client: AuthorizedClient,
  filter: LedgerFilter,
  locale: Locale,
) => ({
  what: 'ledger' as const,
  rows: ledgerRows(db, client, filter, locale),
})

/** The ledger of a client piece by piece, the oldest entry first, the headings before it. */
async function* ledgerRows(
  db: Executor,
  client: AuthorizedClient,
  filter: LedgerFilter,
  locale: Locale,
): AsyncGenerator<Cell[][]> {
  const versions = await currentVersions(db)
  const names = new Map(versions.map((version) => [version.inventoryId, nameOf(version, locale)]))
  yield [columns.map((column) => translate(locale, `exports:ledger.${column}`))]
  let last: LedgerRow | undefined
  do {
    const page: LedgerRow[] = await findNextEntries(db, client, filter, last, rowsAtOnce)
    if (page.length > 0)
      yield page.map((row) => [
        momentCell(row.created_at, locale, client.timeZone),
        names.get(row.inventory_id),
        translate(locale, `exports:kind.${row.kind}`),
        row.quantity,
        row.balance ?? undefined,
        reasonOf(row, locale),
        row.person_name ?? undefined,
        row.staff_number ?? undefined,
        row.added_by ?? undefined,
      ])
    last = page.length === rowsAtOnce ? page.at(-1) : undefined
  } while (last !== undefined)
}

/** A reason that somebody wrote is exported as it is; the product's own are codes. */
const reasonOf = ({ kind, reason }: LedgerRow, locale: Locale) =>
  reason === '' || !(kind === 'assignment' || kind === 'return')
    ? reason
    : translate(locale, `exports:reason.${reason}`)
