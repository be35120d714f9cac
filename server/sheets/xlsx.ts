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
  return writeExcelFile(rows, { sheet: sheetName(title), stickyRowsCount: 1 }).toBuffer()
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
