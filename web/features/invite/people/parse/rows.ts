import { withoutInvisible } from '#contract/fields.ts'

/** One person as a list names them, before anything is judged. `line` counts as the spreadsheet does, from 1. */
export interface ListRow {
  line: number
  name: string
  email: string
  phone: string
  staffNumber: string
  group: string
}

/** Why a list could not be read at all. `line` and `count` are values of the message. */
export interface ListProblem {
  code: 'notCsv' | 'spreadsheet' | 'binary' | 'tooLarge' | 'tooManyRows' | 'unclosedQuote' | 'empty'
  line?: number
  count?: number
}

/** `unused`: the headings of columns that hold nothing an invitation needs. */
export type ReadList = { rows: ListRow[]; unused?: string[] } | { problem: ListProblem }

export const maxRows = 10_000

/** One line without the spaces, tabs and invisible characters that spreadsheets leave around and inside a cell. */
export const tidy = (text: string) => withoutInvisible(text).replace(/\s+/g, ' ').trim()
/** A text without these marks at its end. */
export function withoutEnd(text: string, marks: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
