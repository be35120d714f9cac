import { agreedCut, type CutScore, fewestJudges } from './judges.ts'
import type { CutRatings } from './ratings.ts'

interface ItemRating {
  readonly item: string
  /** Mean of the judges' ratings, 0 to 1. */
  readonly mean: number
  /** Standard deviation over judges (n − 1): high where they disagree. */
  readonly spread: number
}

interface AngoffCut extends CutScore {
  readonly items: readonly ItemRating[]
}

/**
 * Cut scores by the modified Angoff method (Angoff 1971): each judge says for each item the chance that a person at the border
 * gets it right. A judge's cut is the sum of chance × points, the cut the mean of the judges.
 * @returns null with `too_few_judges` for fewer than two
 */
export function angoffCuts({
  judges,
  cuts,
}: {
  readonly judges: readonly string[]
  readonly cuts: readonly CutRatings[]
}): { cuts: AngoffCut[]; reason: null } | { cuts: null; reason: 'too_few_judges' } {
  if (judges.length < fewestJudges) return { cuts: null, reason: 'too_few_judges' }
  return {
    cuts: cuts.map(({ cut, items }): AngoffCut => {
      const each = judges.map((judge, j) => ({
        judge,
        points: items.reduce((sum, { points, ratings }) => sum + points * (ratings[j] ?? 0), 0),
      }))
      return {
        ...agreedCut(cut, each, 'mean'),
        items: items.map(({ item, ratings }) => {
          const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
          const squares = ratings.reduce((sum, rating) => sum + (rating - mean) ** 2, 0)
          return { item, mean, spread: Math.sqrt(squares / (ratings.length - 1)) }
        }),
      }
    }),
    reason: null,
  }
}
