import { chanceOfRight, normalGrid, type RightCurve } from '#scoring/simulation/curves.ts'
import type { Table } from '#tables/table.ts'
import { fault, openSheet, readOr, type Sheet, type SheetRead, typedNumber } from './sheet.ts'

export interface BookletItem extends RightCurve {
  readonly item: string
}

/** A page of the booklet. */
export interface Page extends BookletItem {
  /** From 1, the easiest first. */
  readonly page: number
  /** The trait at which a person gets the item right with the response probability; infinite where guessing alone does. */
  readonly location: number
}

/** The chance that counts as mastering an item. */
const responseProbability = 0.67

/** b + ln((RP − c) / (1 − RP)) / a: the trait at which P(right) is the response probability. */
const locationOf = ({ a, b, c }: RightCurve): number =>
  c >= responseProbability
    ? Number.NEGATIVE_INFINITY
    : b + Math.log((responseProbability - c) / (1 - responseProbability)) / a

/** Items from the easiest to the hardest, by where a person masters them; of equals in the order given. */
export const booklet = (items: readonly BookletItem[]): Page[] =>
  items
    .map((item) => ({ ...item, location: locationOf(item) }))
    .sort((one, other) => (one.location < other.location ? -1 : Number(one.location > other.location)))
    .map((item, i) => ({ ...item, page: i + 1 }))

/** The pages of the booklet as rows, to print it by. */
export const bookletSheet = (pages: readonly Page[]): string[][] => [
  ['page', 'item', 'location'],
  ...pages.map(({ page, item, location }) => [
    String(page),
    item,
    Number.isFinite(location) ? location.toFixed(3) : '',
  ]),
]

/**
 * Reads an item bank: `item` and `b` are needed, `a` (1) and `c` (0) optional; further columns are ignored. In place of `b` it
 * may have `p`, the share of people who get the item right, between `c` and 1: then b is where such a curve gives that share
 * among people of a normal distribution.
 * @returns the items, or every fault with its line and column
 */
export function readBank(table: Table): SheetRead<BookletItem[]> {
  const sheet = openSheet(table, ['item'])
  const { headings, rows, line, faults } = sheet
  const shares = headings.includes('p') && !headings.includes('b')
  if (!shares && !headings.includes('b') && headings.length > 0) faults.push(fault(line, 1, 'no_column', 'b'))
  const seen = new Set<string>()
  const items = rows.map((row): BookletItem => {
    const at = headings.indexOf('item')
    const item = row.cells[at] ?? ''
    if (item === '') faults.push(fault(row.line, at + 1, 'blank'))
    else if (seen.has(item)) faults.push(fault(row.line, at + 1, 'row_twice', item))
    seen.add(item)
    const a = numberIn(sheet, row, 'a', { otherwise: 1, valid: (value) => value > 0 })
    const c = numberIn(sheet, row, 'c', { otherwise: 0, valid: (value) => value >= 0 && value < 1 })
    if (!shares)
      return { item, a, c, b: numberIn(sheet, row, 'b', { otherwise: 0, valid: (b) => Math.abs(b) <= 100 }) }
    const p = numberIn(sheet, row, 'p', { otherwise: (1 + c) / 2, valid: (share) => share > c && share < 1 })
    return { item, a, c, b: difficultyOf(p, { a, c }) }
  })
  return readOr(faults, () => items)
}

/** The b at which the share p of people of a normal distribution is right; by halving, within −100 to 100. */
function difficultyOf(p: number, { a, c }: Omit<RightCurve, 'b'>): number {
  let [low, high] = [-100, 100]
  for (let round = 0; round < 60; round += 1) {
    const b = (low + high) / 2
    const share = normalGrid.reduce(
      (sum, { trait, weight }) => sum + weight * chanceOfRight({ a, b, c }, trait),
      0,
    )
    if (share > p) low = b
    else high = b
  }
  return (low + high) / 2
}

function numberIn(
  { headings, faults }: Sheet,
  { line, cells }: Sheet['rows'][number],
  name: string,
  { otherwise, valid }: { otherwise: number; valid: (value: number) => boolean },
): number {
  const at = headings.indexOf(name)
  if (at === -1) return otherwise
  const cell = cells[at] ?? ''
  const value = typedNumber(cell)
  if (value !== null && valid(value)) return value
  faults.push(
    fault(line, at + 1, cell === '' ? 'blank' : value === null ? 'not_a_number' : 'out_of_range', cell),
  )
  return otherwise
}
