import type { Table } from '#tables/table.ts'
import { fault, openSheet, readOr, type SheetFault, type SheetRead, typedNumber } from './sheet.ts'

/** Judges' ratings of the items for one cut. */
export interface CutRatings {
  readonly cut: string
  readonly items: readonly {
    readonly item: string
    /** Most points of the item, above 0. */
    readonly points: number
    /** A chance from 0 to 1 for each judge, in their order. */
    readonly ratings: readonly number[]
  }[]
}

interface Ratings {
  readonly judges: readonly string[]
  readonly cuts: readonly CutRatings[]
}

/** The only cut where a sheet names none. */
export const onlyCut = 'cut'

/** Columns that are no judge. */
const own = ['cut', 'item', 'points'] as const

/**
 * An empty Angoff worksheet: a row for each item and cut, a column for each judge, who writes 0.65 or 65%.
 * @param cuts names of the cuts, the lowest first; none for a single one
 */
export function angoffSheet(
  items: readonly { readonly id: string; readonly points: number }[],
  judges: readonly string[],
  cuts: readonly string[] = [],
): string[][] {
  const blanks = judges.map(() => '')
  if (cuts.length === 0)
    return [['item', 'points', ...judges], ...items.map(({ id, points }) => [id, String(points), ...blanks])]
  return [
    [...own, ...judges],
    ...cuts.flatMap((cut) => items.map(({ id, points }) => [cut, id, String(points), ...blanks])),
  ]
}

/**
 * Reads a filled Angoff worksheet. The column `item` is needed, `points` (1 where it is missing) and `cut` are optional, every
 * other column is a judge. Each judge rates every item, and each cut has the same items.
 * @returns the ratings, or every fault with its line and column
 */
export function readRatings(table: Table): SheetRead<Ratings> {
  const { headings, rows, line, faults } = openSheet(table, ['item'])
  const judges = headings.flatMap((name, at) =>
    name === '' || own.some((one) => one === name) ? [] : [{ name, at }],
  )
  if (judges.length === 0 && headings.length > 0)
    faults.push(fault(line, headings.length, 'no_judges', headings.at(-1)))
  const at = {
    cut: headings.indexOf('cut'),
    item: headings.indexOf('item'),
    points: headings.indexOf('points'),
  }
  const cuts = new Map<string, { line: number; items: Map<string, { points: number; ratings: number[] }> }>()
  const pointsOf = new Map<string, number>()
  for (const { line, cells } of rows) {
    const cut = at.cut === -1 ? onlyCut : (cells[at.cut] ?? '')
    const item = cells[at.item] ?? ''
    if (cut === '') faults.push(fault(line, at.cut + 1, 'blank'))
    if (item === '') faults.push(fault(line, at.item + 1, 'blank'))
    const points = at.points === -1 ? 1 : readPoints(cells[at.points] ?? '', [line, at.points + 1], faults)
    if ((pointsOf.get(item) ?? points) !== points)
      faults.push(fault(line, at.points + 1, 'other_points', cells[at.points]))
    else pointsOf.set(item, points)
    const ratings = judges.map((judge) => readShare(cells[judge.at] ?? '', [line, judge.at + 1], faults))
    const group = cuts.get(cut) ?? { line, items: new Map() }
    cuts.set(cut, group)
    if (group.items.has(item)) faults.push(fault(line, at.item + 1, 'row_twice', item))
    else group.items.set(item, { points, ratings })
  }
  for (const { line, items } of cuts.values())
    for (const item of pointsOf.keys())
      if (!items.has(item)) faults.push(fault(line, at.cut + 1, 'missing_item', item))
  return readOr(faults, () => ({
    judges: judges.map(({ name }) => name),
    cuts: [...cuts].map(([cut, { items }]) => ({
      cut,
      items: [...items].map(([item, { points, ratings }]) => ({ item, points, ratings })),
    })),
  }))
}

type Place = readonly [line: number, column: number]

function readShare(cell: string, [line, column]: Place, faults: SheetFault[]): number {
  const percent = /^(?:%\s?(?<before>.+)|(?<after>.+?)\s?%)$/.exec(cell)?.groups
  const typed = typedNumber(percent?.before ?? percent?.after ?? cell)
  const share = typed === null ? null : percent ? typed / 100 : typed
  if (share !== null && share >= 0 && share <= 1) return share
  faults.push(fault(line, column, cell === '' ? 'blank' : 'not_a_share', cell))
  return 0
}

function readPoints(cell: string, [line, column]: Place, faults: SheetFault[]): number {
  const points = typedNumber(cell)
  if (points !== null && points > 0) return points
  const code = cell === '' ? 'blank' : points === null ? 'not_a_number' : 'out_of_range'
  faults.push(fault(line, column, code, cell))
  return 1
}
