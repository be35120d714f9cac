import { FieldFailure } from '#server/http/failure.ts'
import { type BrokenLetters, brokenInRows, brokenLetters, decodeText } from '#tables/decode.ts'
import { TableError, type TableProblem } from '#tables/error.ts'
import { kindOf } from '#tables/kind.ts'
import { readSeparated } from '#tables/separated.ts'
import type { Table } from '#tables/table.ts'
import { Workbook } from '#tables/workbook.ts'

/** The most cells that a statement's CSV may have. */
const maxCells = 1_000_000

const complaints: Record<TableProblem, { key: string }> = {
  empty: { key: 'table_empty' },
  binary: { key: 'table_binary' },
  password: { key: 'table_password' },
  old_excel: { key: 'table_old_excel' },
  not_excel: { key: 'table_not_excel' },
  unpacked_too_large: { key: 'table_unpacked_too_large' },
  too_many_cells: { key: 'table_too_many_cells' },
}

export type StatementFile =
  | { readonly format: 'camt'; readonly text: string; readonly broken: BrokenLetters | undefined }
  | {
      readonly format: 'csv' | 'xlsx'
      readonly table: Table
      /** The sheets of a workbook that Excel shows. */
      readonly sheets: readonly string[]
      /** Which of them `table` is; null for a CSV. */
      readonly sheet: string | null
      readonly broken: BrokenLetters | undefined
    }

/**
 * A bank's statement as what its bytes are, regardless of its name.
 * @param wanted the sheet of a workbook; undefined: the first that is shown and has text
 * @throws FieldFailure for what is none, and for a sheet that isn't there
 */
export async function openStatement(file: Uint8Array, wanted?: string): Promise<StatementFile> {
  try {
    if (kindOf(file) === 'workbook') return await openWorkbook(file, wanted)
    const text = decodeText(file)
    if (/^\ufeff?\s*</.test(text)) return { format: 'camt', text, broken: brokenLetters(text) }
    const table = readSeparated(text, { maxCells })
    return { format: 'csv', table, sheets: [], sheet: null, broken: brokenInRows(table.rows) }
  } catch (error) {
    if (error instanceof TableError) throw new FieldFailure({ file: complaints[error.code] })
    throw error
  }
}

async function openWorkbook(file: Uint8Array, wanted: string | undefined): Promise<StatementFile> {
  const workbook = await Workbook.open(file)
  const shown = workbook.sheets.flatMap(({ name, hidden }, at) => (hidden ? [] : [{ name, at }]))
  const sheets = shown.map(({ name }) => name)
  for (const { name, at } of shown) {
    if (wanted !== undefined && name !== wanted) continue
    const table = await workbook.read(at)
    if (wanted === undefined && table.rows.length === 0) continue
    return { format: 'xlsx', table, sheets, sheet: name, broken: brokenInRows(table.rows) }
  }
  if (wanted !== undefined) throw new FieldFailure({ sheet: { key: 'unknown_sheet' } })
  throw new TableError('empty')
}
