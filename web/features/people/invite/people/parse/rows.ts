import { withoutInvisible } from '#contract/fields.ts'

import type { BrokenLetters } from '#tables/decode.ts'
import type { TableProblem } from '#tables/error.ts'
import type { Fault } from '#tables/table.ts'

/** One person as a list names them, before anything is judged. `line` counts as the spreadsheet does, from 1. */
export interface ListRow {
  line: number
  name: string
  email: string
  phone: string
  staffNumber: string
  group: string
}

/** Why a list could not be read at all. `count` is a value of the message. */
export interface ListProblem {
  code: TableProblem | 'notCsv' | 'spreadsheet' | 'tooLarge' | 'tooManyRows'
  count?: number
}

/** The people of a list, and what has to be decided before they are used. */
export interface ListRead {
  rows: ListRow[]
  /** The columns that hold nothing an invitation needs: their headings, or their first text where there is none. */
  unused: string[]
  /** Rows that can't be read; they are not among `rows`. */
  faults: Fault[]
  /** The first word whose letters look broken. */
  broken: BrokenLetters | null
}

export type ReadList = ListRead | { problem: ListProblem }

export const maxRows = 10_000

/** One line without the spaces, tabs and invisible characters that spreadsheets leave around and inside a cell. */
export const tidy = (text: string) => withoutInvisible(text).replace(/\s+/g, ' ').trim()
/** A text without these marks at its end. */
export function withoutEnd(text: string, marks: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
