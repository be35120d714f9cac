import Papa from 'papaparse'
import { type Field, namesContact, readHeader } from './header.ts'
import { inferFields } from './infer.ts'
import { type ListRow, maxRows, type ReadList, tidy } from './rows.ts'
import { personOfCells } from './shape.ts'

export type Delimiter = ',' | ';' | '\t'

const delimiters: readonly Delimiter[] = ['\t', ';', ',']

/** The separator that parts the first line most often, quoted parts left out; of equals tab, then semicolon. */
export function delimiterOf(text: string): Delimiter {
  const first = /^\s*(.*)/.exec(text)?.[1]?.replace(/"(?:[^"]|"")*"/g, '') ?? ''
  const counts = delimiters.map((one) => first.split(one).length)
  const most = counts.reduce((most, count) => Math.max(most, count), 0)
  return most > 1 ? (delimiters[counts.indexOf(most)] ?? ',') : ','
}

/** Reads a separated list, with or without a heading row. Empty rows are dropped; lines keep their number. */
export function readCsv(text: string): ReadList {
  // Excel writes and understands a first line that names the separator.
  const separator = /^sep=([,;\t])\r?\n/.exec(text)
  const body = separator ? text.slice(separator[0].length) : text
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: separator?.[1] ?? delimiterOf(body) })
  const lineBefore = separator ? 1 : 0

  const quote = errors.find((error) => error.type === 'Quotes')
  if (quote) return { problem: { code: 'unclosedQuote', line: (quote.row ?? 0) + 1 + lineBefore } }

  const lines = data
    .map((cells, index) => ({ cells, line: index + 1 + lineBefore }))
    .filter(({ cells }) => cells.some((cell) => tidy(cell) !== ''))
  const fields = readHeader(lines[0]?.cells ?? [])
  const people = fields ? lines.slice(1) : lines
  if (people.length === 0) return { problem: { code: 'empty' } }
  if (people.length > maxRows) return { problem: { code: 'tooManyRows', count: people.length } }
  const named = fields !== undefined && namesContact(fields)
  const byColumn = named ? fields : inferFields(people.map(({ cells }) => cells))
  const titles = lines[0]?.cells.map(tidy) ?? []
  return {
    unused: named ? titles.filter((title, index) => title !== '' && fields[index] === undefined) : [],
    rows: people.map(({ cells, line }) => ({
      line,
      ...(byColumn ? personOfColumns(cells, byColumn) : personOfCells(cells)),
    })),
  }
}

function personOfColumns(
  cells: readonly string[],
  fields: readonly (Field | undefined)[],
): Omit<ListRow, 'line'> {
  const of = (field: Field) => {
    const filled = fields.map((one, index) => (one === field ? tidy(cells[index] ?? '') : '')).filter(Boolean)
    return filled[0] ?? ''
  }
  const parted = [of('firstName'), of('lastName')].filter(Boolean).join(' ')
  return {
    name: of('name') || parted,
    email: of('email'),
    phone: of('phone'),
    staffNumber: of('staffNumber'),
    group: of('group'),
  }
}
