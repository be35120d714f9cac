import { plainCell } from './cell.ts'
import { TableError } from './error.ts'
import { type Fault, type Row, shortened, type Table, usualWidth } from './table.ts'

export type Separator = ';' | '\t' | ',' | '|'

const separators: readonly Separator[] = ['\t', ';', ',', '|']

/** The first rows decide how all are parted. */
const sampledRows = 500
const sampledLetters = 256 * 1024

/** Excel writes and understands a first line that names the separator. */
const namedSeparator = /^\ufeff?sep=([,;\t|])(?:\r\n|\r|\n|$)/

/** Bounds of a text that arrives in pieces: a cell with line ends, and a row. */
const longestCell = 256 * 1024
const longestRow = 16 * 1024 * 1024

const quote = 0x22
const feed = 0x0a
const carriage = 0x0d
const byteOrderMark = 0xfeff

interface ReadOptions {
  /** Which may part the cells: the one that gives most rows the same number of columns does. */
  among?: readonly Separator[]
  /** Reading stops after this many cells, over all rows. */
  maxCells?: number
}

/**
 * The rows of text whose cells are parted by tabs, semicolons, commas or bars, quoted cells and the line ends within
 * them included. Rows without any text are left out. A quotation mark within a cell that doesn't begin with one is text.
 * A mark that is never closed costs its own line alone. Takes time in proportion to the text.
 * @throws TableError where there are more cells
 */
export function readSeparated(text: string, { among = separators, maxCells }: ReadOptions = {}): Table {
  const named = namedSeparator.exec(text)
  const parted = named ? separatorNamed(named[1]) : separatorOf(text, among)
  const { rows, faults } = readRows(text, parted, {
    maxCells: maxCells ?? Number.POSITIVE_INFINITY,
    maxRows: Number.POSITIVE_INFINITY,
    ...(named ? { from: named[0].length, line: 2 } : {}),
  })
  return { rows, faults }
}

const separatorNamed = (text: string | undefined): Separator => separators.find((one) => one === text) ?? ','

/**
 * The separator that gives most rows the same number of columns; of equals the one that gives more columns.
 * Where no row has two columns, the comma, or the only one that may be meant.
 */
export function separatorOf(text: string, among: readonly Separator[] = separators): Separator {
  const sample = text.slice(0, sampledLetters)
  let best: Separator = among.length === 1 ? (among[0] ?? ',') : ','
  let [mostRows, mostColumns] = [0, 0]
  for (const separator of among) {
    const { rows } = readRows(sample, separator, { maxRows: sampledRows, maxCells: Number.POSITIVE_INFINITY })
    // Cut off by the sample's end, the last row may be short.
    const whole = sample.length < text.length ? rows.slice(0, -1) : rows
    const { columns, count } = usualWidth(whole)
    if (columns < 2 || count < mostRows || (count === mostRows && columns <= mostColumns)) continue
    best = separator
    mostRows = count
    mostColumns = columns
  }
  return best
}

interface Bounds {
  maxCells: number
  maxRows: number
  from?: number
  line?: number
  /** Text may follow: a row that isn't closed yet is left for later, with everything after it. */
  open?: boolean
}

interface TableRead extends Table {
  /** The place up to which the text was read, and the line there. */
  end: number
  line: number
}

function readRows(
  text: string,
  separator: Separator,
  { maxCells, maxRows, from, line = 1, open = false }: Bounds,
): TableRead {
  const parting = separator.charCodeAt(0)
  const rows: Row[] = []
  const faults: Fault[] = []
  let at = from ?? (text.charCodeAt(0) === byteOrderMark ? 1 : 0)
  let cellCount = 0
  while (at < text.length && rows.length + faults.length < maxRows) {
    const row = rowAt(text, at, parting)
    if (open && row.unclosed !== undefined && text.length - at < longestCell) break
    at = row.end
    if (row.unclosed === undefined) {
      cellCount += row.cells.length
      if (cellCount > maxCells) throw new TableError('too_many_cells')
      if (row.cells.some((cell) => cell !== '')) rows.push({ line, cells: row.cells })
    } else
      faults.push({
        line: line + row.unclosed.lines,
        column: row.cells.length + 1,
        code: 'unclosed_quote',
        text: shortened(row.unclosed.text),
      })
    line += row.lines
  }
  return { rows, faults, end: at, line }
}

/** Reads text that arrives in pieces as `readSeparated` reads it in one, in the memory of a piece. */
export class SeparatedReader {
  readonly #among: readonly Separator[]
  #separator: Separator | undefined
  #rest = ''
  #line = 1

