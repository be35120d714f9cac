import type { Field } from './header.ts'
import { tidy } from './rows.ts'
import { looksLikePhone, looksLikeStaffNumber } from './shape.ts'

/** Fewer rows say too little about a column; each of them is then read by the look of its own cells. */
const fewest = 3

/**
 * The field of each column of a list without a heading, as most of its rows show it: a broken address is then an address in
 * its own column and not part of a name. Undefined where no column is of addresses, or where there are more texts beside it
 * than a first name and a surname before, a group after.
 */
export function inferFields(rows: readonly (readonly string[])[]): (Field | undefined)[] | undefined {
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  if (rows.length < fewest || width < 2) return undefined
  const columns = Array.from({ length: width }, (_, index) =>
    rows.map((cells) => tidy(cells[index] ?? '')).filter((cell) => cell !== ''),
  )
  const mostly = (cells: readonly string[] | undefined, looks: (cell: string) => boolean) =>
    cells !== undefined && cells.length > 0 && cells.filter(looks).length * 2 > cells.length
  const fields: (Field | undefined)[] = columns.map(() => undefined)
  const assign = (field: Field, looks: (cell: string) => boolean) => {
    const at = columns.findIndex((cells, index) => fields[index] === undefined && mostly(cells, looks))
    if (at >= 0) fields[at] = field
    return at
  }
  const email = assign('email', (cell) => cell.includes('@'))
  if (email < 0 || (columns[email]?.length ?? 0) * 2 <= rows.length) return undefined
  assign('phone', looksLikePhone)
  assign('staffNumber', looksLikeStaffNumber)
  const texts = columns.flatMap((cells, index) =>
    fields[index] === undefined && cells.length > 0 ? [index] : [],
  )
  const before = texts.filter((index) => index < email)
  const names = before.length > 0 ? before : texts.slice(0, 1)
  const others = texts.filter((index) => !names.includes(index))
  if (names.length > 2 || others.length > 1) return undefined
  const [first, last] = names
  if (first !== undefined) fields[first] = last === undefined ? 'name' : 'firstName'
  if (last !== undefined) fields[last] = 'lastName'
  for (const other of others) fields[other] = 'group'
  return fields
}
