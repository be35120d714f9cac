import { z } from 'zod'

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

/** A score that lists show of a test, sort by and filter by. Nothing sensitive is among them. */
export const listedKey = z.object({
  key: scoreKey,
  name: z.string(),
  short: z.string(),
  /** T scores have mean 50 and standard deviation 10 in the norm group. */
  unit: z.enum(['points', 'T']),
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
export type ListedScore = z.infer<typeof listedScore>

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
