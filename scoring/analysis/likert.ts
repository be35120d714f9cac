import { fisherInterval, type Interval } from '#scoring/statistics/counts.ts'
import { correlation, correlations, covarianceOf } from './covariance.ts'
import { omegaTotal, oneFactor } from './factor.ts'
import { type Figure, type Figures, fewestPeople, type Reason, settle } from './figures.ts'
import type { CodeMatrix, Points } from './matrix.ts'
import { alphaOf, feldtInterval } from './reliability.ts'

export type LikertItem = {
  readonly item: string
  readonly n: number
  /** The interval of `itemRestR`, 95 %; null without it. */
  readonly itemRest: Interval | null
} & Figures<'mean' | 'sd' | 'itemTotalR' | 'itemRestR' | 'alphaIfDropped'>

export type LikertScale = {
  readonly n: number
  readonly k: number
  /** The interval of `rawAlpha`, 95 % (Feldt); null without it. */
  readonly alphaInterval: Interval | null
  /** Shares of people with the lowest and the highest sum that is possible. */
  readonly floor: number | null
  readonly ceiling: number | null
  /** Items whose loading has the other sign than most, where alpha is negative: they look unreversed. */
  readonly unreversed: readonly string[]
  readonly items: readonly LikertItem[]
} & Figures<'rawAlpha' | 'stdAlpha' | 'averageR' | 'sumMean' | 'sumSd' | 'semOfSum' | 'omegaTotal'>

/**
 * Analyses a Likert scale over the people who answered all of its items. Variances are with n − 1. Standardised alpha is
 * k r̄ / (1 + (k − 1) r̄); the standard error of the sum is sd √(1 − alpha); omega total is by minimum residuals.
 * @param points after reversing, NaN where an answer is missing
 * @param items the scale's items by their places in the matrix
 * @param range the lowest and highest points of an item
 */
export function analyseLikert(
  matrix: CodeMatrix,
  points: Points,
  items: readonly number[],
  { min, max }: { min: number; max: number },
): LikertScale {
  const k = items.length
  const { n, means, covariance, sums } = covarianceOf(matrix, points, items)
  const cell = (i: number, j: number) => covariance.values[i * k + j] ?? Number.NaN
  const places = items.map((_, i) => i)
  const withSum = places.map((i) => places.reduce((sum, j) => sum + cell(i, j), 0))
  const ofSum = withSum.reduce((sum, one) => sum + one, 0)
  const variances = places.reduce((sum, i) => sum + cell(i, i), 0)
  const few: Reason | undefined = n < fewestPeople ? 'too_few_people' : undefined
  const short: Reason | undefined = few ?? (k < 2 ? 'too_few_items' : undefined)
  const alpha: Figure = short ?? (ofSum > 1e-10 ? alphaOf(k, variances, ofSum) : 'constant')
  const r = short === undefined ? correlations(covariance) : undefined
  const between =
    r === undefined ? undefined : (r.values.reduce((sum, one) => sum + one, 0) - k) / (k * (k - 1))
  const loadings = r === undefined ? undefined : oneFactor(r)
  const ofItem = (item: number, i: number): LikertItem => {
    const own = cell(i, i)
    const together = withSum[i] ?? Number.NaN
    const rest = ofSum + own - 2 * together
    const itemRestR = short ?? correlation(together - own, own, rest) ?? 'constant'
    return {
      item: matrix.items[item] ?? '',
      n,
      itemRest: typeof itemRestR === 'number' && n > fewestPeople ? fisherInterval(itemRestR, n) : null,
      ...settle({
        mean: few ?? means[i] ?? Number.NaN,
        sd: few ?? Math.sqrt(own),
        itemTotalR: short ?? correlation(together, own, ofSum) ?? 'constant',
        itemRestR,
        alphaIfDropped:
          few ??
          (k < 3 ? 'too_few_items' : rest > 1e-10 ? alphaOf(k - 1, variances - own, rest) : 'constant'),
      }),
    }
  }
  const shareAt = (sum: number) => (few === undefined ? (sums.get(sum) ?? 0) / n : null)
  return {
    n,
    k,
    alphaInterval: typeof alpha === 'number' ? feldtInterval(alpha, { n, k }) : null,
    floor: shareAt(min * k),
    ceiling: shareAt(max * k),
    unreversed:
      typeof alpha === 'number' && alpha < 0 && loadings !== undefined
        ? items.flatMap((item, i) => ((loadings[i] ?? 0) < 0 ? [matrix.items[item] ?? ''] : []))
        : [],
    items: items.map(ofItem),
    ...settle({
      rawAlpha: alpha,
      stdAlpha: short ?? (between === undefined ? 'constant' : (k * between) / (1 + (k - 1) * between)),
      averageR: short ?? between ?? 'constant',
      sumMean: few ?? means.reduce((sum, mean) => sum + mean, 0),
      sumSd: few ?? Math.sqrt(Math.max(0, ofSum)),
      // A negative alpha makes it larger than the sum's own sd; an alpha that rounds to above 1 makes it 0.
      semOfSum: typeof alpha === 'number' ? Math.sqrt(Math.max(0, ofSum * (1 - alpha))) : alpha,
      omegaTotal: short ?? (loadings === undefined ? 'constant' : omegaTotal(loadings)),
    }),
  }
}
