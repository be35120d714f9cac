import { type CodeMatrix, codesEach, type Points } from './matrix.ts'

/** The curve of an item, and its options among the people with the highest and lowest rest scores. */
export interface RestCurve {
  /** People with the item and a sum. */
  readonly n: number
  /** Fifths by the rest score, the lowest first: people, and the mean of the item's points. */
  readonly fifths: readonly { readonly n: number; readonly mean: number }[]
  /** Size of a third, and the counts of codes in the upper and the lower one. */
  readonly third: number
  readonly upper: Uint32Array
  readonly lower: Uint32Array
}

/** Each person's sum of points; NaN where something is missing. */
export function sumsOf({ codes, people, items }: CodeMatrix, points: Points): Float64Array {
  const k = items.length
  const sums = new Float64Array(people)
  for (let person = 0, from = 0; person < people; person += 1, from += k) {
    let sum = 0
    for (let item = 0; item < k; item += 1) sum += points[item * codesEach + (codes[from + item] ?? 0)] ?? 0
    sums[person] = sum
  }
  return sums
}

/**
 * Sorts people by their sum without one item, those with the same in the order of the matrix, and counts that item's codes and
 * points in fifths and thirds.
 * @param own the item's points without those that fill it where it was drawn: NaN for who didn't get it
 */
export function restCurve(
  { codes, people, items }: CodeMatrix,
  item: number,
  { sums, own }: { sums: Float64Array; own: Points },
): RestCurve {
  const k = items.length
  const at = item * codesEach
  const byRest = new Map<number, number[]>()
  let n = 0
  for (let person = 0; person < people; person += 1) {
    const rest = (sums[person] ?? 0) - (own[at + (codes[person * k + item] ?? 0)] ?? 0)
    if (Number.isNaN(rest)) continue
    // Sums of parts of points differ in their last digits.
    const key = Math.round(rest * 1e6)
    const same = byRest.get(key)
    if (same === undefined) byRest.set(key, [person])
    else same.push(person)
    n += 1
  }
  const third = Math.floor(n / 3 + 0.5)
  const upper = new Uint32Array(codesEach)
  const lower = new Uint32Array(codesEach)
  const counts = [0, 0, 0, 0, 0]
  const points = [0, 0, 0, 0, 0]
  let rank = 0
  for (const [, same] of [...byRest].sort(([a], [b]) => a - b)) {
    for (const person of same) {
      const code = codes[person * k + item] ?? 0
      const fifth = Math.floor((5 * rank) / n)
      counts[fifth] = (counts[fifth] ?? 0) + 1
      points[fifth] = (points[fifth] ?? 0) + (own[at + code] ?? 0)
      if (rank < third) lower[code] = (lower[code] ?? 0) + 1
      if (rank >= n - third) upper[code] = (upper[code] ?? 0) + 1
      rank += 1
    }
  }
  const fifths = counts.flatMap((count, i) => (count === 0 ? [] : [{ n: count, mean: (points[i] ?? 0) / count }]))
  return { n, fifths, third, upper, lower }
}
