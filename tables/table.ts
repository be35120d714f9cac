/** A row, and the line that it begins on, counted from 1 as an editor or Excel shows it. */
export interface Row {
  readonly line: number
  readonly cells: string[]
  /** The cells that a workbook stores as numbers, by their place: how text writes them would be ambiguous. */
  readonly numbers?: ReadonlyMap<number, number>
}

export type FaultCode = 'unclosed_quote' | 'surplus_cells' | 'missing_cells'

/** A row that can't be read, and why. */
export interface Fault {
  readonly line: number
  /** The cell in which it is, counted from 1. */
  readonly column: number
  readonly code: FaultCode
  /** The cell's text, shortened. */
  readonly text: string
}

export interface Table {
  readonly rows: Row[]
  /** Rows that are not among `rows`. */
  readonly faults: Fault[]
}

const longestShown = 60

/** A text as a message repeats it. */
export const shortened = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown)}…` : text

/**
 * Finds the row of headings: among the first `within` rows the one with the highest points, of equals the first.
 * Undefined where none has any.
 */
export function findHeading(
  rows: readonly Row[],
  points: (row: Row) => number,
  within = 10,
): number | undefined {
  let best: number | undefined
  let most = 0
  for (const [at, row] of rows.slice(0, within).entries()) {
    const reached = points(row)
    if (reached <= most) continue
    best = at
    most = reached
  }
  return best
}

/**
 * Finds the row of headings if nothing is known of their words: the first of the first ten rows with at least half as
 * many texts as most rows have cells. Lines above a list have fewer.
 */
export function widestHeading(rows: readonly Row[]): number {
  const { columns } = usualWidth(rows)
  const found = rows
    .slice(0, 10)
    .findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length * 2 >= columns)
  return Math.max(0, found)
}

/** The most common number of columns among rows with several, and the number of such rows. */
export function usualWidth(rows: readonly Row[]): { columns: number; count: number } {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  let usual = { columns: 1, count: 0 }
  for (const [columns, count] of counts) {
    if (columns > 1 && (count > usual.count || (count === usual.count && columns > usual.columns)))
      usual = { columns, count }
  }
  return usual
}

/** Parts the rows from those with text to the right of the last column. */
export function withoutSurplus(rows: readonly Row[], columns: number): Table {
  const kept: Row[] = []
  const faults: Fault[] = []
  for (const row of rows) {
    const at = row.cells.findIndex((cell, index) => index >= columns && cell.trim() !== '')
    if (at === -1) kept.push(row)
    else
      faults.push({
        line: row.line,
        column: at + 1,
        code: 'surplus_cells',
        text: shortened(row.cells[at] ?? ''),
      })
  }
  return { rows: kept, faults }
}
