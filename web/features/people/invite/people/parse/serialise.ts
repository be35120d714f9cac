/** A spreadsheet takes a cell that begins so for a formula; an apostrophe in front makes it text. */
const formula = /^[=+\-@\t\r]/

const cellText = (cell: string, delimiter: string) => {
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /["\r\n]/.test(safe) || safe.includes(delimiter) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"`
    : safe
}

/** A list as Turkish Excel opens it with a double click: UTF-8 with its mark, semicolons, CRLF, no cell a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map((cell) => cellText(cell, ';')).join(';')).join('\r\n')}\r\n`
}

/** Hands the text to the browser's downloads. */
export const csvBlob = (rows: readonly (readonly string[])[]) =>
  new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' })
