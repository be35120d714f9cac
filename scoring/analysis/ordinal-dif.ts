import { upperChiSquare } from '#scoring/statistics/gamma.ts'
import { climb, type Hill } from '#scoring/statistics/linear.ts'
import { type Figures, settle } from './figures.ts'

/** One person's answer to an item on ordered points. */
export interface Rated {
  /** The category, 0 for the lowest that somebody chose, without gaps. */
  readonly category: number
  /** The sum of the scale, or another number that says how high the person is. */
  readonly total: number
  /** True for the focal group. */
  readonly focal: boolean
}

/**
 * Says if a Likert item works the same in two groups: by how much better its answers are predicted by total, group and their
 * product than by the total alone, in cumulative logits with the same slope at all steps (Zumbo 1999). `deltaR2` is the gain
 * in Nagelkerke's R², 0 to 1; above .07 it is large (Jodoin and Gierl 2001). `chi2` has two degrees of freedom.
 */
export function ordinalDif(people: readonly Rated[]): Figures<'deltaR2' | 'chi2' | 'p'> {
  const both = people.some(({ focal }) => focal) && people.some(({ focal }) => !focal)
  const categories = people.reduce((most, { category }) => Math.max(most, category), 0) + 1
  if (!both || categories < 2) return nothing
  const mean = people.reduce((sum, { total }) => sum + total, 0) / people.length
  const spread = Math.sqrt(people.reduce((sum, { total }) => sum + (total - mean) ** 2, 0) / people.length)
  if (!(spread > 0)) return nothing
  const cells = cellsOf(people, (total) => (total - mean) / spread)
  const [none, total, all] = [0, 1, 3].map((slopes) => logLikelihood(cells, categories, slopes))
  if (none === undefined || total === undefined || all === undefined) return nothing
  const r2 = (better: number) => -Math.expm1((2 * (none - better)) / people.length)
  const most = -Math.expm1((2 * none) / people.length)
  const chi2 = Math.max(0, 2 * (all - total))
  return settle({ deltaR2: (r2(all) - r2(total)) / most, chi2, p: upperChiSquare(chi2, 2) })
}

const nothing = settle({
  deltaR2: 'nothing_to_compare',
  chi2: 'nothing_to_compare',
  p: 'nothing_to_compare',
} as const)

/** People who are the same to the model. */
interface Cell {
  readonly category: number
  readonly predictors: readonly number[]
  count: number
}

function cellsOf(people: readonly Rated[], standard: (total: number) => number): readonly Cell[] {
  const cells = new Map<string, Cell>()
  for (const { category, total, focal } of people) {
    const key = `${category} ${total} ${focal}`
    const x = standard(total)
    const cell = cells.get(key) ?? { category, predictors: [x, Number(focal), focal ? x : 0], count: 0 }
    cell.count += 1
    cells.set(key, cell)
  }
  return [...cells.values()]
}

/** The highest log-likelihood of cumulative logits with the first so many predictors; undefined where there is none. */
function logLikelihood(cells: readonly Cell[], categories: number, slopes: number): number | undefined {
  const n = cells.reduce((sum, { count }) => sum + count, 0)
  const start = new Float64Array(categories - 1 + slopes)
  let below = 0
  for (let j = 0; j < categories - 1; j += 1) {
    for (const { category, count } of cells) if (category === j) below += count
    start[j] = Math.log(below / (n - below))
  }
  return climb((at) => hillOf(cells, at, { categories, slopes }), start)?.value
}

const share = (x: number) => 1 / (1 + Math.exp(-x))

function hillOf(
  cells: readonly Cell[],
  at: Float64Array,
  { categories, slopes }: { categories: number; slopes: number },
): Hill {
  const size = at.length
  const first = categories - 1
  const gradient = new Float64Array(size)
  const curvature = new Float64Array(size * size)
  let value = 0
  const rowAbove = new Float64Array(size)
  const rowBelow = new Float64Array(size)
  for (const { category, predictors, count } of cells) {
    let eta = 0
    rowAbove.fill(0)
    rowBelow.fill(0)
    for (let s = 0; s < slopes; s += 1) {
      const x = predictors[s] ?? 0
      eta += x * (at[first + s] ?? 0)
      rowAbove[first + s] = -x
      rowBelow[first + s] = -x
    }
    const top = category === first
    const above = top ? 1 : share((at[category] ?? 0) - eta)
    const below = category === 0 ? 0 : share((at[category - 1] ?? 0) - eta)
    if (!top) rowAbove[category] = 1
    if (category > 0) rowBelow[category - 1] = 1
    const p = above - below
    value += count * Math.log(p)
    const [heightAbove, heightBelow] = [above * (1 - above), below * (1 - below)]
    const slope = rowAbove.map((a, i) => (heightAbove * a - heightBelow * (rowBelow[i] ?? 0)) / p)
    const [bendAbove, bendBelow] = [heightAbove * (1 - 2 * above), heightBelow * (1 - 2 * below)]
    for (let i = 0; i < size; i += 1) {
      gradient[i] = (gradient[i] ?? 0) + count * (slope[i] ?? 0)
      for (let j = 0; j < size; j += 1) {
        const bend =
          (bendAbove * (rowAbove[i] ?? 0) * (rowAbove[j] ?? 0) -
            bendBelow * (rowBelow[i] ?? 0) * (rowBelow[j] ?? 0)) /
          p
        const second = bend - (slope[i] ?? 0) * (slope[j] ?? 0)
        curvature[i * size + j] = (curvature[i * size + j] ?? 0) - count * second
      }
    }
  }
  return { value, slopes: gradient, curvature: { size, values: curvature } }
}
