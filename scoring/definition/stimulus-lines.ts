/** A phone of 360 px shows no more. */
export const MAX_COLUMNS = 4

/** The lines of a text that are not blank: the steps of a procedure. */
export function textLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The cells of a table written with one row a line and ` | ` between cells; the first row contains the heads. */
export function tableRows(text: string): string[][] {
  return textLines(text).map((line) => line.split(/(?<=^|\s)\|(?=\s|$)/).map((cell) => cell.trim()))
}
