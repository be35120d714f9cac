import writeExcelFile from 'write-excel-file/node'
import {
  getCellAddress,
  getOrderOfSiblings,
  getSelfClosingTagMarkup,
  insertElementMarkupAccordingToOrderOfSiblings,
} from 'write-excel-file/utility'
import type { Cell } from './csv.ts'

type TypedRow = ReturnType<typeof typedRow>

/** A sheet under its name; the first row contains the headings. */
export interface Sheet {
  readonly name: string
  readonly rows: TypedRow[]
}

/** The colours of the headings, as `#rrggbb`: a client's own, and that of words on it. */
export interface HeadLook {
  readonly backgroundColor: string
  readonly textColor: string
}

/** A row of cells, typed: a text is a text, so that nothing in it is ever computed; a name that begins with an equals sign is a name. */
export const typedRow = (row: readonly Cell[]) => row.map(typed)

/**
 * An Excel file. Headings are bold, stay in sight and can be filtered by. It is put together in one go, some seconds for a
 * long list, in which its thread does nothing else.
 */
export async function xlsxOf(sheets: readonly Sheet[], look?: HeadLook): Promise<Uint8Array> {
  const names = sheetNames(sheets.map(({ name }) => name))
  const drawn = sheets.map(({ rows }, at) => ({
    sheet: names[at] ?? '',
    data: [headRow(rows[0], look), ...rows.slice(1)],
    stickyRowsCount: 1,
    columns: widthsOf(rows),
  }))
  return writeExcelFile(drawn, { features: [filters(sheets)] }).toBuffer()
}

const headRow = (row: TypedRow = [], look: HeadLook | undefined) =>
  row.map((cell) => (cell === null ? null : { ...cell, fontWeight: 'bold' as const, ...look }))

/** The arrows in the headings, for all rows below them. */
const filters = (sheets: readonly Sheet[]) => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform(xml: string, _options: unknown, { sheetIndex }: { sheetIndex: number }) {
          const rows = sheets[sheetIndex]?.rows ?? []
          const width = rows[0]?.length ?? 0
          const order = getOrderOfSiblings('xl/worksheets/sheet{id}.xml', 'worksheet')
          if (width === 0 || order === undefined) return xml
          const ref = `A1:${getCellAddress(rows.length - 1, width - 1)}`
          const element = getSelfClosingTagMarkup('autoFilter', { ref })
          return insertElementMarkupAccordingToOrderOfSiblings(xml, element, order, 'worksheet')
        },
      },
    },
  },
})

const looked = 50
const [narrowest, widest] = [9, 40]

/**
 * The widths that the headings and the first rows need. A date that is wider than its column shows as ####, where a text
 * is cut off or runs over.
 */
function widthsOf(rows: readonly TypedRow[]): { width: number }[] {
  const widths: number[] = []
  for (const row of rows.slice(0, looked))
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? narrowest, lengthOf(cell) + 3)
  return Array.from(widths, (width) => ({ width: Math.min(width ?? narrowest, widest) }))
}

function lengthOf(cell: TypedRow[number]): number {
  if (cell === null) return 0
  return cell.type === Date ? 16 : String(cell.value).length
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

const longestName = 31

/** Names that Excel accepts: it refuses some signs and long names, and two names of the same letters. */
export function sheetNames(titles: readonly string[]): string[] {
  // Excel keeps this one for itself.
  const used = new Set<string>(['history'])
  return titles.map((title) => {
    const plain =
      title
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/^'+|(?<!')'+$/g, '')
        .trim() || '1'
    for (let count = 1; ; count += 1) {
      const mark = count === 1 ? '' : ` (${count})`
      const name = plain.slice(0, longestName - mark.length).trimEnd() + mark
      const folded = name.toLowerCase()
      if (used.has(folded)) continue
      used.add(folded)
      return name
    }
  })
}
