import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findBand } from '#scoring/norms/bands.ts'
import { chanceOfRight, normalGrid } from '#scoring/simulation/curves.ts'
import { readSeparated } from '#tables/separated.ts'
import expected from '#test/fixtures/norms/impact.json' with { type: 'json' }
import { angoffCuts } from './angoff.ts'
import { bandsAt } from './bands.ts'
import { booklet, bookletSheet, readBank } from './booklet.ts'
import { bookmarkCuts, readBookmarks } from './bookmark.ts'
import { angoffSheet, readRatings } from './ratings.ts'
import type { SheetRead } from './sheet.ts'

const table = (...lines: string[]) => readSeparated(lines.join('\n'))
/** Faults as `line:column code text`. */
const faultsOf = (read: SheetRead<unknown>) =>
  read.faults?.map(({ line, column, code, text }) => `${line}:${column} ${code} ${text}`.trim()) ?? []
const contentOf = <T>(read: SheetRead<T>): T => {
  if (read.value === null) throw new Error(faultsOf(read).join('\n'))
  return read.value
}
const codes = Array.from({ length: 5 }, (_, i) => `judge_${i + 1}`)

describe('Angoff', () => {
  const { ratings, cuts, cut, spread, error, means, spreads } = expected.angoff
  test('cut, spread, error and items equal R', () => {
    const lines = ratings.map((row, i) => [`q${i + 1}`, ...row].join(','))
    const found = angoffCuts(contentOf(readRatings(table(['item', ...codes].join(','), ...lines)))).cuts?.[0]
    expect(found?.cut).toBe('cut')
    expect(found?.points).toBeCloseTo(cut, 10)
    expect(found?.spread).toBeCloseTo(spread, 10)
    expect(found?.standardError).toBeCloseTo(error, 10)
    for (const [j, judge] of (found?.judges ?? []).entries())
      expect(judge.points).toBeCloseTo(cuts[j] ?? Number.NaN, 10)
    for (const [i, item] of (found?.items ?? []).entries()) {
      expect(item.mean).toBeCloseTo(means[i] ?? Number.NaN, 10)
      expect(item.spread).toBeCloseTo(spreads[i] ?? Number.NaN, 10)
    }
    expect(found?.items).toHaveLength(12)
  })

  test('a judge who differs is named and stays in', () => {
    const values = [0.6, 0.62, 0.58, 0.6, 0.95]
    const lines = Array.from({ length: 10 }, (_, i) => [`q${i}`, ...values].join(','))
    const found = angoffCuts(contentOf(readRatings(table(['item', ...codes].join(','), ...lines)))).cuts?.[0]
    expect(found?.judges.map(({ differs }) => differs)).toEqual([false, false, false, false, true])
    expect(found?.points).toBeCloseTo(6.7, 12)
    expect([found?.lowest, found?.highest]).toEqual([expect.closeTo(5.8, 12), expect.closeTo(9.5, 12)])
  })

  test('less than a point apart, nobody differs', () => {
    const read = readRatings(table('item,a,b,c', 'q1,0.5,0.5,0.9'))
    expect(angoffCuts(contentOf(read)).cuts?.[0]?.judges.some(({ differs }) => differs)).toBe(false)
  })

  test('points, percentages, decimal commas and several cuts', () => {
    const read = readRatings(
      table(
        'cut;item;points;Ayşe;Mehmet',
        'A2;q1;2;%40;0,5',
        'A2;q2;1;50%;,3',
        'B1;q1;2;1;1',
        'B1;q2;1;0;60 %',
      ),
    )
    const found = angoffCuts(contentOf(read)).cuts
    expect(found?.map((one) => [one.cut, ...one.judges.map(({ judge, points }) => [judge, points])])).toEqual(
      [
        ['A2', ['Ayşe', expect.closeTo(1.3, 12)], ['Mehmet', expect.closeTo(1.3, 12)]],
        ['B1', ['Ayşe', 2], ['Mehmet', expect.closeTo(2.6, 12)]],
      ],
    )
  })

  test('one judge is too few', () => {
    expect(angoffCuts(contentOf(readRatings(table('item,a', 'q1,0.5'))))).toEqual({
      cuts: null,
      reason: 'too_few_judges',
    })
  })

  test('an empty worksheet reads as blanks, and filled as what was filled in', () => {
    const items = [
      { id: 'q1', points: 1 },
      { id: 'q2', points: 2 },
    ]
    const rows = angoffSheet(items, ['a', 'b'], ['A2', 'B1'])
    const text = (cells: string[][]) => table(...cells.map((row) => row.join(',')))
    expect(faultsOf(readRatings(text(rows)))).toHaveLength(8)
    const filled = rows.map((row, i) => (i === 0 ? row : row.map((cell) => (cell === '' ? '0.5' : cell))))
    expect(contentOf(readRatings(text(filled))).cuts.map(({ cut, items: of }) => [cut, of.length])).toEqual([
      ['A2', 2],
      ['B1', 2],
    ])
    expect(angoffSheet(items, ['a'])).toEqual([
      ['item', 'points', 'a'],
      ['q1', '1', ''],
      ['q2', '2', ''],
    ])
  })
})

