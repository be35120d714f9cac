import { fisherInterval, type Interval, wilson } from '#scoring/statistics/counts.ts'
import { normalDensity, normalQuantile } from '#scoring/statistics/normal.ts'
import { correlation } from './covariance.ts'
import { type Figure, type Figures, fewestPeople, type Reason, settle } from './figures.ts'
import { blankCodes, type CodeMatrix, codesEach, type Points } from './matrix.ts'
import { alphaOf, feldtInterval, spearmanBrown } from './reliability.ts'
import { type Tally, tally } from './tally.ts'

export type ItemOption = {
  readonly option: string
  readonly isKey: boolean
  readonly count: number
  /** The interval of `pointBiserialRest`, 95 %; null without it. */
  readonly interval: Interval | null
} & Figures<'proportion' | 'pUpper27' | 'pLower27' | 'D' | 'pointBiserialRest'>

export type ScoredItem = {
  readonly item: string
  /** The interval of `p`, 95 % (Wilson), for an item of 0 and 1; null for others and for nobody. */
  readonly pInterval: Interval | null
  /** The interval of `pointBiserialRest`, 95 % (Fisher z); null without it. */
  readonly itemRest: Interval | null
  /** People whose answer was not reached. */
  readonly notReached: number
  readonly options: readonly ItemOption[]
} & Figures<
  | 'p'
  | 'pointBiserialTotal'
  | 'pointBiserialRest'
  | 'biserialRest'
  | 'D27'
  | 'pUpper27'
  | 'pLower27'
  | 'alphaIfDropped'
>

export type ScoredTest = {
  readonly n: number
  readonly k: number
  /** The interval of `kr20`, 95 % (Feldt); null without it. */
  readonly alphaInterval: Interval | null
  /** Shares of people with no points and with all of them. */
  readonly floor: number | null
  readonly ceiling: number | null
  /** Share of people who did not reach all items. */
  readonly unfinished: number | null
  readonly splitHalfOddEven: Figures<'r' | 'spearmanBrown'>
  readonly items: readonly ScoredItem[]
} & Figures<'mean' | 'sdSample' | 'kr20' | 'sem'>

/**
 * Analyses a test of right and wrong answers over the people who got all of its items. KR-20 is with the population
 * variance, the standard deviation with n − 1, SEM = sd √(1 − KR-20). The upper and lower groups are the last and first
 * round half up(0.27 n) people by total, those with the same total in the order of the file. Items that give parts of their
 * points are taken too: p is then the mean share of `most`, and there is no biserial.
 * @param points a number for every code that was presented
 * @param most each item's highest points, above 0
 */
export function analyseScored(matrix: CodeMatrix, points: Points, most: readonly number[]): ScoredTest {
  const counted = tally(matrix, points)
  const { n, totals, halves } = counted
  const k = matrix.items.length
  const all = momentsOf(totals, n)
  const few: Reason | undefined = n < fewestPeople ? 'too_few_people' : undefined
  const short: Reason | undefined = few ?? (k < 2 ? 'too_few_items' : undefined)
  const highest = most.reduce((sum, one) => sum + one, 0)
  const flat = flatReason(all, highest)
  const moments = matrix.items.map((_, item) => momentsOfItem(counted, points, item, all.mean))
  const variances = moments.reduce((sum, { variance }) => sum + variance, 0)
  const kr20: Figure = short ?? flat ?? alphaOf(k, variances, all.variance)
  const sdSample = few ?? Math.sqrt((all.variance * n) / (n - 1))
  const shareAt = (sum: number) => (few === undefined ? (totals.get(sum) ?? 0) / n : null)
  const half: Figure = short ?? flat ?? correlation(halves.together, halves.odd, halves.even) ?? 'constant'
  const context: Context = { matrix, points, counted, all, few, short, variances }
  return {
    n,
    k,
    alphaInterval: typeof kr20 === 'number' ? feldtInterval(kr20, { n, k }) : null,
    floor: shareAt(0),
    ceiling: shareAt(highest),
    unfinished: few === undefined ? counted.unfinished / n : null,
    splitHalfOddEven: settle({
      r: half,
      spearmanBrown: typeof half === 'number' ? spearmanBrown(half) : half,
    }),
    items: moments.map((own, item) => analyseItem(context, item, own, most[item] ?? 1)),
    ...settle({
      mean: few ?? all.mean,
      sdSample,
      kr20,
      sem:
        typeof kr20 === 'number' && typeof sdSample === 'number'
          ? sdSample * Math.sqrt(Math.max(0, 1 - kr20))
          : kr20,
    }),
  }
}

interface Moments {
  mean: number
  /** With n. */
  variance: number
}

interface Context {
  matrix: CodeMatrix
  points: Points
  counted: Tally
  all: Moments
  few: Reason | undefined
  short: Reason | undefined
  /** The sum of the items' variances. */
  variances: number
}

function momentsOf(counts: ReadonlyMap<number, number>, n: number): Moments {
  let sum = 0
  for (const [value, count] of counts) sum += value * count
  let squares = 0
  for (const [value, count] of counts) squares += count * (value - sum / n) ** 2
  return { mean: sum / n, variance: squares / n }
}

