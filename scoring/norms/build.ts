import { type Interval, wilson } from '#scoring/statistics/counts.ts'
import { highestDegree, logLinear } from './log-linear.ts'
import { type NormFigures, normalisedZ, percentileRank, tScore, zScore } from './norms.ts'
import { mostSteps, type ScoreCounts } from './score-counts.ts'

export interface NormChoices {
  /** `raw`: the counts themselves. `smoothed`: a log-linear curve through them. */
  readonly table: 'raw' | 'smoothed'
  /** Degree of the curve, 1 to 6; without it the one with the lowest AIC, of equals the lowest. */
  readonly degree?: number | undefined
  /** `linear`: 50 + 10 (raw − mean) / sd. `normalised`: 50 + 10 Φ⁻¹ of the mid-rank share. */
  readonly transform: 'linear' | 'normalised'
}

export type NormReason =
  /** Fewer than 100 people. */
  | 'too_few_people'
  /** Everybody has the same score. */
  | 'constant'
  /** Counts that aren't whole numbers from 0. */
  | 'bad_counts'
  /** More than 2,000 scores, or a beginning and steps that aren't whole. */
  | 'bad_range'
  /** A degree that is no whole number from 1 to 6. */
  | 'bad_degree'
  /** No curve, or none of the degree asked for, goes through the counts: too few different scores. */
  | 'no_curve'

/** One raw score of a norm table. */
interface NormRow {
  readonly raw: number
  /** People of the sample with it. */
  readonly people: number
  /** The same as the table has it, smoothed or not. */
  readonly frequency: number
  /** Mid-rank, 0 to 100. */
  readonly percentile: number
  /** Standard error of the percentile in its own points: 100 √(p (1 − p) / n), an upper bound where many share a score. */
  readonly standardError: number
  /** Wilson's interval of the percentile, 95 %, 0 to 100. */
  readonly interval: Interval
  readonly T: number
}

interface BuiltNorm {
  readonly n: number
  /** Fewer than 300 people: reports say so. */
  readonly provisional: boolean
  /** The numbers that scoring needs. Mean and sd (n − 1) are the sample's, whether smoothed or not. */
  readonly norm: NormFigures & { readonly freq: number[]; readonly normalised: boolean }
  /** Degree of the curve; null for a raw table. */
  readonly degree: number | null
  /** The curves that were compared; none for a raw table. */
  readonly curves: readonly { readonly degree: number; readonly aic: number; readonly deviance: number }[]
  readonly rows: readonly NormRow[]
}

export type NormResult =
  | { readonly built: BuiltNorm; readonly reason: null }
  | { readonly built: null; readonly reason: NormReason }

const fewest = 100
const fewestForGood = 300

/** A norm table from people counted by raw score: null with the reason where there can't be one, never NaN. */
export function buildNorm(counts: ScoreCounts, { table, degree, transform }: NormChoices): NormResult {
  const refuse = (reason: NormReason): NormResult => ({ built: null, reason })
  const { freq, freqFrom, freqPer } = counts
  if (freq.some((count) => !(Number.isSafeInteger(count) && count >= 0))) return refuse('bad_counts')
  const isGrid = Number.isSafeInteger(freqFrom) && Number.isSafeInteger(freqPer) && freqPer > 0
  if (!isGrid || freq.length > mostSteps) return refuse('bad_range')
  const n = freq.reduce((sum, count) => sum + count, 0)
  if (n < fewest) return refuse('too_few_people')
  if (freq.filter((count) => count > 0).length < 2) return refuse('constant')
  if (degree !== undefined && !(Number.isInteger(degree) && degree >= 1 && degree <= highestDegree))
    return refuse('bad_degree')
  const curves = table === 'smoothed' ? logLinear(freq, degree) : []
  const curve =
    degree === undefined
      ? curves.toSorted((a, b) => a.aic - b.aic)[0]
      : curves.find((one) => one.degree === degree)
  if (table === 'smoothed' && !curve) return refuse('no_curve')
  const norm = {
    ...moments(counts, n),
    freq: curve?.fitted ?? freq,
    freqFrom,
    freqPer,
    normalised: transform === 'normalised',
  }
  return {
    built: {
      n,
      provisional: n < fewestForGood,
      norm,
      degree: curve?.degree ?? null,
      curves: curves.map((one) => ({ degree: one.degree, aic: one.aic, deviance: one.deviance })),
      rows: freq.map((people, i) => rowOf(norm, { raw: (freqFrom + i) / freqPer, people, n, i })),
    },
    reason: null,
  }
}

/** Mean and standard deviation (n − 1) in raw points. */
function moments({ freq, freqFrom, freqPer }: ScoreCounts, n: number): { mean: number; sd: number } {
  const at = (i: number) => (freqFrom + i) / freqPer
  const mean = freq.reduce((sum, count, i) => sum + count * at(i), 0) / n
  const squares = freq.reduce((sum, count, i) => sum + count * (at(i) - mean) ** 2, 0)
  return { mean, sd: Math.sqrt(squares / (n - 1)) }
}

function rowOf(
  norm: BuiltNorm['norm'],
  { raw, people, n, i }: { raw: number; people: number; n: number; i: number },
): NormRow {
  // A table with people in it has a rank and a z for every score.
  const percentile = Math.min(100, percentileRank(norm, raw) ?? 0)
  const share = percentile / 100
  const { lower, upper } = wilson(share * n, n)
  return {
    raw,
    people,
    frequency: norm.freq[i] ?? 0,
    percentile,
    standardError: 100 * Math.sqrt((share * (1 - share)) / n),
    interval: { lower: 100 * lower, upper: 100 * upper },
    T: tScore(norm.normalised ? (normalisedZ(norm, raw) ?? 0) : zScore(norm, raw)),
  }
}
