import { CsvError, parse } from 'csv-parse/sync'

/** A row, and the line of the file that it begins on, counted from 1 as an editor shows it. */
export interface CsvRow {
  readonly line: number
  readonly cells: string[]
}

/**
 * The rows of a CSV file, quoted cells and line ends within them included; rows without any text are left out. Commas,
 * semicolons or tabs separate cells, whichever the first line has.
 * @param maxCells how many cells are read, over all rows
 * @throws with the row's line when a quotation mark is never closed or there are more cells
 */
export function readCsv(text: string, maxCells = Number.POSITIVE_INFINITY): CsvRow[] {
  const rows: CsvRow[] = []
  let line = 1
  let count = 0
  const keep = (cells: string[]) => {
    count += cells.length
    if (count > maxCells) throw new Error(`line ${line}: there are more than ${maxCells} cells`)
    if (cells.some((each) => each !== '')) rows.push({ line, cells })
    // The parser's own count takes a Windows line end within a cell for two.
    line += 1 + breaksIn(cells.join())
    // Kept already; the parser keeps no second list.
    return null
  }
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Banks write quotation marks into the middle of a cell.
      relax_quotes: true,
      on_record: keep,
    })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Error(`line ${line}: a quotation mark is never closed`)
    throw error
  }
  return rows
}

/** Line ends within cells, as editors count them. */
const breaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

// Not the parser's own guess, which also counts the decimal commas of the rows below.
function delimiterOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '')
  return [',', ';', '\t'].find((one) => first.includes(one)) ?? ','
}
