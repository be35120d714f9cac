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

// Quotients such as 0.3 / 0.1 miss whole numbers by their last digit.
const tolerance = 1e-9

/** True if a value is a multiple of the step within the ends of a scale. */
export const isOnScale = (
  value: number,
  { min, max, step }: { readonly min: number; readonly max: number; readonly step: number },
): boolean => value >= min && value <= max && Math.abs(value / step - Math.round(value / step)) < tolerance
