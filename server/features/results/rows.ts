import type { Locale } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { Scores } from '#scoring/scores.ts'
import type { Executor } from '#server/db/database.ts'
import type { Filter } from '#server/features/assignments/filter.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { translate } from '#server/locales.ts'
import type { Cell } from '#server/sheets/csv.ts'
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
 * A row for each completed assignment, piece by piece, the headings first. Of a sensitive inventory the row says only that it was completed.
 */
export async function* resultRows(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
  locale: Locale,
): AsyncGenerator<Cell[][]> {
  const versionIds = await findResultVersions(db, client, filter)
  const versions = await Promise.all(versionIds.map((id) => getVersion(db, id)))
  const scores = scoreColumns(versions)
  const titles = fixedColumns.map((column) => translate(locale, `results:column.${column}`))
  yield [[...titles, ...scores]]
  let last: ResultRow | undefined
  do {
    const after = last && { closedAt: last.closed_at_exact, assignmentId: last.assignment_id }
    const page: ResultRow[] = await findResults(db, client, filter, after, rowsAtOnce)
    const cells = await Promise.all(
      page.map(async (row) => cellsOf(row, await getVersion(db, row.version_id), scores, locale)),
    )
    if (cells.length > 0) yield cells
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

function cellsOf(row: ResultRow, version: Version, columns: readonly string[], locale: Locale): Cell[] {
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
  const number = (value: number | null | undefined) => rounded(definition.sensitive ? null : value)
  const placement = definition.sensitive ? null : scores.placement
  return [
    row.person_name,
    row.email ?? '',
    row.group_name,
    definition.code,
    nameOf(version, locale),
    definition.version,
    formatDateTime(row.closed_at.toISOString(), locale, row.time_zone),
    number(Math.round(row.duration_seconds)),
    number(scores.totals.answered),
    number(scores.totals.presented),
    number(placement?.total),
    placement?.level ?? '',
    ...columns.map((column) => number(numbers.get(column))),
  ]
}

// At most four decimals.
const rounded = (value: number | null | undefined) =>
  value === null || value === undefined ? undefined : Math.round(value * 10_000) / 10_000
