import { decodeText } from '#tables/decode.ts'
import { TableError } from '#tables/error.ts'
import { kindOf } from '#tables/kind.ts'
import type { ReadList } from './rows.ts'
import { readCsv, readTable } from './table.ts'

/** The server's limit for a list, in bytes. */
export const maxListBytes = 5 * 1024 * 1024

const headBytes = 4096

/** A list that was read from a file, and of a workbook its visible sheets and the one that was read. */
export type ReadFile = ReadList & { sheets?: string[]; sheet?: string }

/** Reads a CSV. What cannot be one is refused by its name, size and first bytes, before it is read. */
export const readCsvFile = (file: File): Promise<ReadFile> =>
  reading(async () => {
    if (file.size === 0) return { problem: { code: 'empty' } }
    if (/\.(xlsx|xlsm)$/i.test(file.name)) return { problem: { code: 'spreadsheet' } }
    if ((await headOf(file)) === 'workbook') return { problem: { code: 'spreadsheet' } }
    if (!/\.csv$/i.test(file.name)) return { problem: { code: 'notCsv' } }
    if (file.size > maxListBytes) return { problem: { code: 'tooLarge' } }
    return readCsv(decodeText(new Uint8Array(await file.arrayBuffer())))
  })

/**
 * Reads a sheet of an Excel file; hidden ones are no choice. Its reader is loaded with the first such file.
 * @param wanted the sheet; undefined: the first that has text
 */
export const readExcelFile = (file: File, wanted?: string): Promise<ReadFile> =>
  reading(async () => {
    if (file.size > maxListBytes) return { problem: { code: 'tooLarge' } }
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (kindOf(bytes) === 'text') return { problem: { code: 'not_excel' } }
    const { Workbook } = await import('#tables/workbook.ts')
    const workbook = await Workbook.open(bytes)
    const shown = workbook.sheets.flatMap(({ name, hidden }, at) => (hidden ? [] : [{ name, at }]))
    const sheets = shown.map(({ name }) => name)
    for (const { name, at } of shown) {
      if (wanted !== undefined && name !== wanted) continue
      const table = await workbook.read(at)
      if (wanted === undefined && table.rows.length === 0) continue
      return { ...readTable(table), sheets, sheet: name }
    }
    return { problem: { code: 'empty' } }
  })

const headOf = async (file: File) => kindOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))

async function reading(read: () => Promise<ReadFile>): Promise<ReadFile> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof TableError) return { problem: { code: error.code } }
    throw error
  }
}
