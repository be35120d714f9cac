import { stringify } from 'csv-stringify/sync'
import type { Locale } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { Scores } from '#scoring/scores.ts'
import type { Executor } from '#server/db/database.ts'
import type { Filter } from '#server/features/assignments/filter.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { translate } from '#server/locales.ts'
import { findResults, findResultVersions, type ResultRow } from './queries.ts'

const fixedColumns = [
  'person',
  'email',
  'group',
  'inventory',
  'inventoryName',
  'version',
  'completedAt',
  'durationSeconds',
  'answered',
  'items',
  'total',
  'level',
] as const

const rowsAtOnce = 500

/**
 * A row for each completed assignment, piece by piece. Written as the spreadsheet program of that language expects it:
 * UTF-8 with a byte order mark, in Turkish semicolons and decimal commas. Of a sensitive inventory the row says only
 * that it was completed.
 */
export async function* resultsCsv(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
  locale: Locale,
): AsyncGenerator<string> {
  const versionIds = await findResultVersions(db, client, filter)
  const versions = await Promise.all(versionIds.map((id) => getVersion(db, id)))
  const scores = scoreColumns(versions)
  const write = (rows: (string | number)[][]) =>
    stringify(rows, { delimiter: locale === 'tr' ? ';' : ',', record_delimiter: '\r\n' })
  const titles = fixedColumns.map((column) => translate(locale, `results:column.${column}`))
  yield `\ufeff${write([[...titles, ...scores]])}`
  let last: ResultRow | undefined
  do {
    const after = last && { closedAt: last.closed_at_exact, assignmentId: last.assignment_id }
    const page: ResultRow[] = await findResults(db, client, filter, after, rowsAtOnce)
    const cells = await Promise.all(
      page.map(async (row) => cellsOf(row, await getVersion(db, row.version_id), scores, locale)),
    )
    if (cells.length > 0) yield write(cells)
    last = page.length === rowsAtOnce ? page.at(-1) : undefined
  } while (last !== undefined)
}

/** The keys of all scales that may be exported, each with a column for its T score where it has a norm. */
function scoreColumns(versions: readonly Version[]): string[] {
  const open = versions.filter((version) => !version.definition.sensitive)
  const keys = open.flatMap(({ definition }) =>
    definition.scales
      .filter((scale) => !scale.sensitive)
      .flatMap((scale) => (scale.norm === undefined ? [scale.key] : [scale.key, `${scale.key}_T`])),
  )
  return [...new Set(keys)]
}

function cellsOf(row: ResultRow, version: Version, columns: readonly string[], locale: Locale): string[] {
  const { definition } = version
  const scores = Scores.parse(row.scores)
  const numbers = new Map<string, number | null>()
  if (!definition.sensitive) {
    for (const scale of scores.scales) {
      if (scale.sensitive) continue
      numbers.set(scale.key, scale.raw)
      numbers.set(`${scale.key}_T`, scale.T)
    }
  }
  const number = (value: number | null | undefined) => decimal(definition.sensitive ? null : value, locale)
  const placement = definition.sensitive ? null : scores.placement
  return [
    safeCell(row.person_name),
    safeCell(row.email ?? ''),
    safeCell(row.group_name),
    definition.code,
    nameOf(version, locale),
    String(definition.version),
    formatDateTime(row.closed_at.toISOString(), locale, row.time_zone),
    number(Math.round(row.duration_seconds)),
    number(scores.totals.answered),
    number(scores.totals.presented),
    number(placement?.total),
    placement?.level ?? '',
    ...columns.map((column) => number(numbers.get(column))),
  ]
}

// No grouping and at most four decimals: a spreadsheet reads it as a number and shows it as its user likes.
function decimal(value: number | null | undefined, locale: Locale): string {
  if (value === null || value === undefined) return ''
  const text = String(Math.round(value * 10_000) / 10_000)
  return locale === 'tr' ? text.replace('.', ',') : text
}

/**
 * Text that a spreadsheet program shows and never computes: what looks like the start of a formula, in full-width letters
 * too, gets an apostrophe in front.
 */
export function safeCell(text: string): string {
  return /^[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}
