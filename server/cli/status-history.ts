import { z } from 'zod'

const check = z.object({
  at: z.string(),
  /** `not_ready`: it answers and can't do its work. `unreachable`: it doesn't answer at all. */
  state: z.enum(['ready', 'not_ready', 'unreachable']),
  /** The server's reason for `not_ready`. */
  reason: z.string().nullable(),
})
export type Check = z.infer<typeof check>

export const history = z.object({
  /** Checks by day, and how many of them found the server ready. */
  days: z.record(z.string(), z.object({ checks: z.int(), good: z.int() })),
  /** The first check since when the state has been the same. */
  since: z.string(),
  last: check,
})
export type History = z.infer<typeof history>