  constructor(among: readonly Separator[] = separators) {
    this.#among = among
  }

  /**
   * Takes the next piece and gives the rows that are whole. A mark is taken for open where the next 256 Ki letters don't
   * close it.
   * @throws TableError `too_many_cells` for a row of more than 16 Mi letters
   */
  push(piece: string): Table {
    this.#rest += piece
    // The first rows decide how all are parted.
    if (this.#separator === undefined && this.#rest.length < sampledLetters) return { rows: [], faults: [] }
    return this.#read(true)
  }

  /** Gives the rows that are left when no more text follows. */
  end(): Table {
    return this.#read(false)
  }

  #read(open: boolean): Table {
    this.#separator ??= this.#begin()
    const text = open ? this.#rest.slice(0, wholeLines(this.#rest)) : this.#rest
    const { rows, faults, end, line } = readRows(text, this.#separator, {
      maxCells: Number.POSITIVE_INFINITY,
      maxRows: Number.POSITIVE_INFINITY,
      from: 0,
      line: this.#line,
      open,
    })
    this.#line = line
    this.#rest = this.#rest.slice(end)
    if (this.#rest.length > longestRow) throw new TableError('too_many_cells')
    return { rows, faults }
  }

  #begin(): Separator {
    const named = namedSeparator.exec(this.#rest)
    if (named) this.#line = 2
    const separator = named ? separatorNamed(named[1]) : separatorOf(this.#rest, this.#among)
    this.#rest = this.#rest.slice(
      named ? named[0].length : Number(this.#rest.charCodeAt(0) === byteOrderMark),
    )
    return separator
  }
}

/** The length of the text's whole lines. A carriage return at its end may be half of a line end. */
const wholeLines = (text: string): number =>
  text.includes('\n') ? text.lastIndexOf('\n') + 1 : text.lastIndexOf('\r', text.length - 2) + 1

interface RowRead {
  cells: string[]
  /** The place at which the next row begins. */
  end: number
  /** The number of lines that it takes. */
  lines: number
  unclosed?: { text: string; lines: number }
}

const isLineEnd = (code: number) => code === feed || code === carriage

function rowAt(text: string, start: number, parting: number): RowRead {
  const cells: string[] = []
  let at = start
  let lines = 1
  for (;;) {
    const quoted = text.charCodeAt(at) === quote ? quotedAt(text, at, parting) : undefined
    if (quoted === 'unclosed') {
      const end = endOfLine(text, at)
      return {
        cells,
        end: afterLineEnd(text, end),
        lines,
        unclosed: { text: text.slice(at, end), lines: lines - 1 },
      }
    }
    if (quoted === undefined) {
      const from = at
      while (at < text.length) {
        const code = text.charCodeAt(at)
        if (code === parting || isLineEnd(code)) break
        at += 1
      }
      cells.push(plainCell(text.slice(from, at)))
    } else {
      cells.push(plainCell(quoted.text))
      lines += quoted.lineEnds
      at = quoted.end
    }
    if (text.charCodeAt(at) !== parting) return { cells, end: afterLineEnd(text, at), lines }
    at += 1
  }
}

interface Quoted {
  text: string
  lineEnds: number
  end: number
}

/**
 * A quoted cell. Undefined where more text follows the closing mark on the same line: then the marks are part of it.
 * Where it follows on a later line, the mark was not meant to run on, so it is as unclosed as at the end of the text.
 */
function quotedAt(text: string, start: number, parting: number): Quoted | 'unclosed' | undefined {
  let from = start + 1
  for (;;) {
    const mark = text.indexOf('"', from)
    if (mark === -1) return 'unclosed'
    if (text.charCodeAt(mark + 1) === quote) {
      from = mark + 2
      continue
    }
    let end = mark + 1
    while (text.charCodeAt(end) === 0x20 && parting !== 0x20) end += 1
    const next = text.charCodeAt(end)
    const inner = text.slice(start + 1, mark)
    const lineEnds = lineEndsIn(inner)
    if (end >= text.length || next === parting || isLineEnd(next))
      return { text: inner.replaceAll('""', '"'), lineEnds, end }
    return lineEnds > 0 ? 'unclosed' : undefined
  }
}

function endOfLine(text: string, from: number): number {
  let at = from
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at += 1
  return at
}

const afterLineEnd = (text: string, at: number): number =>
  text.charCodeAt(at) === carriage && text.charCodeAt(at + 1) === feed ? at + 2 : at + 1

/** Line ends as editors count them. */
function lineEndsIn(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === feed || (code === carriage && text.charCodeAt(at + 1) !== feed)) count += 1
  }
  return count
}
