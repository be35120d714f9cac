/**
 * The rows of a CSV file, quoted cells and line ends within them included; lines without anything are left out. Commas,
 * semicolons or tabs separate cells, whichever the first line has.
 * @throws when a quote is never closed
 */
export function readCsv(text: string): string[][] {
  const source = text.replace(/^\ufeff/, '')
  const delimiter = delimiterOf(source)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < source.length) {
    const { cell, end } = readCell(source, at, delimiter)
    row.push(cell)
    at = end + 1
    if (source[end] === delimiter) {
      if (at === source.length) row.push('')
      continue
    }
    if (source[end] === '\r' && source[at] === '\n') at += 1
    if (row.some((each) => each !== '')) rows.push(row)
    row = []
  }
  if (row.some((each) => each !== '')) rows.push(row)
  return rows
}

function delimiterOf(source: string): string {
  const first = source.slice(0, source.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '')
  return [',', ';', '\t'].find((one) => first.includes(one)) ?? ','
}

/** One cell from `at`, and where it ended: at a delimiter, a line end or the end of the text. */
function readCell(source: string, at: number, delimiter: string): { cell: string; end: number } {
  if (source[at] !== '"') {
    let end = at
    while (end < source.length && source[end] !== delimiter && source[end] !== '\n' && source[end] !== '\r')
      end += 1
    return { cell: source.slice(at, end), end }
  }
  let cell = ''
  for (let from = at + 1; ; ) {
    const quote = source.indexOf('"', from)
    if (quote === -1) throw new Error('a quotation mark is never closed')
    cell += source.slice(from, quote)
    if (source[quote + 1] !== '"') {
      // What follows a closing quote up to the next delimiter belongs to the cell, as spreadsheets read it.
      const rest = readCell(source, quote + 1, delimiter)
      return { cell: cell + rest.cell, end: rest.end }
    }
    cell += '"'
    from = quote + 2
  }
}
