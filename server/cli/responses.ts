import { createReadStream } from 'node:fs'
import { entry } from '#scoring/definition/lookup.ts'
import type { BlankKind } from '#scoring/score/outcomes.ts'
import { type CsvRow, readCsv } from '#server/sheets/read-csv.ts'
import { CliError } from './error.ts'

/** Receives a possible mistake in the file; it is printed beside the results. */
export type Note = (line: string) => void

export interface Respondent {
  /** Where the row begins in the file, counted from 1. */
  readonly line: number
  /** The first column's value. */
  readonly respondent: string
  /** The other columns by their head; an empty cell is absent. */
  readonly cells: ReadonlyMap<string, string>
  /** Columns whose cell says why it is blank: `#omitted`, `#not_reached`, `#timed_out` or `#not_presented`. */
  readonly blanks: ReadonlyMap<string, BlankKind | 'notPresented'>
}

const blankMarks: Readonly<Record<string, BlankKind | 'notPresented'>> = {
  '#omitted': 'omitted',
  '#not_reached': 'notReached',
  '#timed_out': 'timedOut',
  '#not_presented': 'notPresented',
}

// Three times the answers of 60,000 people to the longest test that ships; what has no end must not be read for ever.
const maxMiB = 64
const maxCells = 20_000_000
const maxColumns = 5_000

const maxFaults = 20
const maxShown = 100

/** A cell's text as an error repeats it: cut where nobody reads on. */
export const cut = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)

/** Gathers what is wrong in a file's rows, so that one try names up to twenty faults. */
export class Faults {
  readonly #lines: string[] = []

  add(line: string): void {
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

/**
 * Who answered what: a head row, the first column the respondent.
 * @param note a respondent who is there twice
 * @throws CliError when the file is none of the kind
 */
export async function readResponses(
  path: string,
  note: Note,
): Promise<{ columns: string[]; persons: Respondent[] }> {
  const [head, ...rows] = parse(await read(path), path)
  if (head === undefined) throw new CliError(`${path}: is empty`)
  const columns = head.cells.slice(1).map((name) => name.trim())
  if (columns.length > maxColumns) throw new CliError(`${path}: has more than ${maxColumns} columns`)
  const twice = columns.find((column, i) => columns.indexOf(column) < i)
  if (twice !== undefined) throw new CliError(`${path}: the column ${cut(twice)} exists twice`)
  const faults = new Faults()
  const persons = rows.map(({ line, cells: row }) => {
    if (row.length !== head.cells.length)
      faults.add(`${path}: line ${line} has ${row.length} cells, the head row has ${head.cells.length}`)
    const [respondent = '', ...values] = row
    const cells = new Map<string, string>()
    const blanks = new Map<string, BlankKind | 'notPresented'>()
    for (const [at, column] of columns.entries()) {
      const value = (values[at] ?? '').trim()
      const kind = entry(blankMarks, value)
      if (kind) blanks.set(column, kind)
      else if (value !== '') cells.set(column, value)
    }
    return { line, respondent, cells, blanks }
  })
  faults.end()
  noteTwice(persons, (line) => note(`${path}: ${line}`))
  return { columns, persons }
}

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

function parse(text: string, path: string): CsvRow[] {
  try {
    return readCsv(text, maxCells)
  } catch (error) {
    throw new CliError(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** A file's text, without the mark of its encoding. @throws CliError when it cannot be read or is not UTF-8 */
async function read(path: string): Promise<string> {
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
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new CliError(`${path}: is not UTF-8, so letters would be lost: save it as UTF-8.`)
  }
}

/** A file's JSON. @throws CliError when it cannot be read or is none */
export async function readJson(path: string): Promise<unknown> {
  const text = await read(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CliError(`${path}: is no JSON (${error instanceof Error ? error.message : error})`)
  }
}
