import { chanceOfRight } from '#scoring/simulation/curves.ts'
import type { Table } from '#tables/table.ts'
import type { Page } from './booklet.ts'
import { agreedCut, type Centre, type CutScore, fewestJudges } from './judges.ts'
import { onlyCut } from './ratings.ts'
import { fault, openSheet, readOr, type SheetRead } from './sheet.ts'

/** The judges' bookmarks for one cut: the last page that a person at the border still masters. */
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

type BookmarkCuts =
  | { readonly cuts: readonly CutScore[]; readonly reason: null }
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
  const cuts: CutScore[] = []
  for (const { cut, judges } of bookmarks) {
    if (judges.length < fewestJudges) return { cuts: null, reason: 'too_few_judges' }
    const each = judges.map(({ judge, page }) => {
      const trait = pages[page - 1]?.location ?? Number.NEGATIVE_INFINITY
      return { judge, trait, points: pages.reduce((sum, item) => sum + chanceOfRight(item, trait), 0) }
    })
    if (!each.every(({ trait }) => Number.isFinite(trait)))
      return { cuts: null, reason: 'mastered_by_guessing' }
    cuts.push(agreedCut(cut, each, centre))
  }
  return { cuts, reason: null }
}
