import type { Section } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { itemOptions, partOptions, shufflesOptions } from '#scoring/form/form-order.ts'
import {
  answerCell,
  attemptColumn,
  blankMarks,
  columnOf,
  ownPaceColumn,
} from '#scoring/responses/answer-cells.ts'
import type { Outcome } from '#scoring/score/outcomes.ts'
import type { Executor } from '#server/db/database.ts'
import { hasOwnPace } from '#server/features/delivery/attempts/closing/pace.ts'
import { type ExportedAttempt, exportedAttempts } from '#server/features/delivery/attempts/exported.ts'
import type { Version } from '#server/features/inventories/versions.ts'
import { dataRow } from '#server/sheets/csv.ts'

const pageSize = 100
// Computing some rows blocks everything else for about ten milliseconds.
const rowsAtOnce = 10

/**
 * The answers of a client's people to one version as CSV for programs, piece by piece: a row for each result, without its person. Items
 * of sensitive scales are left out.
 */
export async function* answerRows(db: Executor, clientId: string, version: Version): AsyncGenerator<string> {
  const { head, cellsOf } = answerTable(version)
  yield dataRow(head)
  for await (const page of exportedAttempts(db, clientId, version, pageSize)) {
    let rows: string[] = []
    for (const attempt of page) {
      rows.push(dataRow(cellsOf(attempt)))
      if (rows.length < rowsAtOnce) continue
      yield rows.join('')
      rows = []
      // Requests of others come first.
      await new Promise(setImmediate)
    }
    if (rows.length > 0) yield rows.join('')
  }
}

/** The headings of such a file, and the cells of a result. */
export function answerTable(version: Version) {
  const items = openItems(version)
  return {
    head: headings(version, items),
    cellsOf: (attempt: ExportedAttempt) => rowOf(version, items, attempt),
  }
}

interface OpenItem {
  readonly section: Section
  readonly item: Item
  readonly isShuffled: boolean
}

const openItems = ({ definition, sensitiveItems }: Version): OpenItem[] =>
  definition.sections.flatMap((section) =>
    section.items
      .filter(({ id }) => !sensitiveItems.has(id))
      .map((item) => ({ section, item, isShuffled: shufflesOptions(section, item) })),
  )

const facts: readonly (readonly [name: string, cell: (attempt: ExportedAttempt) => string])[] = [
  ['language', ({ row }) => row.locale],
  ['read_aloud', ({ row }) => String(row.read_aloud_used)],
  ['accommodations', accommodationsOf],
  ['started', ({ row }) => row.started_at.toISOString()],
  ['ended', ({ row }) => endOf(row).toISOString()],
  ['duration_seconds', ({ row }) => answerCell(Math.round(row.duration_seconds))],
  ['closed_by', ({ row }) => (row.ended_by_manager ? 'manager' : row.closed_by)],
  ['quality', ({ row }) => row.quality ?? ''],
  ['auto_next', ({ row }) => String(row.auto_next_used)],
  ['offline', ({ row }) => String(row.started_offline)],
  ['paused_seconds', ({ row }) => answerCell(row.paused_seconds)],
  ['added_seconds', ({ row }) => answerCell(row.added_seconds)],
  ['late_answers', ({ row }) => row.late_decision ?? ''],
]

function headings({ items: known }: Version, items: readonly OpenItem[]): string[] {
  const isItem = (id: string) => known.has(id)
  return [
    'respondent',
    ...facts.map(([name]) => attemptColumn(name, isItem)),
    ownPaceColumn(isItem),
    ...items.flatMap(({ item: { id }, isShuffled }) => [
      id,
      columnOf.ms(id),
      columnOf.order(id),
      ...(isShuffled ? [columnOf.options(id)] : []),
    ]),
  ]
}

function rowOf(version: Version, items: readonly OpenItem[], attempt: ExportedAttempt): string[] {
  const { row, outcomes, timings } = attempt
  const byId = new Map(outcomes.map((outcome) => [outcome.item.id, outcome]))
  const shown = outcomes.filter(({ status }) => status !== 'notPresented')
  const places = new Map(shown.map(({ item }, i) => [item.id, i + 1]))
  return [
    row.receipt,
    ...facts.map(([, cell]) => cell(attempt)),
    String(hasOwnPace(row)),
    ...items.flatMap((one) => {
      const { id } = one.item
      const place = places.get(id)
      return [
        outcomeCell(byId.get(id)),
        String(place === undefined ? '' : (entry(timings, id) ?? '')),
        String(place ?? ''),
        ...(one.isShuffled ? [place === undefined ? '' : optionsCell(version, one, row.id)] : []),
      ]
    }),
  ]
}

function outcomeCell(outcome: Outcome | undefined): string {
  if (outcome === undefined) return ''
  const { status, value } = outcome
  return status === 'answered' || status === 'dontKnow' ? answerCell(value) : blankMarks[status]
}

/** The order in which the person saw an item's options: `b|a|c`, or `s=b,a|t=x,y` where its parts have options of their own. */
function optionsCell({ definition }: Version, { section, item }: OpenItem, seed: string): string {
  if (item.type === 'numeric' || item.type === 'gap') return ''
  if (item.type !== 'inline_choice') return itemOptions(definition, section, item, seed).join('|')
  return item.parts.map((part) => `${part.id}=${partOptions(section, item, part, seed).join(',')}`).join('|')
}

/** The end of an attempt; one whose time is over may be closed a little later. */
const endOf = ({ closed_at, deadline }: ExportedAttempt['row']) =>
  deadline !== null && deadline < closed_at ? deadline : closed_at

/** The accommodations that differ from the usual: `time 125, text 1`. */
function accommodationsOf({ row }: ExportedAttempt): string {
  // More time may have been given after the start.
  const time = row.last_time_percent
  return [
    ...(time === 100 ? [] : [`time ${time ?? 'unlimited'}`]),
    ...(row.text_size > 0 ? [`text ${row.text_size}`] : []),
    ...(row.read_aloud ? [] : ['no read-aloud']),
    ...(row.breaks > 0 ? [`breaks ${row.breaks}`] : []),
  ].join(', ')
}
