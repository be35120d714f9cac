import { readFile } from 'node:fs/promises'
import { readCsv } from '#server/sheets/read-csv.ts'
import { CliError } from './error.ts'

export interface Respondent {
  /** The first column's value. */
  readonly respondent: string
  /** The other columns by their head; an empty cell is absent. */
  readonly cells: ReadonlyMap<string, string>
}

/** Who answered what: a head row, the first column the respondent. @throws CliError when the file is none of the kind */
export async function readResponses(path: string): Promise<{ columns: string[]; persons: Respondent[] }> {
  const [heads, ...rows] = parse(await read(path), path)
  if (heads === undefined) throw new CliError(`${path}: is empty`)
  const [, ...columns] = heads
  const twice = columns.find((column, i) => columns.indexOf(column) < i)
  if (twice !== undefined) throw new CliError(`${path}: the column ${twice} exists twice`)
  const persons = rows.map((row, i) => {
    if (row.length !== heads.length)
      throw new CliError(`${path}: row ${i + 1} has ${row.length} cells, the head row has ${heads.length}`)
    const [respondent = '', ...values] = row
    const cells = columns.flatMap((column, at): [string, string][] => {
      const value = (values[at] ?? '').trim()
      return value === '' ? [] : [[column, value]]
    })
    return { respondent, cells: new Map(cells) }
  })
  return { columns, persons }
}

function parse(text: string, path: string): string[][] {
  try {
    return readCsv(text)
  } catch (error) {
    throw new CliError(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** A file's text. @throws CliError when it cannot be read */
export async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new CliError(`${path}: cannot be read (${error instanceof Error ? error.message : error})`)
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
