import { plainCell } from './cell.ts'
import { TableError } from './error.ts'
import { dateText, type NumberFormat, numberFormat, numberText } from './number-format.ts'
import type { Row, Table } from './table.ts'
import { Package } from './unpack.ts'
import { readXml } from './xml.ts'

export interface Sheet {
  readonly name: string
  readonly hidden: boolean
}

const maxCells = 1_000_000
const maxLetters = 64 * 1024 * 1024
const maxStrings = 1_000_000
/** Beyond the last column of a sheet, XFD. */
const maxColumns = 16_384

/** An Excel workbook (.xlsx): its sheets, of which each is read on demand. */
export class Workbook {
  readonly sheets: readonly Sheet[]
  readonly #pack: Package
  readonly #paths: readonly string[]
  readonly #since1904: boolean
  #shared: { strings: string[]; formats: NumberFormat[] } | undefined

  private constructor(pack: Package, { sheets, paths, since1904 }: Contents) {
    this.#pack = pack
    this.sheets = sheets
    this.#paths = paths
    this.#since1904 = since1904
  }

  /** @throws TableError for a file that is no workbook, is damaged or has a password */
  static async open(bytes: Uint8Array): Promise<Workbook> {
    const pack = new Package(bytes)
    return new Workbook(pack, await contentsOf(pack))
  }

  /**
   * The rows of a sheet with the line that Excel shows, those without any text left out. Formulas have the value that
   * was stored with them, days are written as 2026-11-25, and what is merged over several rows is in each of them.
   * @throws TableError where it is damaged or too large
   */
  async read(sheet: number): Promise<Table> {
    const path = this.#paths[sheet]
    if (path === undefined) throw new TableError('not_excel')
    this.#shared ??= {
      strings: await stringsOf(this.#pack),
      formats: await formatsOf(this.#pack),
    }
    const { strings, formats } = this.#shared
    return readSheet(this.#pack, path, { strings, formats, since1904: this.#since1904 })
  }
}

interface Contents {
  sheets: Sheet[]
  paths: string[]
  since1904: boolean
}

const workbookPath = 'xl/workbook.xml'

async function contentsOf(pack: Package): Promise<Contents> {
  if (!pack.has(workbookPath)) throw new TableError('not_excel')
  const targets = new Map<string, string>()
  await readXml(pack, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Target = '' }) => {
      if (name === 'Relationship' && Id !== undefined)
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
    close: () => undefined,
    text: () => undefined,
  })
  const contents: Contents = { sheets: [], paths: [], since1904: false }
  await readXml(pack, workbookPath, {
    open: (name, attributes) => {
      if (name === 'workbookPr') contents.since1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const path = targets.get(id) ?? ''
      // A chart may be a sheet of its own, without cells.
      if (!path.includes('worksheets/') || !pack.has(path)) return
      const hidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      contents.sheets.push({ name: attributes.name ?? '', hidden })
      contents.paths.push(path)
    },
    close: () => undefined,
    text: () => undefined,
  })
  if (contents.sheets.length === 0) throw new TableError('empty')
  return contents
}

/** Excel writes characters that XML can't have as _x000D_. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** The texts that cells refer to by number, without those that say how to pronounce them. */
async function stringsOf(pack: Package): Promise<string[]> {
  const strings: string[] = []
  if (!pack.has('xl/sharedStrings.xml')) return strings
  let text = ''
  let inText = false
  let inPhonetic = false
  await readXml(pack, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 't') inText = true
      if (name === 'rPh') inPhonetic = true
    },
    close: (name) => {
      if (name === 't') inText = false
      if (name === 'rPh') inPhonetic = false
      if (name !== 'si') return
      strings.push(unescaped(text))
      if (strings.length > maxStrings) throw new TableError('too_many_cells')
    },
    text: (piece) => {
      if (inText && !inPhonetic) text += piece
    },
  })
  return strings
}

/** The number format of each cell style. */
async function formatsOf(pack: Package): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  if (!pack.has('xl/styles.xml')) return formats
  let inCells = false
  await readXml(pack, 'xl/styles.xml', {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) formats.push(numberFormat(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
    text: () => undefined,
  })
  return formats
}

interface Meaning {
  strings: readonly string[]
  formats: readonly NumberFormat[]
  since1904: boolean
}

