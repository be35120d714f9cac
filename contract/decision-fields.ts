import { z } from 'zod'
import { anyOf, moment } from './fields.ts'

export const decision = z.enum(['none', 'shortlisted', 'hired', 'declined'])
export type Decision = z.infer<typeof decision>

/** The longest note of a decision. */
export const maxDecisionNote = 1000

/** The present decision about a person, with its note. */
export const personDecision = z.object({
  decision,
  /** Part of the person's own data. */
  note: z.string(),
  /** Null while nothing was ever decided. */
  at: moment.nullable(),
  /** The name of who decided. */
  by: z.string().nullable(),
})

/** Separated by commas. */
export const decisionFilter = anyOf(decision, ',')
