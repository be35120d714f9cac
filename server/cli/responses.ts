import { createReadStream } from 'node:fs'
import { jsonFault } from '#contract/jsonFault.ts'
import { blankOf } from '#scoring/responses/answer-cells.ts'
import type { BlankKind } from '#scoring/score/outcomes.ts'
import { brokenLetters, decodeText } from '#tables/decode.ts'
import { TableError } from '#tables/error.ts'
import { readSeparated } from '#tables/separated.ts'
import { type Fault, type Table, widestHeading } from '#tables/table.ts'
import { CliError } from './error.ts'

/** Receives a possible mistake in the file; it is printed beside the results. */
export type Note = (line: string) => void

export interface Respondent {
  /** The line of the file on which the row begins, counted from 1. */
  readonly line: number
  /** The first column's value. */
  readonly respondent: string
  /** The other columns by their head; an empty cell is absent. */
  readonly cells: ReadonlyMap<string, string>
  /** Columns whose cell says why it is blank: `#omitted`, `#not_reached`, `#timed_out` or `#not_presented`. */
  readonly blanks: ReadonlyMap<string, BlankKind | 'notPresented'>
}

// Three times the answers of 60,000 people to the longest test that ships; what has no end must not be read for ever.
const maxMiB = 64
const maxCells = 20_000_000
export const maxColumns = 5_000

const maxFaults = 20
const maxShown = 100

/** A cell's text as an error repeats it: cut where nobody reads on. */
export const cut = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)

/**
 * Gathers what is wrong in a file's rows, so that one try names up to twenty faults. With `skipped` the rows are left
 * out: each fault is noted there, and none ends the command.
 */
export class Faults {
  readonly #lines: string[] = []
  readonly #skipped: Note | undefined
  #count = 0

  constructor(skipped?: Note) {
    this.#skipped = skipped
  }

  /** The number of faults so far; a row had some if it grows. */
  get count(): number {
    return this.#count
  }

  add(line: string): void {
    this.#count += 1
    if (this.#skipped) {
      if (this.#count <= maxFaults) this.#skipped(`left out: ${line}`)
      if (this.#count === maxFaults + 1) this.#skipped('More rows are left out for such faults.')
      return
    }
    this.#lines.push(line)
    if (this.#lines.length === maxFaults)
      throw new CliError(this.#told(`After ${maxFaults} faults the rest was not looked at.`))
  }

  /** @throws CliError when there was any */
  end(): void {
    if (this.#lines.length > 0) throw new CliError(this.#told())
  }

  #told(...more: string[]): string {
    return [...this.#lines, ...more].join('\n')
  }
}

interface ReadOptions {
  note: Note
  /** Leaves rows out that can't be read; without it one of them refuses the file. */
  skipBadRows: boolean
}

/**
 * Reads respondents with their answers: a head row is within the first ten, and the first column is the respondent.
 * @param options.note takes a respondent who is there twice, letters that look broken, and rows that are left out
 * @throws CliError when the file is none of the kind
 */
export async function readResponses(
  path: string,
  { note, skipBadRows }: ReadOptions,
): Promise<{ columns: string[]; persons: Respondent[] }> {
  const table = await readRows(path, note)
  const at = widestHeading(table.rows)
  const head = table.rows[at]
  if (head === undefined) throw new CliError(`${path}: is empty`)
  const columns = head.cells.slice(1).map((name) => name.trim())
  if (columns.length > maxColumns) throw new CliError(`${path}: has more than ${maxColumns} columns`)
  const twice = columns.find((column, i) => columns.indexOf(column) < i)
  if (twice !== undefined) throw new CliError(`${path}: the column ${cut(twice)} exists twice`)
  const faults = new Faults(skipBadRows ? note : undefined)
  for (const fault of table.faults) faults.add(`${path}: ${faultText(fault)}`)
  const persons = table.rows.slice(at + 1).flatMap(({ line, cells: row }): Respondent[] => {
    if (row.length !== head.cells.length) {
      const column = Math.min(row.length, head.cells.length) + 1
      faults.add(
        `${path}: line ${line}, column ${column}: the row has ${row.length} cells, the head row has ${head.cells.length}`,
      )
      return []
    }
    const [respondent = '', ...values] = row
    const cells = new Map<string, string>()
    const blanks = new Map<string, BlankKind | 'notPresented'>()
    for (const [at, column] of columns.entries()) {
      const value = (values[at] ?? '').trim()
      const kind = blankOf(value)
      if (kind) blanks.set(column, kind)
      else if (value !== '') cells.set(column, value)
    }
    return [{ line, respondent, cells, blanks }]
  })
  faults.end()
  noteTwice(persons, (line) => note(`${path}: ${line}`))
  return { columns, persons }
}

/**
 * Reads the rows of a file.
 * @param note takes letters that look broken
 * @throws CliError when the file can't be read or is too large
 */
export async function readRows(path: string, note: Note): Promise<Table> {
  const text = decodeText(await read(path))
  const broken = brokenLetters(text)
  if (broken) note(`${path}: line ${broken.line}: letters look broken: ${broken.text}. Save it as UTF-8.`)
  return parse(text, path)
}

/** A row that can't be read, in words. */
export const faultText = ({ line, column, text }: Fault) =>
  `line ${line}, column ${column}: a quotation mark is never closed: ${text}`

/** More of one kind nobody reads. */
const maxNotes = 10

function noteTwice(persons: readonly Respondent[], note: Note): void {
  const first = new Map<string, number>()
  const twice = persons.flatMap(({ respondent, line }) => {
    const before = first.get(respondent)
    if (before === undefined) first.set(respondent, line)
    return before === undefined || respondent === '' ? [] : [{ respondent, line, before }]
  })
  for (const { respondent, line, before } of twice.slice(0, maxNotes))
    note(`line ${line}: ${cut(respondent)} is in line ${before} already; each row is scored on its own.`)
  if (twice.length > maxNotes)
    note(`${twice.length - maxNotes} more rows with a respondent who is there already.`)
}

function parse(text: string, path: string): Table {
  try {
    // Within a cell a bar parts the answers to one item.
    return readSeparated(text, { among: [',', ';', '\t'], maxCells })
  } catch (error) {
    if (error instanceof TableError) throw new CliError(`${path}: there are more than ${maxCells} cells`)
    throw error
  }
}

/** A file's bytes. @throws CliError when it cannot be read or is too large */
async function read(path: string): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of createReadStream(path)) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxMiB * 1024 * 1024) throw new CliError(`${path}: is larger than ${maxMiB} MiB`)
    }
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`${path}: cannot be read (${error instanceof Error ? error.message : error})`)
  }
  return Buffer.concat(chunks)
}

/** A file's JSON. @throws CliError when it cannot be read, is not UTF-8 or is none */
export async function readJson(path: string): Promise<unknown> {
  const bytes = await read(path)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CliError(`${path}: is not UTF-8, so letters would be lost: save it as UTF-8.`)
  }
  const fault = jsonFault(text)
  if (fault?.twice !== undefined)
    throw new CliError(`${path}:${fault.line}:${fault.column}: "${fault.twice}" is given twice in one object`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CliError(`${path}: is no JSON (${error instanceof Error ? error.message : error})`)
  }
}
