import { fQuantile } from '#scoring/statistics/beta.ts'
import type { Interval } from '#scoring/statistics/counts.ts'

/**
 * Cronbach's alpha of k items from the sum of their variances and the variance of their sum, both with n or both with
 * n − 1: k/(k − 1) (1 − Σσ²/σ²_sum), at most 1 (Cronbach 1951). For right and wrong it is KR-20.
 */
export const alphaOf = (k: number, variances: number, ofSum: number): number =>
  (k / (k - 1)) * (1 - variances / ofSum)

/**
 * Feldt's interval of alpha, 95 % unless another level is given (Feldt 1965): (1 − α̂) F is what 1 − α may be, with n − 1
 * and (n − 1)(k − 1) degrees of freedom.
 */
export function feldtInterval(alpha: number, { n, k }: { n: number; k: number }, level = 0.95): Interval {
  const side = (1 - level) / 2
  const error = (p: number) => (1 - alpha) * fQuantile(p, n - 1, (n - 1) * (k - 1))
  return { lower: 1 - error(1 - side), upper: 1 - error(side) }
}

/**
 * Lord's standard error of measurement at a number of right answers, in points: √(x (k − x) / (k − 1)) (Lord 1955).
 * @param x 0 to k
 * @param k at least 2 items of one point
 */
export const conditionalSem = (x: number, k: number): number => Math.sqrt((x * (k - x)) / (k - 1))

/** Reliability of twice the length: 2r / (1 + r) (Spearman 1910, Brown 1910). */
export const spearmanBrown = (r: number): number => (2 * r) / (1 + r)
