import type { Locale } from '#contract/fields.ts'
import type { ReadableClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { peopleFilter } from '#server/features/memberships/filter.ts'
import { translate } from '#server/locales.ts'
import type { Cell } from '#server/sheets/csv.ts'
import { dayCell } from '#server/sheets/dates.ts'
import { findNextPeople, type PersonRow } from './list-queries.ts'

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
  'decision',
] as const

interface Filter {
  role?: 'candidate' | 'employee' | undefined
  search?: string | undefined
  group?: string | undefined
  without?: string | undefined
  decision?: string | undefined
}

/**
 * The people of a filter by name, piece by piece, the headings first.
 * @throws FieldFailure at once for a filter that can't be: a file that has begun can't be refused
 */
export function peopleRows(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
  locale: Locale,
  rowsAtOnce = 1000,
): AsyncGenerator<Cell[][]> {
  const wanted = { ...filter, role: filter.role ?? 'candidate' }
  peopleFilter(client, wanted)
  return pieces(db, client, wanted, locale, rowsAtOnce)
}

async function* pieces(
  db: Executor,
  client: ReadableClient,
  wanted: Filter & { role: 'candidate' | 'employee' },
  locale: Locale,
  rowsAtOnce: number,
): AsyncGenerator<Cell[][]> {
  yield [columns.map((column) => translate(locale, `exports:people.${column}`))]
  let last: PersonRow | undefined
  do {
    const page: PersonRow[] = await findNextPeople(db, client, wanted, last, rowsAtOnce)
    if (page.length > 0) yield page.map((row) => cellsOf(row, client, locale))
    last = page.length === rowsAtOnce ? page.at(-1) : undefined
  } while (last !== undefined)
}

function cellsOf(row: PersonRow, { timeZone }: ReadableClient, locale: Locale): Cell[] {
  const { assigned, pending, completed, expired, cancelled } = row.assignments
  return [
    row.name,
    row.email ?? '',
    row.phone,
    row.staff_number,
    translate(locale, `exports:role.${row.role}`),
    row.group_name,
    dayCell(row.joined_at, locale, timeZone),
    ...[assigned, pending, completed, expired, cancelled],
    translate(locale, `exports:decision.${row.decision}`),
  ]
}
