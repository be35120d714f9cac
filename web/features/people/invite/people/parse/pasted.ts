import { brokenLetters } from '#tables/decode.ts'
import { readSeparated } from '#tables/separated.ts'
import { type Fault, shortened } from '#tables/table.ts'
import { namesContact, readHeader } from './header.ts'
import { type ListRow, maxRows, type ReadList } from './rows.ts'
import { personOfCells } from './shape.ts'
import { headingAt, readTable } from './table.ts'

/**
 * Reads a pasted or typed list: one person a line, parts in any order, parted by tab, semicolon, comma or space, each
 * line as it comes. With a heading row it is read by columns, like a file.
 */
export function readPasted(text: string): ReadList {
  const table = readSeparated(text, { among: ['\t', ';', ','] })
  const at = headingAt(table.rows)
  const heading = at === undefined ? undefined : readHeader(table.rows[at]?.cells ?? [])
  if (heading && namesContact(heading) && heading.length > 1) return readTable(table)

  const rows: ListRow[] = []
  const faults: Fault[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue
    if (index === 0 && heading) continue
    const unclosed = unclosedIn(line)
    if (unclosed !== undefined) {
      faults.push({ line: index + 1, column: unclosed, code: 'unclosed_quote', text: shortened(line) })
      continue
    }
    for (const person of personsOfLine(line)) {
      if ('email' in person) rows.push({ line: index + 1, ...person })
      else
        faults.push({
          line: index + 1,
          column: person.surplus + 1,
          code: 'surplus_cells',
          text: shortened(line),
        })
    }
  }
  if (rows.length + faults.length === 0) return { problem: { code: 'empty' } }
  if (rows.length > maxRows) return { problem: { code: 'tooManyRows', count: rows.length } }
  return { rows, unused: [], faults, broken: brokenLetters(text) ?? null }
}

type Read = ReturnType<typeof personOfCells>

const addresses = (text: string) => text.split(/[\s,;]+/).filter((word) => /[^@\s]@+[^@\s]/.test(word)).length

function personsOfLine(line: string): Read[] {
  const cells = cellsOf(line)
  const addressed = cells.filter((cell) => cell.includes('@'))
  // A mail program's recipient line: several people in one line, each with their own address.
  if (addressed.length > 1) return recipients(cells)
  if (cells.length === 1 && addresses(line) > 1) return recipients(line.trim().split(/\s+/))
  return [personOfCells(cells)]
}

function recipients(cells: readonly string[]): Read[] {
  const people: Read[] = []
  let waiting: string[] = []
  for (const cell of cells) {
    waiting.push(cell)
    if (!cell.includes('@')) continue
    people.push(personOfCells([waiting.join(' ')]))
    waiting = []
  }
  return people
}

// Excel quotes a copied cell with a quote or a line break.
const unquote = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')

/** The cell, counted from 1, that begins with a quotation mark which is never closed. */
function unclosedIn(line: string): number | undefined {
  const bare = line.replace(/"[^"]*"/g, '')
  const cells = bare.split(/[\t;,]/)
  const at = cells.findIndex((cell) => cell.startsWith('"'))
  return at === -1 ? undefined : at + 1
}

function cellsOf(line: string): string[] {
  // What a mail program quotes is one name, also with a comma in it: "Öz, Can" <can.oz@…>.
  const bare = line.replace(/"[^"]*"/g, (quoted) => quoted.replace(/[,;]/g, ' '))
  const delimiter = ['\t', ';', ','].find((one) => bare.includes(one))
  if (delimiter === undefined) return [line]
  const cells: string[] = []
  let from = 0
  for (let at = 0; at <= bare.length; at += 1) {
    if (at < bare.length && bare[at] !== delimiter) continue
    cells.push(unquote(line.slice(from, at)))
    from = at + 1
  }
  return cells
}