describe('faults of ratings have their line and column:', () => {
  test.each<[string, string[], string[]]>([
    ['an empty file', [''], ['1:1 empty']],
    ['no items', ['item,a,b'], ['1:1 no_rows']],
    ['no column of items', ['id,a', 'q1,1'], ['1:1 no_column item']],
    ['no judges', ['item,points', 'q1,1'], ['1:2 no_judges points']],
    [
      'no number, below 0, above 1, blank',
      ['item,a,b,c,d', 'q1,x,-0.1,65,'],
      ['2:2 not_a_share x', '2:3 not_a_share -0.1', '2:4 not_a_share 65', '2:5 blank'],
    ],
    ['above 100 %', ['item,a,b', 'q1,101%,%%5'], ['2:2 not_a_share 101%', '2:3 not_a_share %%5']],
    ['an item twice', ['item,a', 'q1,1', 'q1,1'], ['3:1 row_twice q1']],
    ['an item without a name', ['item,a', ',1'], ['2:1 blank']],
    [
      'a judge twice, a judge without a name',
      ['item,a,a,,b', 'q1,1,1,1,1'],
      ['1:3 column_twice a', '1:4 blank_heading'],
    ],
    [
      'rows too short and too long',
      ['item,a,b', 'q1,1', 'q2,1,1,1'],
      ['2:3 missing_cells 1', '3:4 surplus_cells 1'],
    ],
    [
      'points of 0, of none, of words',
      ['item,points,a', 'q1,0,1', 'q2,,1', 'q3,x,1'],
      ['2:2 out_of_range 0', '3:2 blank', '4:2 not_a_number x'],
    ],
    ['a cut without an item', ['cut,item,a', 'A,q1,1', 'A,q2,1', 'B,q1,1'], ['4:1 missing_item q2']],
    ['other points in another cut', ['cut,item,points,a', 'A,q1,1,1', 'B,q1,2,1'], ['3:3 other_points 2']],
    ['an open quotation mark', ['item,a', '"q1,1', 'q2,1'], ['2:1 unclosed_quote "q1,1']],
  ])('%s', (_, lines, faults) => {
    expect(faultsOf(readRatings(table(...lines)))).toEqual(faults)
  })

  test('lines above the heading and empty columns at the end are none', () => {
    const read = readRatings(table('Round 1,,', 'item,a,b,', 'q1,0.1,0.2,'))
    expect(faultsOf(readRatings(table('item,a,b,,', 'q1,0.1,0.2,,')))).toEqual([])
    expect(contentOf(read).judges).toEqual(['a', 'b'])
  })

  test('any text is refused with faults or gives finite cuts', () => {
    const cell = fc.constantFrom(
      'item',
      'cut',
      'points',
      'a',
      'q1',
      'q2',
      '1',
      '0.5',
      '50%',
      '',
      '"',
      'NaN',
      'Infinity',
      '1e9',
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 }), (rows) => {
        const text = table(...rows.map((row) => row.join(',')))
        const read = readRatings(text)
        if (read.value === null) expect(read.faults.length).toBeGreaterThan(0)
        for (const { points, spread, standardError } of (read.value && angoffCuts(read.value).cuts) ?? [])
          expect([points, spread, standardError].every(Number.isFinite)).toBe(true)
        readBank(text)
        readBookmarks(text, 3)
      }),
    )
  })
})