interface SheetRow extends Row {
  readonly numbers: Map<number, number>
}

async function readSheet(pack: Package, path: string, meaning: Meaning): Promise<Table> {
  const rows: SheetRow[] = []
  const merged: Area[] = []
  const counter = new Counter()
  let row: SheetRow = { line: 0, cells: [], numbers: new Map() }
  let line = 0
  let column = -1
  let [type, style] = ['', 0]
  let value = ''
  let taking = false
  let inPhonetic = false
  await readXml(pack, path, {
    open: (name, attributes) => {
      if (name === 'row') {
        line = lineIn(attributes.r) ?? line + 1
        column = -1
        row = { line, cells: [], numbers: new Map() }
      } else if (name === 'c') {
        column = columnIn(attributes.r) ?? column + 1
        if (column >= maxColumns) throw new TableError('not_excel')
        type = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        value = ''
      } else if (name === 'v' || name === 't') taking = true
      else if (name === 'rPh') inPhonetic = true
      else if (name === 'mergeCell') {
        const area = areaIn(attributes.ref ?? '')
        if (area && area.lastLine > area.line) merged.push(area)
      }
    },
    text: (piece) => {
      if (taking && !inPhonetic) value += piece
    },
    close: (name) => {
      if (name === 'v' || name === 't') taking = false
      else if (name === 'rPh') inPhonetic = false
      else if (name === 'row' && row.cells.some((cell) => cell !== '')) rows.push(row)
      else if (name === 'c' && value !== '') {
        const text = cellText({ type, style, value }, meaning, (number) => row.numbers.set(column, number))
        counter.add(column + 1 - row.cells.length, text.length)
        while (row.cells.length < column) row.cells.push('')
        row.cells[column] = text
      }
    },
  })
  fillMerged(rows, merged, counter)
  return { rows, faults: [] }
}

/** Ends the reading of what is too much. */
class Counter {
  #cells = 0
  #letters = 0

  add(cells: number, letters: number): void {
    this.#cells += Math.max(0, cells)
    this.#letters += letters
    if (this.#cells > maxCells || this.#letters > maxLetters) throw new TableError('too_many_cells')
  }
}

function cellText(
  { type, style, value }: { type: string; style: number; value: string },
  { strings, formats, since1904 }: Meaning,
  isNumber: (value: number) => void,
): string {
  if (type === 's') return plainCell(strings[Number(value)] ?? '')
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.slice(0, 16).replace('T', ' ').replace(' 00:00', '')
  if (type !== 'n') return plainCell(unescaped(value))
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  const format = formats[style] ?? { date: false, digits: 0 }
  const date = format.date ? dateText(number, since1904) : undefined
  if (date !== undefined) return date
  isNumber(number)
  return numberText(number, format)
}

interface Area {
  line: number
  lastLine: number
  column: number
}

const lineIn = (text: string | undefined) => {
  const line = Number(/\d{1,7}$/.exec(text ?? '')?.[0] ?? Number.NaN)
  return Number.isNaN(line) ? undefined : line
}

/** The place of a column that is written in letters: A is 0, AA is 26. */
function columnIn(text: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(text ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function areaIn(reference: string): Area | undefined {
  const [from, to] = reference.split(':')
  const [line, lastLine, column] = [lineIn(from), lineIn(to), columnIn(from)]
  return line === undefined || lastLine === undefined || column === undefined
    ? undefined
    : { line, lastLine, column }
}

/** Excel keeps the value of a merged area in its first cell alone; who sees a department beside five people means all. */
function fillMerged(rows: readonly SheetRow[], areas: readonly Area[], counter: Counter): void {
  const places = new Map(rows.map(({ line }, at) => [line, at]))
  for (const { line, lastLine, column } of areas) {
    const first = places.get(line)
    const text = first === undefined ? '' : (rows[first]?.cells[column] ?? '')
    if (first === undefined || text === '') continue
    const number = rows[first]?.numbers.get(column)
    for (let at = first + 1; ; at += 1) {
      const row = rows[at]
      if (row === undefined || row.line > lastLine) break
      counter.add(Math.max(1, column + 1 - row.cells.length), text.length)
      while (row.cells.length < column) row.cells.push('')
      row.cells[column] = text
      if (number !== undefined) row.numbers.set(column, number)
    }
  }
}
