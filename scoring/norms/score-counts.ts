/** People by raw score, in the shape of a norm's frequency table: `freq[i]` of them have (freqFrom + i) / freqPer. */
export interface ScoreCounts {
  readonly freq: number[]
  readonly freqFrom: number
  readonly freqPer: number
}

/** The scores that a scale can give: from min to max in steps of 1 / per raw points. */
export interface ScoreRange {
  readonly min: number
  readonly max: number
  /** 1 for sums, 12 for the mean of 12 answers. */
  readonly per: number
}

interface Counted extends ScoreCounts {
  /** People in the table. */
  readonly n: number
  /** People without a score. */
  readonly unscored: number
  /** Scores between two steps, such as prorated ones, which belong to no place in the table. */
  readonly between: number
  /** Scores below min or above max. */
  readonly outside: number
}

/** More steps are no scale of a test, and each is compared with every other. */
export const mostSteps = 2000

/**
 * Counts people by raw score over all scores that the scale can give.
 * @param scores raw scores, one a person; null where someone has none
 * @returns null with `bad_range` where the range is empty, no number of steps, or more than 2,000 of them
 */
export function countScores(
  scores: readonly (number | null)[],
  { min, max, per }: ScoreRange,
): { counts: Counted; reason: null } | { counts: null; reason: 'bad_range' } {
  const from = Math.round(min * per)
  const steps = Math.round(max * per) - from + 1
  const isGrid = from / per === min && (from + steps - 1) / per === max
  if (!(isGrid && Number.isInteger(per) && per > 0 && steps >= 2 && steps <= mostSteps))
    return { counts: null, reason: 'bad_range' }
  const freq = Array.from({ length: steps }, () => 0)
  let [n, unscored, between, outside] = [0, 0, 0, 0]
  for (const raw of scores) {
    if (raw === null || Number.isNaN(raw)) unscored += 1
    else if (raw < min || raw > max) outside += 1
    else if (Math.round(raw * per) / per !== raw) between += 1
    else {
      const place = Math.round(raw * per) - from
      freq[place] = (freq[place] ?? 0) + 1
      n += 1
    }
  }
  return { counts: { freq, freqFrom: from, freqPer: per, n, unscored, between, outside }, reason: null }
}
