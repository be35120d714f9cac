import type { Locale } from '#contract/fields.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import { translate } from '#server/locales.ts'
import type { Cell } from '#server/sheets/csv.ts'
import { momentCell } from '#server/sheets/dates.ts'
import { findNextEntries, type LedgerFilter, type LedgerRow } from './ledger-queries.ts'

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

/** The ledger of a client piece by piece, the oldest entry first, the headings before it. */
export async function* ledgerRows(
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