describe('bookmark', () => {
  const { a, b, c, order, location, bookmarks, points, mean, median, spread } = expected.bookmark
  const lines = b.map((difficulty, i) => [`q${i + 1}`, a[i], difficulty, c[i]].join(','))
  const pages = booklet(contentOf(readBank(table('item,a,b,c', ...lines))))
  const marks = (...rows: string[]) => readBookmarks(table('judge,bookmark', ...rows), pages.length)

  test('the booklet and the cuts equal R', () => {
    expect(pages.map(({ item }) => item)).toEqual(order.map((one) => `q${one}`))
    for (const [i, page] of pages.entries()) expect(page.location).toBeCloseTo(location[i] ?? Number.NaN, 12)
    const read = contentOf(marks(...bookmarks.map((page, i) => `judge_${i},${page}`)))
    for (const [centre, value] of [
      ['mean', mean],
      ['median', median],
    ] as const) {
      const found = bookmarkCuts(pages, read, centre).cuts?.[0]
      expect(found?.points).toBeCloseTo(value, 10)
      expect(found?.spread).toBeCloseTo(spread, 10)
      for (const [j, judge] of (found?.judges ?? []).entries())
        expect(judge.points).toBeCloseTo(points[j] ?? Number.NaN, 10)
    }
  })

  test('a later bookmark is a higher cut', () => {
    const read = contentOf(
      readBookmarks(
        table(
          'cut,judge,bookmark',
          ...pages.flatMap(({ page }) => [`c${page},x,${page}`, `c${page},y,${page}`]),
        ),
        pages.length,
      ),
    )
    const found = bookmarkCuts(pages, read, 'median').cuts?.map((one) => one.points) ?? []
    expect(found).toHaveLength(pages.length)
    expect(found).toEqual(found.toSorted((x, y) => x - y))
    expect(new Set(found).size).toBe(pages.length)
  })

  test('shares of right answers give the difficulty of such a curve', () => {
    const [item] = contentOf(readBank(table('item,p,c', 'q1,0.7,0.25')))
    const share = normalGrid.reduce(
      (sum, { trait, weight }) => sum + weight * chanceOfRight(item ?? { a: 1, b: 0, c: 0 }, trait),
      0,
    )
    expect(share).toBeCloseTo(0.7, 12)
    expect(
      booklet(contentOf(readBank(table('item,p', 'q1,0.3', 'q2,0.9')))).map(({ item: id }) => id),
    ).toEqual(['q2', 'q1'])
  })

  test('one judge, or an item that guessing masters, has no cut', () => {
    expect(bookmarkCuts(pages, contentOf(marks('x,1')), 'median').reason).toBe('too_few_judges')
    const easy = booklet([{ item: 'q1', a: 1, b: 0, c: 0.7 }])
    expect(bookletSheet(easy)[1]).toEqual(['1', 'q1', ''])
    expect(
      bookmarkCuts(easy, contentOf(readBookmarks(table('judge,bookmark', 'x,1', 'y,1'), 1)), 'mean').reason,
    ).toBe('mastered_by_guessing')
  })

  test.each<[string[], string[]]>([
    [
      ['judge,page', 'x,1'],
      ['1:1 no_column bookmark', '1:2 unknown_column page'],
    ],
    [
      ['judge,bookmark', 'x,0', 'y,7', ',', 'x,b'],
      ['2:2 out_of_range 0', '3:2 out_of_range 7', '5:1 row_twice x', '5:2 not_a_number b'],
    ],
    [['cut,judge,bookmark', ',x,1'], ['2:1 blank']],
  ])('faults of bookmarks: %j', (rows, faults) => {
    expect(faultsOf(readBookmarks(table(...rows), 6))).toEqual(faults)
  })

  test.each<[string[], string[]]>([
    [['item,a', 'q1,1'], ['1:1 no_column b']],
    [
      ['item,a,b,c', 'q1,0,x,1', 'q1,1,,0'],
      ['2:2 out_of_range 0', '2:3 not_a_number x', '2:4 out_of_range 1', '3:1 row_twice q1', '3:3 blank'],
    ],
    [
      ['item,p', 'q1,1', 'q2,0'],
      ['2:2 out_of_range 1', '3:2 out_of_range 0'],
    ],
  ])('faults of a bank: %j', (rows, faults) => {
    expect(faultsOf(readBank(table(...rows)))).toEqual(faults)
  })
})

describe('bands between cuts', () => {
  test('a score equal to a cut is in the band above it', () => {
    const { bandSet } = bandsAt([31, 38.4], { bands: ['A1', 'A2', 'B1'], min: 0, max: 75 })
    expect([30.9, 31, 38, 38.4, 75].map((raw) => findBand(bandSet ?? undefined, raw))).toEqual([
      'A1',
      'A2',
      'A2',
      'B1',
      'B1',
    ])
  })
  test.each([
    ['not_rising', [2, 2], ['a', 'b', 'c']],
    ['not_rising', [3, 2], ['a', 'b', 'c']],
    ['not_rising', [1, Number.NaN], ['a', 'b', 'c']],
    ['outside_scores', [Number.NaN], ['a', 'b']],
    ['outside_scores', [0], ['a', 'b']],
    ['outside_scores', [11], ['a', 'b']],
    ['bands_do_not_fit', [], ['a']],
    ['bands_do_not_fit', [5], ['a', 'b', 'c']],
    ['bands_do_not_fit', [5], ['a', 'a']],
  ])('%s for %j', (reason, cuts, bands) => {
    expect(bandsAt(cuts, { bands, min: 0, max: 10 })).toEqual({ bandSet: null, reason })
  })
})
