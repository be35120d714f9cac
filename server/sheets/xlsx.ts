import writeExcelFile from 'write-excel-file/node'
import { Failure } from '#server/http/failure.ts'
import type { Cell } from './csv.ts'

/** As many cells as a file holds: it is put together in memory, where a million take some hundred megabytes. */
export const mostCells = 1_000_000

/**
 * An Excel file of one sheet, its first row kept in sight. A text is typed as text, so that nothing in it is ever computed: a
 * name that begins with an equals sign is a name.
 * @param title the sheet's name
 * @throws Failure too_many_rows as soon as there are more than a file holds; as CSV they can all be had
 */
export async function xlsxOf(title: string, rows: AsyncIterable<Cell[][]>): Promise<Buffer> {
  const cells = []
  let count = 0
  for await (const page of rows) {
    for (const row of page) {
      count += row.length
      if (count > mostCells) throw new Failure('too_many_rows')
      cells.push(row.map(typed))
    }
  }
  return writeExcelFile(cells, { sheet: sheetName(title), stickyRowsCount: 1 }).toBuffer()
}

function typed(cell: Cell) {
  if (cell === undefined || cell === '') return null
  return typeof cell === 'number'
    ? { type: Number, value: cell }
    : { type: String, value: withoutControls(cell) }
}

// XML has no place for them.
const withoutControls = (text: string) =>
  text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')

const sheetName = (title: string) => title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)
