/** The points that a person at the border would reach, in the opinion of one judge. */
interface JudgeCut {
  readonly judge: string
  readonly points: number
  /** Far from the others: more than 2.7 · 0.74 interquartile ranges, and more than one point, from the median. */
  readonly differs: boolean
}

/** A cut score that several judges agree on; all in raw points. */
export interface CutScore {
  /** Name of the cut, that of the band above it. */
  readonly cut: string
  /** The mean of the judges, or their median. Not rounded. */
  readonly points: number
  /** Standard deviation of the judges (n − 1). */
  readonly spread: number
  /** Standard error over judges: of the mean sd / √judges, of the median √(π / 2) times that. */
  readonly standardError: number
  readonly lowest: number
  readonly highest: number
  readonly judges: readonly JudgeCut[]
}

export type Centre = 'mean' | 'median'

/** Fewer judges have no spread. */
export const fewestJudges = 2

/**
 * Brings judges' cuts together. A judge who differs stays in: whether to discuss it again is for people to decide.
 * @param each points by judge; at least two
 */
export function agreedCut(
  cut: string,
  each: readonly { readonly judge: string; readonly points: number }[],
  centre: Centre,
): CutScore {
  const sorted = each.map(({ points }) => points).sort((a, b) => a - b)
  const n = sorted.length
  const mean = sorted.reduce((sum, points) => sum + points, 0) / n
  const median = quantile(sorted, 0.5)
  const spread = Math.sqrt(sorted.reduce((sum, points) => sum + (points - mean) ** 2, 0) / (n - 1))
  const usual = 0.74 * (quantile(sorted, 0.75) - quantile(sorted, 0.25))
  return {
    cut,
    points: centre === 'mean' ? mean : median,
    spread,
    standardError: (spread / Math.sqrt(n)) * (centre === 'mean' ? 1 : Math.sqrt(Math.PI / 2)),
    lowest: sorted[0] ?? mean,
    highest: sorted.at(-1) ?? mean,
    judges: each.map(({ judge, points }) => ({
      judge,
      points,
      differs: Math.abs(points - median) > Math.max(1, 2.7 * usual),
    })),
  }
}

/** The quantile of sorted values as R computes it unless asked otherwise (type 7). */
function quantile(sorted: readonly number[], p: number): number {
  const at = p * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  return below + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] ?? 0) - below)
}
