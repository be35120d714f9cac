import { readFile } from 'node:fs/promises'
import { readCsvLines } from '#server/sheets/read-csv.ts'
import { CliError } from './error.ts'

/** Takes what may be a slip of whoever made a file: told beside the results. */
export type Note = (line: string) => void

export interface Respondent {
  /** Where the row begins in the file, counted from 1. */
  readonly line: number
  /** The first column's value. */
  readonly respondent: string
  /** The other columns by their head; an empty cell is absent. */
  readonly cells: ReadonlyMap<string, string>
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
  const twice = columns.find((column, i) => columns.indexOf(column) < i)
  if (twice !== undefined) throw new CliError(`${path}: the column ${twice} exists twice`)
  const persons = rows.map(({ line, cells: row }) => {
    if (row.length !== head.cells.length)
      throw new CliError(
        `${path}: line ${line} has ${row.length} cells, the head row has ${head.cells.length}`,
      )
    const [respondent = '', ...values] = row
    const cells = columns.flatMap((column, at): [string, string][] => {
      const value = (values[at] ?? '').trim()
      return value === '' ? [] : [[column, value]]
    })
    return { line, respondent, cells: new Map(cells) }
  })
  noteTwice(persons, (line) => note(`${path}: ${line}`))
  return { columns, persons }
}

/** More of one kind nobody reads. */
const mostNotes = 10

function noteTwice(persons: readonly Respondent[], note: Note): void {
  const first = new Map<string, number>()
  const twice = persons.flatMap(({ respondent, line }) => {
    const before = first.get(respondent)
    if (before === undefined) first.set(respondent, line)
    return before === undefined || respondent === '' ? [] : [{ respondent, line, before }]
  })
  for (const { respondent, line, before } of twice.slice(0, mostNotes))
    note(`line ${line}: ${respondent} stands in line ${before} already; each row is scored by itself.`)
  if (twice.length > mostNotes) note(`${twice.length - mostNotes} more rows of who is there already.`)
}

function parse(text: string, path: string): { line: number; cells: string[] }[] {
  try {
    return readCsvLines(text)
  } catch (error) {
    throw new CliError(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** A file's text, without the mark of its encoding. @throws CliError when it cannot be read or is not UTF-8 */
async function read(path: string): Promise<string> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(path)
  } catch (error) {
    throw new CliError(`${path}: cannot be read (${error instanceof Error ? error.message : error})`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
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
