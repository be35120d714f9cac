import { blankCodes, type CodeMatrix, codesEach, type Points } from './matrix.ts'

/** Counts over the people who have points in all items; those over codes are items × 256. */
export interface Tally {
  readonly n: number
  /** Counts of people by their total. */
  readonly totals: ReadonlyMap<number, number>
  readonly counts: Uint32Array
  /** Sums of the totals of the people with a code. */
  readonly sums: Float64Array
  /** Size of the upper and of the lower 27 %, and the counts of codes in them. */
  readonly group: number
  readonly upper: Uint32Array
  readonly lower: Uint32Array
  /** People with an item that they didn't reach. */
  readonly unfinished: number
  /** Variances and covariance, with n, of the points in the first, third … item and in the second, fourth … */
  readonly halves: { readonly odd: number; readonly even: number; readonly together: number }
}

/** Counts everything that the statistics of a test are made of, in two passes over its answers. */
export function tally(matrix: CodeMatrix, points: Points): Tally {
  const { codes, people, items } = matrix
  const k = items.length
  const counts = new Uint32Array(k * codesEach)
  const sums = new Float64Array(k * codesEach)
  const totals = new Map<number, number>()
  const ofPeople = new Float64Array(people)
  const half = [0, 0, 0, 0, 0]
  let n = 0
  let unfinished = 0
  for (let person = 0, from = 0; person < people; person += 1, from += k) {
    let [odd, even] = [0, 0]
    for (let item = 0; item < k; item += 1) {
      const value = points[item * codesEach + (codes[from + item] ?? 0)] ?? 0
      if (item % 2 === 0) odd += value
      else even += value
    }
    const total = odd + even
    ofPeople[person] = total
    if (Number.isNaN(total)) continue
    n += 1
    totals.set(total, (totals.get(total) ?? 0) + 1)
    for (const [i, product] of [odd, even, odd * odd, even * even, odd * even].entries())
      half[i] = (half[i] ?? 0) + product
    let unreached = 0
    for (let item = 0; item < k; item += 1) {
      const code = codes[from + item] ?? 0
      const at = item * codesEach + code
      counts[at] = (counts[at] ?? 0) + 1
      sums[at] = (sums[at] ?? 0) + total
      if (code === blankCodes.notReached) unreached = 1
    }
    unfinished += unreached
  }
  const [odd = 0, even = 0, odds = 0, evens = 0, products = 0] = half.map((sum) => sum / n)
  const halves = { odd: odds - odd * odd, even: evens - even * even, together: products - odd * even }
  const group = Math.floor(0.27 * n + 0.5)
  return {
    n,
    totals,
    counts,
    sums,
    group,
    unfinished,
    halves,
    ...extremes(matrix, { ofPeople, totals, group }),
  }
}

interface Sorted {
  /** The total of each person, NaN for those who are left out. */
  ofPeople: Float64Array
  totals: ReadonlyMap<number, number>
  group: number
}

/** Counts of codes among the first and the last people by total, without sorting them: of the total at the edge only some belong. */
function extremes({ codes, items }: CodeMatrix, { ofPeople, totals, group }: Sorted) {
  const k = items.length
  const lower = new Uint32Array(k * codesEach)
  const upper = new Uint32Array(k * codesEach)
  const rising = [...totals].sort(([a], [b]) => a - b)
  const low = edge(rising, group)
  const high = edge(rising.toReversed(), group)
  let lowLeft = low.within
  // The last people with a total come last, so the first of them are passed over.
  let highSkipped = high.all - high.within
  for (const [person, total] of ofPeople.entries()) {
    const from = person * k
    if (total < low.total || (total === low.total && lowLeft-- > 0)) count(lower, codes, from, k)
    if (total > high.total || (total === high.total && highSkipped-- <= 0)) count(upper, codes, from, k)
  }
  return { upper, lower }
}

/** The total at which a group ends, the number of people with it, and the number of them who belong to the group. */
function edge(totals: readonly (readonly [number, number])[], group: number) {
  let left = group
  for (const [total, all] of totals) {
    if (left <= all) return { total, all, within: left }
    left -= all
  }
  return { total: Number.NaN, all: 0, within: 0 }
}

function count(counts: Uint32Array, codes: Uint8Array, from: number, k: number): void {
  for (let item = 0; item < k; item += 1) {
    const at = item * codesEach + (codes[from + item] ?? 0)
    counts[at] = (counts[at] ?? 0) + 1
  }
}