/** The reason of a figure that needs people to differ, where they don't. */
function flatReason({ mean, variance }: Moments, most: number): Reason | undefined {
  if (variance > 1e-10) return undefined
  if (mean === most) return 'everybody_right'
  return mean === 0 ? 'nobody_right' : 'constant'
}

/** An item's mean, variance and covariance with the total, with n. */
function momentsOfItem({ n, counts, sums }: Tally, points: Points, item: number, meanOfTotals: number) {
  let [sum, squares, products] = [0, 0, 0]
  for (let at = item * codesEach; at < (item + 1) * codesEach; at += 1) {
    const count = counts[at] ?? 0
    if (count === 0) continue
    const value = points[at] ?? 0
    sum += count * value
    squares += count * value * value
    products += value * (sums[at] ?? 0)
  }
  const mean = sum / n
  return { mean, variance: squares / n - mean * mean, withTotal: products / n - mean * meanOfTotals }
}

function analyseItem(
  context: Context,
  item: number,
  own: ReturnType<typeof momentsOfItem>,
  most: number,
): ScoredItem {
  const { matrix, counted, all, few, short, variances, points } = context
  const { n, counts, upper, lower, group } = counted
  const at = item * codesEach
  const rest: Moments = {
    mean: all.mean - own.mean,
    variance: all.variance + own.variance - 2 * own.withTotal,
  }
  const flat = flatReason(own, most)
  const restR: Figure =
    short ?? flat ?? correlation(own.withTotal - own.variance, own.variance, rest.variance) ?? 'constant'
  const share = (of: Uint32Array, size: number) => {
    let sum = 0
    for (let code = at; code < at + codesEach; code += 1)
      if ((of[code] ?? 0) > 0) sum += (of[code] ?? 0) * (points[code] ?? 0)
    return sum / (most * size)
  }
  const [pUpper, pLower] = [share(upper, group), share(lower, group)]
  const p = own.mean / most
  const right = sharesOfRight(counted, points, at, most)
  const k = matrix.items.length
  const dropped = rest.variance > 1e-10 ? alphaOf(k - 1, variances - own.variance, rest.variance) : 'constant'
  return {
    item: matrix.items[item] ?? '',
    pInterval: right !== undefined && n > 0 ? wilson(right, n) : null,
    itemRest: typeof restR === 'number' && n > fewestPeople ? fisherInterval(restR, n) : null,
    notReached: counts[at + blankCodes.notReached] ?? 0,
    options: optionsOf(context, item, { own, rest, most }),
    ...settle({
      p: few ?? p,
      pointBiserialTotal:
        short ?? flat ?? correlation(own.withTotal, own.variance, all.variance) ?? 'constant',
      pointBiserialRest: restR,
      biserialRest:
        right === undefined ? 'not_dichotomous' : typeof restR === 'string' ? restR : biserial(restR, p),
      D27: few ?? pUpper - pLower,
      pUpper27: few ?? pUpper,
      pLower27: few ?? pLower,
      alphaIfDropped: few ?? (k < 3 ? 'too_few_items' : dropped),
    }),
  }
}

/**
 * From a point-biserial to a biserial: (M₁ − M₀)/s_pop · pq/φ(Φ⁻¹(p)), where (M₁ − M₀)/s_pop is r/√(pq). It can be above 1.
 */
const biserial = (r: number, p: number): number =>
  (r * Math.sqrt(p * (1 - p))) / normalDensity(normalQuantile(p))

/** The number of people with all points; undefined where some have a part of them. */
function sharesOfRight({ counts }: Tally, points: Points, at: number, most: number): number | undefined {
  let right = 0
  for (let code = at; code < at + codesEach; code += 1) {
    const count = counts[code] ?? 0
    if (count === 0 || points[code] === 0) continue
    if (points[code] !== most) return undefined
    right += count
  }
  return right
}

function optionsOf(
  { matrix, points, counted, all, few, short }: Context,
  item: number,
  { own, rest, most }: { own: Moments; rest: Moments; most: number },
): ItemOption[] {
  const { n, counts, sums, upper, lower, group } = counted
  const each = (matrix.options[item] ?? []).map((option, index): ItemOption => {
    const code = item * codesEach + index + 1
    const count = counts[code] ?? 0
    const value = points[code] ?? 0
    const p = count / n
    // The covariance of "chose it" with the rest score: the mean rest of those who did, against that of all.
    const restOfThem = (sums[code] ?? 0) / n - p * value
    const r: Figure =
      short ?? correlation(restOfThem - p * (all.mean - own.mean), p * (1 - p), rest.variance) ?? 'constant'
    const [pUpper27, pLower27] = [(upper[code] ?? 0) / group, (lower[code] ?? 0) / group]
    return {
      option,
      isKey: value === most,
      count,
      interval: typeof r === 'number' && n > fewestPeople ? fisherInterval(r, n) : null,
      ...settle({
        proportion: few ?? p,
        pUpper27: few ?? pUpper27,
        pLower27: few ?? pLower27,
        D: few ?? pUpper27 - pLower27,
        pointBiserialRest: r,
      }),
    }
  })
  return each.sort((a, b) => byName.compare(a.option, b.option))
}

/** Options in the order in which one would list them: 2 before 10, A before B. */
const byName = new Intl.Collator('en', { numeric: true })
