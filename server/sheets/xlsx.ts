import writeExcelFile from 'write-excel-file/node'
import type { Cell } from './csv.ts'

/** A row of cells, typed: a text is a text, so that nothing in it is ever computed; a name that begins with an equals sign is a name. */
export const typedRow = (row: readonly Cell[]) => row.map(typed)

/**
 * An Excel file of one sheet, its first row kept in sight. It is put together in one go, some seconds for a long list, in
 * which its thread does nothing else.
 * @param title the sheet's name
 */
export async function xlsxOf(title: string, rows: ReturnType<typeof typedRow>[]): Promise<Uint8Array> {
  const columns = widthsOf(rows)
  return writeExcelFile(rows, { sheet: sheetName(title), stickyRowsCount: 1, columns }).toBuffer()
}

/** A date that is wider than its column shows as ####, where a text is cut off or runs over. */
function widthsOf(rows: ReturnType<typeof typedRow>[]): { width?: number }[] {
  const dates = new Set<number>()
  for (const row of rows) for (const [at, cell] of row.entries()) if (cell?.type === Date) dates.add(at)
  return Array.from({ length: Math.max(0, ...dates) + 1 }, (_, at) => (dates.has(at) ? { width: 18 } : {}))
}

function typed(cell: Cell) {
  if (cell === undefined || cell === '') return null
  if (typeof cell === 'object') return { type: Date, value: new Date(cell.clock), format: cell.format }
  return typeof cell === 'number'
    ? { type: Number, value: cell }
    : { type: String, value: withoutControls(cell) }
}

// XML has no place for them.
const withoutControls = (text: string) =>
  text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')

const sheetName = (title: string) => title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)
