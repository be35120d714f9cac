import { open } from 'node:fs/promises'
import { TableError } from '#tables/error.ts'
import { SeparatedReader } from '#tables/separated.ts'
import { type Row, type Table, widestHeading } from '#tables/table.ts'
import { CliError } from './error.ts'
import { cut, Faults, faultText, maxColumns, type Note } from './responses.ts'

interface TableFile {
  /** The names of the columns after the first. */
  readonly columns: readonly string[]
  /** The rows below the head, each with a cell for every column and before them the respondent. */
  readonly rows: AsyncGenerator<Row>
}

/** Larger texts would wait for V8's slow collector. */
const pieceBytes = 64 * 1024

/** More is no file of answers: 60 million cells take a tenth of it. */
const maxBytes = 4 * 1024 ** 3

/**
 * Reads a file of any length piece by piece; a head row is within its first ten. Text is UTF-8, or UTF-16 with its mark.
 * @param options.skipped takes rows that can't be read and are left out; without it one of them refuses the file
 * @param read takes the columns and then the rows
 * @throws CliError when the file can't be read, has no head, or has a row that is wrong
 */
export async function readTable<T>(
  path: string,
  { skipped }: { skipped: Note | undefined },
  read: (table: TableFile) => Promise<T>,
): Promise<T> {
  const pieces = readPieces(path)
  try {
    const first = await pieces.next()
    const start: Table = first.done === true ? { rows: [], faults: [] } : first.value
    const at = widestHeading(start.rows)
    const head = start.rows[at]
    if (head === undefined) throw new CliError(`${path}: is empty`)
    const columns = head.cells.slice(1).map((name) => name.trim())
    if (columns.length > maxColumns) throw new CliError(`${path}: has more than ${maxColumns} columns`)
    const twice = columns.find((column, i) => columns.indexOf(column) < i)
    if (twice !== undefined) throw new CliError(`${path}: the column ${cut(twice)} exists twice`)
    const below = { rows: start.rows.slice(at + 1), faults: start.faults }
    const faults = new Faults(skipped)
    const found = await read({
      columns,
      rows: rowsOf(below, pieces, { path, width: head.cells.length, faults }),
    })
    faults.end()
    return found
  } finally {
    // Closes the file where it wasn't read to its end.
    await pieces.return(undefined)
  }
}

/** The rows of the first table and of all others, without those that are too short or too long. */
async function* rowsOf(
  first: Table,
  others: AsyncGenerator<Table>,
  { path, width, faults }: { path: string; width: number; faults: Faults },
): AsyncGenerator<Row> {
  let table: Table | undefined = first
  while (table !== undefined) {
    for (const fault of table.faults) faults.add(`${path}: ${faultText(fault)}`)
    for (const row of table.rows) {
      const has = row.cells.length
      if (has === width) yield row
      else
        faults.add(
          `${path}: line ${row.line}, column ${Math.min(has, width) + 1}: the row has ${has} cells, the head row has ${width}`,
        )
    }
    const next: IteratorResult<Table> = await others.next()
    table = next.done === true ? undefined : next.value
  }
}

/** The rows of a file, in batches; the first batch has some if the file does. All pieces are read into the same memory. */
async function* readPieces(path: string): AsyncGenerator<Table> {
  const reader = new SeparatedReader([',', ';', '\t'])
  let decoder: TextDecoder | undefined
  const piece = new Uint8Array(pieceBytes)
  let size = 0
  try {
    await using file = await open(path)
    for (;;) {
      const { bytesRead } = await file.read(piece)
      if (bytesRead === 0) break
      const bytes = piece.subarray(0, bytesRead)
      size += bytesRead
      if (size > maxBytes) throw new CliError(`${path}: is larger than 4 GiB`)
      decoder ??= decoderOf(bytes)
      const table = reader.push(decoder.decode(bytes, { stream: true }))
      if (table.rows.length > 0 || table.faults.length > 0) yield table
    }
    reader.push(decoder?.decode() ?? '')
    yield reader.end()
  } catch (error) {
    if (error instanceof CliError) throw error
    if (error instanceof TableError) throw new CliError(`${path}: a row is longer than 16 MiB`)
    if (error instanceof TypeError)
      throw new CliError(`${path}: is not UTF-8, so letters would be lost: save it as UTF-8.`)
    throw new CliError(`${path}: cannot be read (${error instanceof Error ? error.message : error})`)
  }
}

function decoderOf([first, second]: Uint8Array): TextDecoder {
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff && 'utf-16be'
  return new TextDecoder(wide || 'utf-8', { fatal: true, ignoreBOM: true })
}
