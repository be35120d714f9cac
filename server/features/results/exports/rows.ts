import type { Locale } from '#contract/fields.ts'
import { hasAutoNext } from '#scoring/form/auto-next.ts'
import { sensitiveScales } from '#scoring/form/left-out.ts'
import { openComposites } from '#scoring/score/composites.ts'
import { Scores } from '#scoring/score/scores.ts'
import { groupInReach, idInReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import { assignmentFilter, type Filter } from '#server/features/assignments/filter.ts'
import {
  type CompletedResult,
  isOpenlyLeftOut,
  nextResults,
  openTotals,
  versionsAmongResults,
} from '#server/features/delivery/results/results.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { translate } from '#server/locales.ts'
import type { Cell } from '#server/sheets/csv.ts'
import { momentCell } from '#server/sheets/dates.ts'

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
  // Behind the others, which programs may count.
  'phone',
  'staffNumber',
  'autoNext',
] as const

// Reading the scores of so many blocks everything else for some hundredths of a second.
const rowsAtOnce = 200

/**
 * A row for each completed assignment, piece by piece, the headings first. Of a sensitive inventory the row says only that it was completed.
 * @throws FieldFailure at once for a filter that can't be: a file that has begun can't be refused
 */
export function resultRows(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
  locale: Locale,
): AsyncGenerator<Cell[][]> {
  assignmentFilter(client, filter)
  return pieces(db, client, filter, locale)
}

async function* pieces(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
  locale: Locale,
): AsyncGenerator<Cell[][]> {
  const versionIds = await versionsAmongResults(db, idInReach(client), assignmentFilter(client, filter))
  const versions = await Promise.all(versionIds.map((id) => getVersion(db, id)))
  const scores = scoreColumns(versions, locale)
  const titles = fixedColumns.map((column) => translate(locale, `results:column.${column}`))
  yield [[...titles, ...scores.map((column) => column.title)]]
  for await (const page of pagesOfResults(db, client, filter))
    yield await Promise.all(
      page.map(async (row) => cellsOf(row, await getVersion(db, row.version_id), scores, locale)),
    )
}

/** The results of a filter in the order of completion, some hundred at a time. */
export async function* pagesOfResults(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
): AsyncGenerator<CompletedResult[]> {
  let last: CompletedResult | undefined
  do {
    const after = last && { endedAt: last.ended_at_exact, assignmentId: last.assignment_id }
    const page: CompletedResult[] = await nextResults(
      db,
      idInReach(client),
      assignmentFilter(client, filter),
      after,
      rowsAtOnce,
    )
    // Somebody may have changed their group since.
    if (page.length > 0)
      yield page.map((row) => ({ ...row, group_name: groupInReach(client, row.group_name) }))
    last = page.length === rowsAtOnce ? page.at(-1) : undefined
  } while (last !== undefined)
}

/** One column of numbers: a scale's raw score, or its T score. */
interface ScoreColumn {
  readonly key: string
  readonly title: string
}

/**
 * A column for each scale that may be exported, and one for its T score where it has a norm, headed by the scale's name
 * as the report has it; a composite has the T score alone. Scales of several inventories or versions with one key share
 * a column.
 */
function scoreColumns(versions: readonly Version[], locale: Locale): ScoreColumn[] {
  const names = new Map<string, string>()
  const scaled = new Set<string>()
  const normed = new Set<string>()
  for (const { definition } of versions.filter((version) => !version.definition.sensitive)) {
    for (const { key, norm } of definition.scales.filter((scale) => !scale.sensitive)) {
      names.set(key, definition.texts[locale].scales?.[key]?.name ?? key)
      scaled.add(key)
      if (norm !== undefined) normed.add(key)
    }
    for (const { key } of openComposites(definition)) {
      names.set(key, definition.texts[locale].composites?.[key]?.name ?? key)
      normed.add(key)
    }
  }
  // Behind the numbers, a column that says of a sensitive scale only whether it was left out.
  const kept = versions.flatMap(({ definition }) =>
    sensitiveScales(definition).map(
      (key) => [key, definition.texts[locale].scales?.[key]?.name ?? key] as const,
    ),
  )
  for (const [key, name] of kept) if (!names.has(key)) names.set(key, name)
  for (const [key] of kept) scaled.add(key)
  const all = [...names.values()]
  return [...names].flatMap(([key, name]) => {
    // Two scales of one name would be two columns of one heading.
    const alone = all.filter((one) => one === name).length === 1
    const title = alone ? name : `${name} (${key})`
    return [
      ...(scaled.has(key) ? [{ key, title }] : []),
      ...(normed.has(key) ? [{ key: columnOfT(key), title: `${title}, T` }] : []),
    ]
  })
}

const columnOfT = (key: string) => `${key}_T`

function cellsOf(
  row: CompletedResult,
  version: Version,
  columns: readonly ScoreColumn[],
  locale: Locale,
): Cell[] {
  const { definition } = version
  const scores = Scores.parse(row.scores)
  const cells = new Map<string, Cell>()
  if (!definition.sensitive) {
    for (const scale of scores.scales) {
      if (scale.sensitive) {
        const closed = isOpenlyLeftOut(row, scale)
        cells.set(scale.key, translate(locale, closed ? 'results:notAssessed' : 'results:restricted'))
        continue
      }
      cells.set(scale.key, rounded(scale.raw, scale.kind === 'likert_mean' ? 2 : 1))
      cells.set(columnOfT(scale.key), rounded(scale.T, 0))
    }
    for (const { key } of openComposites(definition)) {
      cells.set(columnOfT(key), rounded(scores.composites.find((one) => one.key === key)?.T, 0))
    }
  }
  const number = (value: number | null | undefined) => rounded(definition.sensitive ? null : value, 1)
  const placement = definition.sensitive ? null : scores.placement
  return [
    row.person_name,
    row.email ?? '',
    row.group_name,
    definition.code,
    nameOf(version, locale),
    definition.version,
    momentCell(row.closed_at, locale, row.time_zone),
    number(Math.round(row.duration_seconds)),
    number(openTotals(scores, version).answered),
    number(openTotals(scores, version).presented),
    number(placement?.total),
    placement?.level ?? '',
    row.phone,
    row.staff_number,
    definition.sensitive ? '' : autoNextCell(row, version, locale),
    ...columns.map((column) => cells.get(column.key)),
  ]
}

/**
 * Says whether the next question followed automatically, which shortens the duration; empty where no question does so.
 */
export const autoNextCell = (row: CompletedResult, { definition }: Version, locale: Locale): string =>
  definition.sections.some(hasAutoNext)
    ? translate(locale, row.auto_next_used ? 'results:yes' : 'results:no')
    : ''

/** Rounds as the report does: to at most so many decimals. */
export const rounded = (value: number | null | undefined, decimals: 0 | 1 | 2) =>
  value === null || value === undefined ? undefined : Math.round(value * 10 ** decimals) / 10 ** decimals
