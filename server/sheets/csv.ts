import { stringify } from 'csv-stringify/sync'
import type { Locale } from '#contract/fields.ts'
import type { DateCell } from './dates.ts'

/**
 * The value of an export's cell: numbers and dates are written as such, everything else is text. Undefined is an empty
 * cell.
 */
export type Cell = string | number | DateCell | undefined

/**
 * Rows as CSV, written as the spreadsheet program of that language expects it: UTF-8 with a byte order mark, in Turkish
 * with semicolons and decimal commas.
 */
export async function* csvOf(rows: AsyncIterable<Cell[][]>, locale: Locale): AsyncGenerator<string> {
  let mark = '\ufeff'
  for await (const page of rows) {
    const cells = page.map((row) => row.map((cell) => written(cell, locale)))
    yield mark + stringify(cells, { delimiter: locale === 'tr' ? ';' : ',', record_delimiter: '\r\n' })
    mark = ''
  }
}

// No grouping: a spreadsheet reads it as a number and shows it as its user likes.
function written(cell: Cell, locale: Locale): string {
  if (typeof cell === 'object') return cell.text
  if (typeof cell !== 'number') return safeCell(cell ?? '')
  return locale === 'tr' ? String(cell).replace('.', ',') : String(cell)
}

/**
 * Text that a spreadsheet program shows and never computes: what looks like the start of a formula, in full-width letters
 * too, gets an apostrophe in front.
 */
export function safeCell(text: string): string {
  return /^[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}

/** A row of a file for programs, with commas and in no language: its cells say nothing that somebody typed as a formula. */
export const dataRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\n`

const quoted = (cell: string) => (/[",;\r\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
