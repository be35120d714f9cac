import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewestPeople, type Region, shownCells } from './shown-cells.ts'

const shown = (regions: readonly Region[], ...order: string[]) => [...shownCells(regions, order)].sort()
const region = (people: number, ...cells: string[]): Region => ({ people, cells })

test('a group of four is hidden, and so is a group that leaves four', () => {
  expect(shown([region(4, 'all')], 'all')).toEqual([])
  expect(shown([region(5, 'all')], 'all')).toEqual(['all'])
  // 12 less 8 are 4.
  expect(shown([region(8, 'all', 'a'), region(4, 'all', 'b')], 'all', 'a', 'b')).toEqual(['all'])
  expect(shown([region(8, 'all', 'a'), region(5, 'all', 'b')], 'all', 'a', 'b')).toEqual(['a', 'all', 'b'])
})

test('two small groups hide each other', () => {
  const regions = [region(20, 'all', 'a'), region(3, 'all', 'b'), region(3, 'all', 'c')]
  expect(shown(regions, 'all', 'a', 'b', 'c')).toEqual(['a', 'all'])
  // Two groups of five and six would leave the four of the third one.
  const thirds = [region(6, 'all', 'a'), region(5, 'all', 'b'), region(4, 'all', 'c')]
  expect(shown(thirds, 'all', 'a', 'b', 'c')).toEqual(['a', 'all'])
})

test('a figure of nobody and one of everybody are shown', () => {
  expect(shown([region(9, 'all', 'begun')], 'all', 'begun', 'expired')).toEqual(['all', 'begun', 'expired'])
})

test('groups and months are margins that can’t be combined where they cross', () => {
  const groups = ['a', 'b']
  const months = ['may', 'june']
  const crossed = groups.flatMap((group) => months.map((month) => region(3, 'all', group, month)))
  expect(shown(crossed, 'all', ...groups, ...months)).toEqual(['a', 'all', 'b', 'june', 'may'])
  // Everybody of group b was there in june, with two of group a: june less b are those two.
  const nested = [region(9, 'all', 'a', 'may'), region(2, 'all', 'a', 'june'), region(7, 'all', 'b', 'june')]
  expect(shown(nested, 'all', ...groups, ...months)).toEqual(['a', 'all', 'b'])
})

test('sums of several figures are found too', () => {
  // Each pair of cells overlaps by one person, so a + b + c less the whole are three people counted twice.
  const regions = [region(6, 'a', 'x'), region(6, 'b', 'x'), region(2, 'a', 'b', 'x')]
  expect(shown(regions, 'x', 'a', 'b')).toEqual(['a', 'x'])
})

test('many small crossings of groups and months hide nothing, as no sum isolates them', () => {
  const groups = Array.from({ length: 20 }, (_, at) => `group ${at}`)
  const months = Array.from({ length: 12 }, (_, at) => `month ${at}`)
  const crossed = groups.flatMap((group, at) =>
    months.map((month, place) => region(1 + ((at + place) % 2), 'all', group, month)),
  )
  expect(shownCells(crossed, ['all', ...groups, ...months]).size).toBe(33)
})

/** Exact rank by fractions of integers. */
function rank(given: readonly (readonly number[])[]): number {
  const rows = given.map((row) => row.map(BigInt))
  let found = 0
  for (let column = 0; column < (rows[0]?.length ?? 0); column += 1) {
    const at = rows.findIndex((row, index) => index >= found && row[column] !== 0n)
    const pivot = rows[at]
    if (pivot === undefined) continue
    rows.splice(at, 1)
    rows.splice(found, 0, pivot)
    const head = pivot[column] ?? 1n
    for (let index = found + 1; index < rows.length; index += 1) {
      const times = rows[index]?.[column] ?? 0n
      rows[index] = (rows[index] ?? []).map((value, place) => value * head - times * (pivot[place] ?? 0n))
    }
    found += 1
  }
  return found
}

/** The smallest number of people, above none, whose figure follows from those of some cells; by trying every set. */
function fewest(regions: readonly Region[], cells: readonly string[]): number {
  const rows = cells.map((cell) => regions.map((one) => (one.cells.includes(cell) ? 1 : 0)))
  const known = rank(rows)
  let least = Number.POSITIVE_INFINITY
  for (let set = 1; set < 2 ** regions.length; set += 1) {
    const inside = regions.map((_, at) => (Math.floor(set / 2 ** at) % 2 === 1 ? 1 : 0))
    const people = regions.reduce((sum, one, at) => sum + one.people * (inside[at] ?? 0), 0)
    if (people < least && rank([...rows, inside]) === known) least = people
  }
  return least
}

const names = ['a', 'b', 'c', 'd', 'e', 'f']
const universe = fc.uniqueArray(
  fc.record({ people: fc.integer({ min: 1, max: 7 }), cells: fc.subarray(names, { minLength: 1 }) }),
  { minLength: 1, maxLength: 7, selector: ({ cells }) => cells.join() },
)

test('nothing about 1 to 4 people follows from what is shown, and nothing is hidden without need', () => {
  fc.assert(
    fc.property(universe, fc.shuffledSubarray(names), (regions, order) => {
      const cells = shownCells(regions, order)
      if (cells.size > 0) expect(fewest(regions, [...cells])).toBeGreaterThanOrEqual(fewestPeople)
      // A hidden cell would have revealed few people together with those that were taken before it.
      for (const [at, cell] of order.entries())
        if (!cells.has(cell)) {
          const before = order.slice(0, at).filter((one) => cells.has(one))
          expect(fewest(regions, [...before, cell])).toBeLessThan(fewestPeople)
        }
    }),
    { numRuns: 300 },
  )
})
