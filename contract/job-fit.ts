import { z } from 'zod'

/**
 * How a score lies to a target range: `near` is outside by at most 1.645 standard errors of measurement, `unknown` a score that
 * is missing, or outside with an unknown error.
 */
export const scaleFit = z.enum(['within', 'near', 'outside', 'unknown'])
export type ScaleFit = z.infer<typeof scaleFit>

const count = z.number().int()

/** The fit to a whole profile: that of its worst scale, and how many scales have which. */
export const jobFitOverall = z.object({
  fit: scaleFit,
  within: count,
  near: count,
  outside: count,
  unknown: count,
})
export type JobFitOverall = z.infer<typeof jobFitOverall>
