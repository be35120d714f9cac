import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readSeparated } from '#tables/separated.ts'

/** The list as a Turkish Excel saves it: Windows-1254, semicolons, 200 people. */
export const listFile = join(import.meta.dirname, '../fixtures/people/turkish-excel.csv')

export interface ListedPerson {
  name: string
  email: string
  phone: string
  group: string
}

/** Lines of the list as the spreadsheet counts them. */
export const mendable = { line: 23, email: 'cagri.unal.22@ornek.test' }
const brokenLines = [58, 141]
const repeatedLines = [77, 190]

/** The people invited once line 23 is corrected and unusable rows are left out. */
export function invitedPeople(): ListedPerson[] {
  const text = new TextDecoder('windows-1254').decode(readFileSync(listFile))
  const [, ...rows] = z
    .array(z.tuple([z.string(), z.string(), z.string(), z.string()]))
    .parse(readSeparated(text).rows.map(({ cells }) => cells))
  return rows.flatMap((cells, index) => {
    const [name, email, phone, group] = [cells[0], cells[1].trim(), cells[2], cells[3]]
    const line = index + 2
    if (brokenLines.includes(line) || repeatedLines.includes(line)) return []
    return [{ name, email: line === mendable.line ? mendable.email : email, phone, group }]
  })
}
