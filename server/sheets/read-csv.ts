/**
 * The rows of a CSV file, quoted cells and line ends within them included; lines without anything are left out. Commas,
 * semicolons or tabs separate cells, whichever the first line has.
 * @throws when a quote is never closed
 */
export const readCsv = (text: string): string[][] => readCsvLines(text).map(({ cells }) => cells)

/**
 * The same, each row with the line of the file that it begins on, counted from 1 as an editor shows it.
 * @param mostCells how many cells are read, over all rows
 * @throws also when there are more
 */
export function readCsvLines(
  text: string,
  mostCells = Number.POSITIVE_INFINITY,
): { line: number; cells: string[] }[] {
  const source = text.replace(/^\ufeff/, '')
  const delimiter = delimiterOf(source)
  const rows: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let line = 1
  let next = 1
  let at = 0
  let count = 0
  const keep = () => {
    if (cells.some((each) => each !== '')) rows.push({ line, cells })
    cells = []
    line = next
  }
  while (at < source.length) {
    const { cell, end } = readCell(source, at, delimiter, next)
    cells.push(cell)
    count += 1
    if (count > mostCells) throw new Error(`line ${line}: there are more than ${mostCells} cells`)
    next += breaksIn(source.slice(at, end))
    at = end + 1
    if (source[end] === delimiter) {
      if (at === source.length) cells.push('')
      continue
    }
    if (source[end] === '\r' && source[at] === '\n') at += 1
    next += 1
    keep()
  }
  keep()
  return rows
}

/** Line ends within a cell, as editors count them. */
const breaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

function delimiterOf(source: string): string {
  const first = source.slice(0, source.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '')
  return [',', ';', '\t'].find((one) => first.includes(one)) ?? ','
}

/** One cell from `at`, and where it ended: at a delimiter, a line end or the end of the text. */
function readCell(
  source: string,
  at: number,
  delimiter: string,
  line: number,
): { cell: string; end: number } {
  if (source[at] !== '"') {
    let end = at
    while (end < source.length && source[end] !== delimiter && source[end] !== '\n' && source[end] !== '\r')
      end += 1
    return { cell: source.slice(at, end), end }
  }
  let cell = ''
  for (let from = at + 1; ; ) {
    const quote = source.indexOf('"', from)
    if (quote === -1) throw new Error(`line ${line}: a quotation mark is never closed`)
    cell += source.slice(from, quote)
    if (source[quote + 1] !== '"') {
      // What follows a closing quote up to the next delimiter belongs to the cell, as spreadsheets read it.
      const rest = readCell(source, quote + 1, delimiter, line)
      return { cell: cell + rest.cell, end: rest.end }
    }
    cell += '"'
    from = quote + 2
  }
}
