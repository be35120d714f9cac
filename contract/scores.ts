import { z } from 'zod'
import { anyOf, id, line, queryNumber } from './fields.ts'
import { jobFitOverall } from './job-fit.ts'

/** A named range of a score in plain words. `tone` says how it is drawn, never by colour alone. */
export const reportBand = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  tone: z.enum(['strength', 'above', 'expected', 'below', 'attention']),
})

/** The key of a scale, category, composite or total of a test. */
export const scoreKey = z.string().regex(/^[A-Za-z0-9_]{1,64}$/, { error: 'format' })

const band = reportBand.pick({ id: true, name: true, tone: true })

/**
 * T scores have mean 50 and standard deviation 10 in the norm group. A percentage is a category's, the mean of those of its
 * scales, as in reports.
 */
const scoreUnit = z.enum(['points', 'T', 'percent'])

/** A score that lists show of a test, sort by and filter by. Nothing sensitive is among them. */
export const listedKey = z.object({
  key: scoreKey,
  name: z.string(),
  short: z.string(),
  unit: scoreUnit,
  /** The ends of a bar. */
  min: z.number(),
  max: z.number(),
  /** The smallest difference between the ends of a target range. */
  step: z.number(),
  /** One of the few by which the test is summed up. */
  main: z.boolean(),
  bands: z.array(band),
})
export type ListedKey = z.infer<typeof listedKey>

/** One score of one result, unrounded. */
export const listedScore = z.object({
  value: z.number(),
  band: band.nullable(),
  /** The standard error of measurement in the unit of the value; null when unknown. */
  se: z.number().nullable(),
})

/**
 * The places that a score can have among the `of` scores of the same version in the list: from 1 + those that are higher by more
 * than 1.645·√(SE₁² + SE₂²), to `of` − those that are lower by more.
 */
export const bracket = z.object({ from: z.number().int(), to: z.number().int(), of: z.number().int() })

/** `score:KEY`, with a minus in front descending; rows without the score come last either way. */
export const scoreOrdering = z
  .templateLiteral([z.enum(['score:', '-score:']), z.string()])
  .refine((text) => scoreKey.safeParse(text.slice(text.indexOf(':') + 1)).success, { error: 'format' })
export type ScoreOrdering = z.infer<typeof scoreOrdering>

/** The conditions on one score, of the one test that the list has. */
export const scoreFilters = {
  /** The key of a score of the one test in `inventory`; the three below say what it must be. */
  score: scoreKey.optional(),
  /** Ids of bands, separated by commas. */
  band: anyOf(line(64), ',').optional(),
  score_from: queryNumber.optional(),
  score_to: queryNumber.optional(),
}

/** The questions about scores that every list of one test takes. */
export const scoresAsked = {
  /** Adds `scores` to the rows and `keys` to the answer: only with exactly one `inventory`. */
  scores: z.literal('1').optional(),
  /** Adds `fit` to the rows, by this job profile of the one test in `inventory`. No filter: every row stays where it is. */
  profile: id.optional(),
}

const rowScore = listedScore.extend({
  /** Its unit in the version that was taken. */
  unit: scoreUnit,
})
export type RowScore = z.infer<typeof rowScore>

/** The scores of a row of a list of one test. */
export const rowScores = {
  /** With `scores`: of a completed test that this caller may read, by key; what was not scored is absent. */
  scores: z.record(z.string(), rowScore).optional(),
  /** With `scores`: they are of another version than the list's keys. Each version is sorted separately, this one later. */
  otherVersion: z.literal(true).optional(),
  /** With an ordering by a score: the places that it can have in the list. Null where its error is unknown. */
  bracket: bracket.nullable().optional(),
  /** With `profile`: the fit of its scores. It is shown beside them; nothing is sorted or left out by it. */
  fit: jobFitOverall.optional(),
}
const scoredRow = z.object(rowScores)
export type ScoredRow = z.infer<typeof scoredRow>

/** The scores that lists of one test have. */
export const pageKeys = {
  /** With `scores`: the scores that the test has, in the version that most of the client's results are of. */
  keys: z.array(listedKey).optional(),
  /** With `scores`: how many versions those results are of. */
  versions: z.number().int().optional(),
}
