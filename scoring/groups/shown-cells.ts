/** Fewer people than this are not a group: a figure about them would tell about single persons. */
export const fewestPeople = 5

/** People who are in exactly the same cells of one set of figures. */
export interface Region {
  readonly people: number
  readonly cells: readonly string[]
}

/**
 * The cells of overlapping or nested groups whose figures may be shown beside each other: none of 1 to 4 people, and none from
 * which the figure of 1 to 4 people can be calculated by adding and subtracting those that are shown. A cell of nobody may be
 * shown.
 *
 * Shown figures are sums over people, so the sets that can be calculated are exactly those whose indicator is a linear
 * combination of the indicators of shown cells. Cells are added in order, and one is left out where it would make such a set
 * of 1 to 4 people; so a set of two margins, such as groups and months, keeps what can't be combined.
 * @param regions people by all the cells that they are in; regions of equal cells are added up
 * @param order the cells, the most important first
 * @returns the cells that may be shown
 */
export function shownCells(regions: readonly Region[], order: readonly string[]): Set<string> {
  const shown: string[] = []
  // If several are safe together each one is, so most are decided at once.
  const add = (cells: readonly string[]): void => {
    const first = cells[0]
    if (first === undefined) return
    if (!revealsFew(regions, [...shown, ...cells])) {
      for (const cell of cells) shown.push(cell)
      return
    }
    if (cells.length === 1) return
    const half = Math.ceil(cells.length / 2)
    add(cells.slice(0, half))
    add(cells.slice(half))
  }
  add([...new Set(order)])
  return new Set(shown)
}

// A prime: the sums of products of two smaller numbers stay exact.
const prime = 67_108_859

/** True when the figures of some cells, added and subtracted, give one of 1 to 4 people. */
function revealsFew(regions: readonly Region[], cells: readonly string[]): boolean {
  const { people, rows } = tableOf(regions, cells)
  const pivots = reduce(rows, people.length)
  // One number is 0 by chance among millions of sums; two are not.
  const [first = [], second = []] = [3, 5].map((seed) => remainders(pivots, people.length, seed))
  return hasFewSum(
    people,
    first.map((one, at) => [one, second[at] ?? 0]),
  )
}

/** The people that each combination of these cells has, and each cell as the row of combinations that it consists of. */
function tableOf(
  regions: readonly Region[],
  cells: readonly string[],
): { people: number[]; rows: number[][] } {
  const asked = new Set(cells)
  const places = new Map<string, number>()
  const people: number[] = []
  const within: (readonly string[])[] = []
  for (const region of regions) {
    const own = [...new Set(region.cells.filter((cell) => asked.has(cell)))].sort()
    if (own.length === 0 || region.people === 0) continue
    const key = own.join('\0')
    const place = places.get(key) ?? people.length
    places.set(key, place)
    people[place] = (people[place] ?? 0) + region.people
    within[place] = own
  }
  const rows = cells.map((cell) => within.map((own) => (own.includes(cell) ? 1 : 0)))
  return { people, rows }
}

/**
 * For each combination a number made of what is left of it once everything that the rows can express is taken away. The
 * numbers of some combinations add up to 0 if the rows can express their set.
 */
function remainders(pivots: ReadonlyMap<number, readonly number[]>, width: number, seed: number): number[] {
  const weights = Array.from({ length: width }, (_, at) => power(seed + at * 7_919, 65_537))
  return weights.map((own, column) => {
    const row = pivots.get(column) ?? []
    const expressed = row.reduce((sum, value, at) => (sum + value * (weights[at] ?? 0)) % prime, 0)
    return (own - expressed + prime) % prime
  })
}

/** Brings the rows to reduced echelon form, modulo the prime. @returns the rows by the column that they alone have a 1 in */
function reduce(rows: number[][], width: number): Map<number, number[]> {
  const pivots = new Map<number, number[]>()
  for (const given of rows) {
    let row = given
    for (const [column, pivot] of pivots) row = without(row, pivot, row[column] ?? 0)
    const column = row.findIndex((value) => value !== 0)
    if (column < 0 || column >= width) continue
    const inverse = power(row[column] ?? 1, prime - 2)
    const normed = row.map((value) => (value * inverse) % prime)
    for (const [other, pivot] of pivots) pivots.set(other, without(pivot, normed, pivot[column] ?? 0))
    pivots.set(column, normed)
  }
  return pivots
}

const without = (row: number[], other: readonly number[], times: number): number[] =>
  times === 0 ? row : row.map((value, at) => (value + (prime - times) * (other[at] ?? 0)) % prime)

function power(base: number, exponent: number): number {
  let result = 1
  let square = base % prime
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}

/** Some combinations, at most two: four of one person each are two such parts. */
interface Part {
  readonly places: readonly number[]
  readonly people: number
}

type Remainder = readonly [number, number]

const sumOf = (one: Remainder, other: Remainder): Remainder => [
  (one[0] + other[0]) % prime,
  (one[1] + other[1]) % prime,
]
const keyOf = ([one, other]: Remainder) => one * prime + other
const opposite = ([one, other]: Remainder): Remainder => [(prime - one) % prime, (prime - other) % prime]

/** True when combinations of 1 to 4 people together have remainders that add up to 0. */
function hasFewSum(people: readonly number[], remainders: readonly Remainder[]): boolean {
  const known = new Map<number, Part[]>()
  const meets = (part: Part, remainder: Remainder): boolean => {
    const key = keyOf(remainder)
    if (key === 0) return true
    const fits = (other: Part) =>
      other.people + part.people < fewestPeople && !other.places.some((place) => part.places.includes(place))
    if (known.get(keyOf(opposite(remainder)))?.some(fits)) return true
    const equal = known.get(key)
    if (equal === undefined) known.set(key, [part])
    else equal.push(part)
    return false
  }
  const singles = people.flatMap((count, place) => {
    const remainder = remainders[place]
    return count < fewestPeople && remainder ? [{ place, people: count, remainder }] : []
  })
  for (const { place, remainder, ...one } of singles)
    if (meets({ ...one, places: [place] }, remainder)) return true
  for (const [at, one] of singles.entries())
    for (const other of singles.slice(at + 1)) {
      const both = { places: [one.place, other.place], people: one.people + other.people }
      if (both.people < fewestPeople && meets(both, sumOf(one.remainder, other.remainder))) return true
    }
  return false
}
