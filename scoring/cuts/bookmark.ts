import { chanceOfRight, type RightCurve } from '#scoring/simulation/curves.ts'
import type { Table } from '#tables/table.ts'
import { agreedCut, type Centre, type CutScore, fewestJudges } from './judges.ts'
import { onlyCut } from './ratings.ts'
import { fault, openSheet, readOr, type Sheet, type SheetRead, typedNumber } from './sheet.ts'

export interface BookletItem extends RightCurve {
  readonly item: string
}

/** A page of the booklet. */
interface Page extends BookletItem {
  /** From 1, the easiest first. */
  readonly page: number
  /** The trait at which a person gets the item right with the response probability; infinite where guessing alone does. */
  readonly location: number
}

/** The chance that counts as mastering an item. */
export const responseProbability = 0.67

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

/** The booklet's pages, and below them the lines on which judges write theirs. */
export const bookletSheet = (pages: readonly Page[]): string[][] => [
  ['page', 'item', 'location'],
  ...pages.map(({ page, item, location }) => [
    String(page),
    item,
    Number.isFinite(location) ? location.toFixed(3) : '',
  ]),
]

/**
 * Reads an item bank: `item` and `b` are needed, `a` (1) and `c` (0) optional; further columns are ignored.
 * @returns the items, or every fault with its line and column
 */
export function readBank(table: Table): SheetRead<BookletItem[]> {
  const sheet = openSheet(table, ['item', 'b'])
  const { headings, rows, faults } = sheet
  const seen = new Set<string>()
  const items = rows.map((row): BookletItem => {
    const at = headings.indexOf('item')
    const item = row.cells[at] ?? ''
    if (item === '') faults.push(fault(row.line, at + 1, 'blank'))
    else if (seen.has(item)) faults.push(fault(row.line, at + 1, 'row_twice', item))
    seen.add(item)
    const a = numberIn(sheet, row, 'a', { otherwise: 1, valid: (value) => value > 0 })
    const b = numberIn(sheet, row, 'b', { otherwise: 0, valid: () => true })
    return { item, a, b, c: numberIn(sheet, row, 'c', { otherwise: 0, valid: (v) => v >= 0 && v < 1 }) }
  })
  return readOr(faults, () => items)
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

/** Where judges put their bookmarks for one cut: the last page that a person at the border still masters. */
interface Bookmarks {
  readonly cut: string
  readonly judges: readonly { readonly judge: string; readonly page: number }[]
}

/**
 * Reads bookmarks: columns `judge` and `bookmark`, the number of the last page that a person at the border masters, and
 * optionally `cut`. A judge has one bookmark a cut.
 * @returns the bookmarks by cut, or every fault with its line and column
 */
export function readBookmarks(table: Table, pages: number): SheetRead<Bookmarks[]> {
  const { headings, rows, line, faults } = openSheet(table, ['judge', 'bookmark'])
  const at = {
    cut: headings.indexOf('cut'),
    judge: headings.indexOf('judge'),
    bookmark: headings.indexOf('bookmark'),
  }
  for (const [i, name] of headings.entries())
    if (name !== '' && !Object.hasOwn(at, name)) faults.push(fault(line, i + 1, 'unknown_column', name))
  const cuts = new Map<string, Map<string, number>>()
  for (const { line, cells } of rows) {
    const cut = at.cut === -1 ? onlyCut : (cells[at.cut] ?? '')
    const judge = cells[at.judge] ?? ''
    const cell = cells[at.bookmark] ?? ''
    if (cut === '') faults.push(fault(line, at.cut + 1, 'blank'))
    if (judge === '') faults.push(fault(line, at.judge + 1, 'blank'))
    const page = /^\d{1,6}$/.test(cell) ? Number(cell) : null
    if (page === null || page < 1 || page > pages) {
      const code = cell === '' ? 'blank' : page === null ? 'not_a_number' : 'out_of_range'
      faults.push(fault(line, at.bookmark + 1, code, cell))
    }
    const judges = cuts.get(cut) ?? new Map<string, number>()
    cuts.set(cut, judges)
    if (judges.has(judge)) faults.push(fault(line, at.judge + 1, 'row_twice', judge))
    else judges.set(judge, page ?? 0)
  }
  return readOr(faults, () =>
    [...cuts].map(([cut, judges]) => ({
      cut,
      judges: [...judges].map(([judge, page]) => ({ judge, page })),
    })),
  )
}

export type BookmarkCut = CutScore & {
  /** The trait at the cut, from the same judges; points are expected at each judge's own trait. */
  readonly pages: readonly number[]
}

type BookmarkCuts =
  | { readonly cuts: readonly BookmarkCut[]; readonly reason: null }
  | {
      readonly cuts: null
      readonly reason:
        | 'too_few_judges'
        /** A bookmark on an item that is mastered by guessing alone, so it says nothing of a trait. */
        | 'mastered_by_guessing'
    }

/**
 * Cut scores by the bookmark method (Mitzel, Lewis, Patz and Green 2001) at a response probability of .67. A judge's cut is the
 * sum of the chances to get each item of the booklet right, in points, at the trait where the bookmarked item is just mastered.
 * @param pages the whole booklet, so that points are those of the test
 * @returns null with the reason where a cut can't be computed
 */
export function bookmarkCuts(
  pages: readonly Page[],
  bookmarks: readonly Bookmarks[],
  centre: Centre,
): BookmarkCuts {
  const cuts: BookmarkCut[] = []
  for (const { cut, judges } of bookmarks) {
    if (judges.length < fewestJudges) return { cuts: null, reason: 'too_few_judges' }
    const each = judges.map(({ judge, page }) => {
      const trait = pages[page - 1]?.location ?? Number.NaN
      return { judge, points: pages.reduce((sum, item) => sum + chanceOfRight(item, trait), 0) }
    })
    if (judges.some(({ page }) => !Number.isFinite(pages[page - 1]?.location)))
      return { cuts: null, reason: 'mastered_by_guessing' }
    cuts.push({ ...agreedCut(cut, each, centre), pages: judges.map(({ page }) => page) })
  }
  return { cuts, reason: null }
}
