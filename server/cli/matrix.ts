import { stat } from 'node:fs/promises'
import { type CodeMatrix, MatrixBuilder, maxMatrixCells, maxOptions } from '#scoring/analysis/matrix.ts'
import type { Row } from '#tables/table.ts'
import { CliError } from './error.ts'
import { cut, Faults, type Note } from './responses.ts'
import { readTable } from './table.ts'

interface Wanted {
  /** Chooses the items among the columns. */
  readonly itemsOf: (columns: readonly string[]) => readonly string[]
  /** Says which texts are answers to an item. */
  readonly valid: (item: string, value: string) => boolean
  /** The words after “is” for one that isn't, such as `no 0 or 1`. */
  readonly invalid: string
  /** Takes each row whose answers are in the matrix, in their order; `at` is a column's place in it. */
  readonly added?: (row: Row, at: (column: string) => number) => void
  readonly skipped: Note | undefined
}

/**
 * Reads answers into a matrix of one byte each, however many people there are.
 * @throws CliError with up to twenty faults and their lines
 */
export async function readMatrix(path: string, wanted: Wanted): Promise<CodeMatrix> {
  const { itemsOf, valid, invalid, added, skipped } = wanted
  // A cell takes a byte of the file at least, be it the comma beside it.
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : maxMatrixCells),
    () => 0,
  )
  return readTable(path, { skipped }, async ({ columns, rows }) => {
    const items = itemsOf(columns)
    checkColumns(path, columns, items)
    const at = (column: string) => columns.indexOf(column) + 1
    const places = items.map(at)
    const builder = new MatrixBuilder(items, {
      cells: size + items.length,
      valid: (item, value) => valid(items[item] ?? '', value),
    })
    const faults = new Faults(skipped)
    for await (const row of rows) {
      const values = places.map((place) => row.cells[place] ?? '')
      const refused = builder.add(values)
      if (refused === undefined) {
        added?.(row, at)
        continue
      }
      if (refused.why === 'too_many_cells')
        throw new CliError(`${path}: there are more than ${maxMatrixCells} answers`)
      const item = cut(items[refused.item] ?? '')
      if (refused.why === 'too_many_options')
        throw new CliError(`${path}: ${item} has more than ${maxOptions} different answers`)
      const who = `line ${row.line}: ${cut(row.cells[0] ?? '')}`
      faults.add(`${who}, ${item}: ${JSON.stringify(cut(values[refused.item] ?? ''))} is ${invalid}`)
    }
    faults.end()
    return builder.build()
  })
}

/** @throws CliError naming the columns that are missing */
function checkColumns(path: string, columns: readonly string[], wanted: readonly string[]): void {
  const missing = new Faults()
  for (const column of wanted)
    if (!columns.includes(column)) missing.add(`${path}: there is no column ${cut(column)}`)
  missing.end()
  if (wanted.length === 0) throw new CliError(`${path}: there are no items`)
}

/**
 * Reads the time of each person on each item, in seconds: people × items, NaN where none is known. The columns are named as
 * the items. Where the mean of all is above 1,000 they are taken for milliseconds.
 * @param people the respondents of the matrix, in its order
 */
export async function readTimes(
  path: string,
  {
    items,
    people,
    skipped,
  }: { items: readonly string[]; people: readonly string[]; skipped: Note | undefined },
): Promise<Float64Array> {
  const times = new Float64Array(people.length * items.length).fill(Number.NaN)
  const known = new Map(people.map((respondent, person) => [respondent, person]))
  let [sum, count] = [0, 0]
  await readTable(path, { skipped }, async ({ columns, rows }) => {
    checkColumns(path, columns, items)
    const places = items.map((item) => columns.indexOf(item) + 1)
    const faults = new Faults(skipped)
    for await (const { line, cells } of rows) {
      const person = known.get(cells[0] ?? '')
      if (person === undefined) continue
      for (const [item, place] of places.entries()) {
        const cell = (cells[place] ?? '').trim()
        if (cell === '') continue
        if (!/^\d+(\.\d+)?$/.test(cell)) {
          const where = `${path}: line ${line}, ${cut(items[item] ?? '')}`
          faults.add(`${where}: ${JSON.stringify(cut(cell))} is no time in seconds`)
          continue
        }
        times[person * items.length + item] = Number(cell)
        sum += Number(cell)
        count += 1
      }
    }
    faults.end()
  })
  return sum / count > 1000 ? times.map((time) => time / 1000) : times
}
