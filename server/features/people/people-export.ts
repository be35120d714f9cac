import type { Locale } from '#contract/fields.ts'
import { formatDate } from '#contract/format.ts'
import type { Executor } from '#server/db/database.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import { translate } from '#server/locales.ts'
import type { Cell } from '#server/sheets/csv.ts'
import { findPeople, type PersonRow } from './queries.ts'

const columns = [
  'name',
  'email',
  'phone',
  'staffNumber',
  'role',
  'group',
  'joinedAt',
  'assigned',
  'pending',
  'completed',
  'expired',
  'cancelled',
] as const

const rowsAtOnce = 1000

interface Filter {
  role?: 'candidate' | 'employee' | undefined
  search?: string | undefined
  group?: string | undefined
}

/** The people of a filter by name, piece by piece, the headings first. */
export async function* peopleRows(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
  locale: Locale,
): AsyncGenerator<Cell[][]> {
  yield [columns.map((column) => translate(locale, `exports:people.${column}`))]
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { rows } = await findPeople(db, client, { ...filter, role: filter.role ?? 'candidate' }, 'name', {
      limit: rowsAtOnce,
      offset,
    })
    if (rows.length > 0) yield rows.map((row) => cellsOf(row, client, locale))
    if (rows.length < rowsAtOnce) return
  }
}

function cellsOf(row: PersonRow, { timeZone }: AuthorizedClient, locale: Locale): Cell[] {
  const counts = [row.assigned, row.pending, row.completed, row.expired, row.cancelled]
  return [
    row.name,
    row.email ?? '',
    row.phone,
    row.staff_number,
    translate(locale, `exports:role.${row.role}`),
    row.group_name,
    formatDate(row.joined_at.toISOString(), locale, timeZone),
    ...counts,
  ]
}
