import { upperChiSquare } from '#scoring/statistics/gamma.ts'
import { type Figure, type Figures, type Reason, settle } from './figures.ts'
import { type CodeMatrix, codesEach, type Points } from './matrix.ts'

/** A negligible, B moderate, C large, as the Educational Testing Service sorts them. */
export type EtsClass = 'A' | 'B' | 'C'

export type ItemDif = {
  readonly item: string
  /** Totals with at least two people. */
  readonly strata: number
  readonly etsClass: EtsClass | null
} & Figures<'alphaMh' | 'mhDelta' | 'chi2Continuity' | 'stdPDif'>

export interface Dif {
  /** People of each group. */
  readonly reference: number
  readonly focal: number
  readonly items: readonly ItemDif[]
}

/** A person's group: 0 the reference group, 1 the focal group; 255 for all others. */
export const neither = 255

/**
 * Compares how often people of two groups with the same total get each item right (Mantel and Haenszel 1959, Holland and
 * Thayer 1988). The total has the item in it; totals of one person are left out. Δ = −2.35 ln α, negative where the item is
 * harder for the focal group; χ² with continuity correction ½; SE of ln α by Phillips and Holland 1987. A: |Δ| < 1 or χ² not
 * significant at .05; C: |Δ| ≥ 1.5 and (|Δ| − 1)/SE > 1.645; else B. The standardised difference of shares (Dorans and
 * Kulick 1986) is weighted by the focal group.
 * @param points 0 or 1 for every code; people with an item that has none are left out
 * @param groups one a person
 */
export function mantelHaenszel(matrix: CodeMatrix, points: Points, groups: Uint8Array): Dif {
  const { items } = matrix
  const tables = tablesOf(matrix, points, groups)
  const sizes = [...tables.values()]
  return {
    reference: sizes.reduce((sum, { size }) => sum + (size[0] ?? 0), 0),
    focal: sizes.reduce((sum, { size }) => sum + (size[1] ?? 0), 0),
    items: items.map((item, i) => difOf(item, i, sizes)),
  }
}

/** The people of one total: how many of each group, and how many of them had each item right (items × 2). */
interface Stratum {
  readonly size: [number, number]
  readonly right: Uint32Array
}

function tablesOf(
  { codes, people, items }: CodeMatrix,
  points: Points,
  groups: Uint8Array,
): ReadonlyMap<number, Stratum> {
  const k = items.length
  const tables = new Map<number, Stratum>()
  for (let person = 0, from = 0; person < people; person += 1, from += k) {
    const group = groups[person]
    if (group !== 0 && group !== 1) continue
    let total = 0
    for (let item = 0; item < k; item += 1) total += points[item * codesEach + (codes[from + item] ?? 0)] ?? 0
    if (Number.isNaN(total)) continue
    const table = tables.get(total) ?? { size: [0, 0], right: new Uint32Array(2 * k) }
    tables.set(total, table)
    table.size[group] += 1
    for (let item = 0; item < k; item += 1) {
      const value = points[item * codesEach + (codes[from + item] ?? 0)] ?? 0
      table.right[2 * item + group] = (table.right[2 * item + group] ?? 0) + value
    }
  }
  return tables
}

function difOf(item: string, at: number, tables: readonly Stratum[]): ItemDif {
  const sum = { strata: 0, ad: 0, bc: 0, difference: 0, variance: 0, apart: 0, focal: 0 }
  const cells = tables.flatMap(({ size: [reference, focal], right }) => {
    const [a, c] = [right[2 * at] ?? 0, right[2 * at + 1] ?? 0]
    const all = reference + focal
    return all < 2 ? [] : [{ a, b: reference - a, c, d: focal - c, reference, focal, all }]
  })
  for (const { a, b, c, d, reference, focal, all } of cells) {
    sum.strata += 1
    sum.ad += (a * d) / all
    sum.bc += (b * c) / all
    sum.difference += a - (reference * (a + c)) / all
    sum.variance += (((reference * focal) / all) * ((a + c) / all) * (b + d)) / (all - 1)
    if (reference === 0 || focal === 0) continue
    sum.apart += focal * (c / focal - a / reference)
    sum.focal += focal
  }
  const none: Reason | undefined = sum.ad > 0 && sum.bc > 0 ? undefined : 'nothing_to_compare'
  const alpha = sum.ad / sum.bc
  const delta = -2.35 * Math.log(alpha)
  const chi = sum.variance > 0 ? (Math.abs(sum.difference) - 0.5) ** 2 / sum.variance : undefined
  // Phillips and Holland's variance of ln α.
  let spread = 0
  for (const { a, b, c, d, all } of cells)
    spread += ((a * d + alpha * b * c) * (a + d + alpha * (b + c))) / (all * all)
  const error = 2.35 * Math.sqrt(spread / (2 * sum.ad * sum.ad))
  const figures: Record<'alphaMh' | 'mhDelta' | 'chi2Continuity' | 'stdPDif', Figure> = {
    alphaMh: none ?? alpha,
    mhDelta: none ?? delta,
    chi2Continuity: chi ?? 'nothing_to_compare',
    stdPDif: sum.focal > 0 ? sum.apart / sum.focal : 'nothing_to_compare',
  }
  return {
    item,
    strata: sum.strata,
    etsClass: none === undefined && chi !== undefined ? classOf(delta, error, chi) : null,
    ...settle(figures),
  }
}

function classOf(delta: number, error: number, chi: number): EtsClass {
  const size = Math.abs(delta)
  if (size < 1 || upperChiSquare(chi, 1) >= 0.05) return 'A'
  return size >= 1.5 && (size - 1) / error > 1.645 ? 'C' : 'B'
}
