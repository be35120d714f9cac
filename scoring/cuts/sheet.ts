import { type Row, shortened, type Table, widestHeading } from '#tables/table.ts'

export type SheetFaultCode =
  | 'unclosed_quote'
  /** Rows of fewer or more cells than the heading. */
  | 'missing_cells'
  | 'surplus_cells'
  | 'empty'
  /** A column that is needed; its name is the text. */
  | 'no_column'
  /** A heading that isn't one of those allowed here. */
  | 'unknown_column'
  | 'blank_heading'
  | 'column_twice'
  | 'no_rows'
  | 'no_judges'
  /** An item, or a judge, that is there already. */
  | 'row_twice'
  | 'blank'
  /** A rating that is no share from 0 to 1 or percentage from 0% to 100%. */
  | 'not_a_share'
  | 'not_a_number'
  /** A number outside what it may be, such as points of 0. */
  | 'out_of_range'
  /** An item that isn't in the booklet. */
  | 'unknown_item'
  /** A cut for which another has items that it lacks. */
  | 'missing_item'
  /** An item with other points than in another cut. */
  | 'other_points'

/** A fault of a sheet and its place, as an editor counts lines and columns, from 1. */
export interface SheetFault {
  readonly line: number
  readonly column: number
  readonly code: SheetFaultCode
  readonly text: string
}

/** The content of a sheet, or all of its faults. */
export type SheetRead<T> =
  | { readonly value: T; readonly faults: null }
  | { readonly value: null; readonly faults: readonly SheetFault[] }

export const fault = (line: number, column: number, code: SheetFaultCode, text = ''): SheetFault => ({
  line,
  column,
  code,
  text: shortened(text),
})

export interface Sheet {
  readonly headings: readonly string[]
  readonly rows: readonly Row[]
  /** The line of the headings. */
  readonly line: number
  readonly faults: SheetFault[]
}

/**
 * Parts a table into headings and trimmed rows; without a needed column there are no rows. Rows that are too short or too long are faults; empty cells at the end, as
 * spreadsheet programs leave them, are none.
 */
export function openSheet(table: Table, needed: readonly string[]): Sheet {
  const at = widestHeading(table.rows)
  const faults: SheetFault[] = table.faults.map(({ line, column, code, text }) => ({
    line,
    column,
    code,
    text,
  }))
  const head = table.rows[at]
  if (head === undefined)
    return { headings: [], rows: [], line: 1, faults: [...faults, fault(1, 1, 'empty')] }
  const { line } = head
  const headings = head.cells.map((name) => name.trim())
  while (headings.at(-1) === '') headings.pop()
  for (const [i, name] of headings.entries()) {
    if (name === '') faults.push(fault(line, i + 1, 'blank_heading'))
    else if (headings.indexOf(name) < i) faults.push(fault(line, i + 1, 'column_twice', name))
  }
  for (const name of needed) if (!headings.includes(name)) faults.push(fault(line, 1, 'no_column', name))
  const rows = table.rows.slice(at + 1).flatMap((row) => {
    const cells = row.cells.map((cell) => cell.trim())
    const surplus = cells.findIndex((cell, i) => i >= headings.length && cell !== '')
    if (surplus !== -1) faults.push(fault(row.line, surplus + 1, 'surplus_cells', cells[surplus]))
    else if (cells.length < headings.length)
      faults.push(fault(row.line, cells.length + 1, 'missing_cells', cells.at(-1)))
    else return [{ line: row.line, cells: cells.slice(0, headings.length) }]
    return []
  })
  if (!needed.every((name) => headings.includes(name))) return { headings, rows: [], line, faults }
  if (rows.length === 0 && faults.length === 0) faults.push(fault(line, 1, 'no_rows'))
  return { headings, rows, line, faults }
}

const inOrder = (faults: readonly SheetFault[]) =>
  faults.toSorted((a, b) => a.line - b.line || a.column - b.column)

/** The value of a sheet without faults, else its faults from top to bottom. */
export const readOr = <T>(faults: readonly SheetFault[], value: () => T): SheetRead<T> =>
  faults.length > 0 ? { value: null, faults: inOrder(faults) } : { value: value(), faults: null }

/** A number as people type it, with a point or a comma; null where it is none. No grouping, so that 1.250 is below 2. */
export function typedNumber(text: string): number | null {
  return /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/.test(text) || /^[+-]?[.,]\d{1,15}$/.test(text)
    ? Number(text.replace(',', '.'))
    : null
}
