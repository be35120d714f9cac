import type { Locale } from '#contract/fields.ts'
import { hasAutoNext } from '#scoring/form/auto-next.ts'
import { openComposites } from '#scoring/score/composites.ts'
import { type ScaleScore, Scores } from '#scoring/score/scores.ts'
import { idInReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import { assignmentFilter, type Filter } from '#server/features/assignments/filter.ts'
import {
  type CompletedResult,
  isOpenlyLeftOut,
  openTotals,
  versionsAmongResults,
} from '#server/features/delivery/results/results.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { sheetTitle } from '#server/features/platform/exports/sheets.ts'
import { translate } from '#server/locales.ts'
import type { Cell } from '#server/sheets/csv.ts'
import { momentCell } from '#server/sheets/dates.ts'
import type { SheetPage } from '#server/sheets/worker.ts'
import { autoNextCell, pagesOfResults, rounded } from './rows.ts'

/** One column of a sheet: its heading, and what a result has in it. */
interface Column {
  readonly title: string
  readonly cell: (result: Result) => Cell
}

interface Result {
  readonly row: CompletedResult
  readonly version: Version
  readonly scores: Scores
}

interface TestSheet {
  readonly name: string
  readonly columns: readonly Column[]
}

/**
 * The results of a filter as a workbook, piece by piece: a sheet for each test, a row for each completed assignment. Of a
 * sensitive test, and of a sensitive scale, the cells say only that they are restricted.
 */
export async function* resultPages(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
  locale: Locale,
): AsyncGenerator<SheetPage> {
  const versionIds = await versionsAmongResults(db, idInReach(client), assignmentFilter(client, filter))
  const versions = await Promise.all(versionIds.map((id) => getVersion(db, id)))
  const sheets = sheetsOfTests(versions, locale)
  for (const { name, columns } of sheets.values())
    yield { sheet: name, rows: [columns.map(({ title }) => title)] }
  if (sheets.size === 0) {
    const head = personColumns(locale).map(({ title }) => title)
    yield { sheet: sheetTitle('results', locale), rows: [head] }
  }
  for await (const page of pagesOfResults(db, client, filter)) {
    const rows = new Map<TestSheet, Cell[][]>()
    for (const row of page) {
      const version = await getVersion(db, row.version_id)
      const sheet = sheets.get(version.definition.code)
      // The first result of a version that came after the headings were written: it is in the next export.
      if (sheet === undefined || !versionIds.includes(row.version_id)) continue
      const result = { row, version, scores: Scores.parse(row.scores) }
      const cells = sheet.columns.map(({ cell }) => cell(result))
      rows.set(sheet, [...(rows.get(sheet) ?? []), cells])
    }
    for (const [{ name }, cells] of rows) yield { sheet: name, rows: cells }
  }
}

/** A sheet for each test by its code, in the order of their names. Its name is that of the newest version. */
function sheetsOfTests(versions: readonly Version[], locale: Locale): Map<string, TestSheet> {
  const byCode = Map.groupBy(versions, ({ definition }) => definition.code)
  const named = [...byCode].map(([code, of]) => {
    const newest = of.toSorted((a, b) => b.definition.version - a.definition.version)[0]
    return { code, of, name: newest === undefined ? code : nameOf(newest, locale) }
  })
  const sorted = named.toSorted((a, b) => a.name.localeCompare(b.name, locale))
  return new Map(
    sorted.map(({ code, of, name }) => {
      const alone = named.filter((other) => other.name === name).length === 1
      const columns = [...personColumns(locale), ...resultColumns(of, locale)]
      return [code, { name: alone ? name : `${name} ${code}`, columns }]
    }),
  )
}

function personColumns(locale: Locale): Column[] {
  const column = (key: 'person' | 'email' | 'phone' | 'staffNumber' | 'group' | 'version' | 'completedAt') =>
    translate(locale, `results:column.${key}`)
  return [
    { title: column('person'), cell: ({ row }) => row.person_name },
    { title: column('email'), cell: ({ row }) => row.email ?? '' },
    { title: column('phone'), cell: ({ row }) => row.phone },
    { title: column('staffNumber'), cell: ({ row }) => row.staff_number },
    { title: column('group'), cell: ({ row }) => row.group_name },
    { title: column('version'), cell: ({ version }) => version.definition.version },
    { title: column('completedAt'), cell: ({ row }) => momentCell(row.closed_at, locale, row.time_zone) },
  ]
}

function resultColumns(versions: readonly Version[], locale: Locale): Column[] {
  const title = (
    key:
      | 'durationSeconds'
      | 'autoNext'
      | 'answered'
      | 'items'
      | 'openAnswered'
      | 'openItems'
      | 'quality'
      | 'total'
      | 'level'
      | 'result',
  ) => translate(locale, `results:column.${key}`)
  const restricted = () => translate(locale, 'results:restricted')
  if (versions.some(({ definition }) => definition.sensitive))
    return [{ title: title('result'), cell: restricted }]
  const placed = versions.some(({ definition }) => definition.placement !== undefined)
  const total = title('total')
  // A file may be read by people who must not know whether a sensitive scale was asked.
  const open = versions.some(({ sensitiveItems }) => sensitiveItems.size > 0)
  return [
    { title: title('durationSeconds'), cell: ({ row }) => Math.round(row.duration_seconds) },
    ...(versions.some(({ definition }) => definition.sections.some(hasAutoNext))
      ? [
          {
            title: title('autoNext'),
            cell: ({ row, version }: Result) => autoNextCell(row, version, locale),
          },
        ]
      : []),
    {
      title: title(open ? 'openAnswered' : 'answered'),
      cell: ({ scores, version }) => openTotals(scores, version).answered,
    },
    {
      title: title(open ? 'openItems' : 'items'),
      cell: ({ scores, version }) => openTotals(scores, version).presented,
    },
    {
      title: title('quality'),
      cell: ({ scores }) => translate(locale, `report:confidence.${scores.validity.confidence ?? 'none'}`),
    },
    ...(placed
      ? [
          { title: title('level'), cell: ({ scores }: Result) => scores.placement?.level },
          { title: total, cell: ({ scores }: Result) => rounded(scores.placement?.total, 1) },
          {
            title: translate(locale, 'results:score.max', { score: total }),
            cell: ({ scores }: Result) => scores.placement?.max,
          },
          {
            title: translate(locale, 'results:score.percent', { score: total }),
            cell: ({ scores }: Result) => rounded(scores.placement?.percentage, 0),
          },
        ]
      : []),
    ...scaleColumns(versions, locale, restricted),
    ...compositeColumns(versions, locale),
  ]
}

/** A scale as the report names it: its score, the highest there is, the percentage between, and T where it has a norm. */
function scaleColumns(versions: readonly Version[], locale: Locale, restricted: () => string): Column[] {
  const scales = new Map<string, { name: string; normed: boolean; sensitive: boolean }>()
  for (const { definition } of versions)
    for (const { key, norm, sensitive = false } of definition.scales)
      scales.set(key, {
        name: definition.texts[locale].scales?.[key]?.name ?? key,
        normed: norm !== undefined || scales.get(key)?.normed === true,
        sensitive: sensitive || scales.get(key)?.sensitive === true,
      })
  const headed = headings([...scales].map(([key, { name }]) => [key, name]))
  return [...scales].flatMap(([key, { normed, sensitive }]): Column[] => {
    const score = headed.get(key) ?? key
    const column = (title: string, value: (scale: ScaleScore) => Cell): Column => ({
      title,
      cell: ({ row, scores }) => {
        const scale = scores.scales.find((one) => one.key === key)
        if (scale === undefined) return undefined
        if (isOpenlyLeftOut(row, scale)) return translate(locale, 'results:notAssessed')
        return sensitive ? restricted() : value(scale)
      },
    })
    const raw = column(score, ({ raw, kind }) => rounded(raw, kind === 'likert_mean' ? 2 : 1))
    if (sensitive) return [raw]
    return [
      raw,
      column(translate(locale, 'results:score.max', { score }), ({ max }) => rounded(max, 1)),
      column(translate(locale, 'results:score.percent', { score }), ({ percentage }) =>
        rounded(percentage, 0),
      ),
      ...(normed ? [column(translate(locale, 'results:score.t', { score }), ({ T }) => rounded(T, 0))] : []),
    ]
  })
}

function compositeColumns(versions: readonly Version[], locale: Locale): Column[] {
  const names = new Map<string, string>()
  for (const { definition } of versions)
    for (const { key } of openComposites(definition))
      names.set(key, definition.texts[locale].composites?.[key]?.name ?? key)
  return [...headings([...names])].map(([key, score]) => ({
    title: translate(locale, 'results:score.t', { score }),
    cell: ({ scores }) => rounded(scores.composites.find((one) => one.key === key)?.T, 0),
  }))
}

/** Two scales with one name would give two equal headings, so their keys are added. */
function headings(named: readonly (readonly [key: string, name: string])[]): Map<string, string> {
  return new Map(
    named.map(([key, name]) => [
      key,
      named.filter((one) => one[1] === name).length === 1 ? name : `${name} (${key})`,
    ]),
  )
}
