import { brokenInRows } from '#tables/decode.ts'
import { TableError } from '#tables/error.ts'
import { readSeparated } from '#tables/separated.ts'
import {
  type Fault,
  findHeading,
  type Row,
  shortened,
  type Table,
  usualWidth,
  withoutSurplus,
} from '#tables/table.ts'
import { type Field, namesContact, readHeader } from './header.ts'
import { inferFields } from './infer.ts'
import { type ListRow, maxRows, type ReadList, tidy } from './rows.ts'
import { personOfCells } from './shape.ts'

/** The number of cells of ten thousand people with a hundred columns. */
const maxCells = 1_000_000

/** Reads a separated list, with or without a heading row. Empty rows are dropped; lines keep their number. */
export function readCsv(text: string): ReadList {
  try {
    return readTable(readSeparated(text, { maxCells }))
  } catch (error) {
    if (error instanceof TableError) return { problem: { code: error.code } }
    throw error
  }
}

/** The row of headings, within the first ten; above it are titles, never people. */
export function headingAt(rows: readonly Row[]): number | undefined {
  return findHeading(rows, (row) => {
    const fields = readHeader(row.cells)
    if (fields === undefined) return 0
    const at = rows.indexOf(row)
    const above = rows.slice(0, at)
    if (
      at > 0 &&
      (!namesContact(fields) || above.some(({ cells }) => cells.some((cell) => cell.includes('@'))))
    )
      return 0
    return fields.filter((field) => field !== undefined).length
  })
}

/** The people of a table. What can't be read of it is in `faults`, and among no rows. */
export function readTable(table: Table): ReadList {
  const rows = table.rows.filter(({ cells }) => cells.some((cell) => tidy(cell) !== ''))
  const at = headingAt(rows)
  const heading = at === undefined ? undefined : rows[at]
  const fields = heading && readHeader(heading.cells)
  const below = at === undefined ? rows : rows.slice(at + 1)
  const unread = table.faults.filter(({ line }) => heading === undefined || line > heading.line)
  if (below.length === 0) return { problem: { code: 'empty' } }
  if (below.length > maxRows) return { problem: { code: 'tooManyRows', count: below.length } }
  const named = fields !== undefined && namesContact(fields)
  const byColumn = named ? fields : inferFields(below.map(({ cells }) => cells))
  const width = named ? fields.length : usualWidth(below).columns
  const whole = byColumn ? withoutSurplus(below, width) : { rows: below, faults: [] }
  const faults: Fault[] = [...unread, ...whole.faults]
  const people = whole.rows.flatMap(({ cells, line }): ListRow[] => {
    if (byColumn) return [{ line, ...personOfColumns(cells, byColumn) }]
    const person = personOfCells(cells)
    if ('email' in person) return [{ line, ...person }]
    faults.push({
      line,
      column: person.surplus + 1,
      code: 'surplus_cells',
      text: shortened(cells[person.surplus] ?? ''),
    })
    return []
  })
  return {
    rows: people,
    unused: named ? unusedOf(heading?.cells ?? [], fields, whole.rows) : [],
    faults: faults.sort((one, other) => one.line - other.line),
    broken: brokenInRows(rows) ?? null,
  }
}

/** The columns that hold nothing an invitation needs: by their heading, and without one by their first text. */
function unusedOf(
  headings: readonly string[],
  fields: readonly (Field | undefined)[],
  rows: readonly Row[],
): string[] {
  return fields.flatMap((field, at) => {
    if (field !== undefined) return []
    const first = () => rows.map(({ cells }) => tidy(cells[at] ?? '')).find((cell) => cell !== '')
    const title = tidy(headings[at] ?? '') || first()
    return title === undefined ? [] : [shortened(title)]
  })
}

function personOfColumns(
  cells: readonly string[],
  fields: readonly (Field | undefined)[],
): Omit<ListRow, 'line'> {
  const of = (field: Field) => {
    const filled = fields.map((one, index) => (one === field ? tidy(cells[index] ?? '') : '')).filter(Boolean)
    return filled[0] ?? ''
  }
  const parted = [of('firstName'), of('lastName')].filter(Boolean).join(' ')
  return {
    name: of('name') || parted,
    email: of('email'),
    phone: of('phone'),
    staffNumber: of('staffNumber'),
    group: of('group'),
  }
}
