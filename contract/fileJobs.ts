import { z } from 'zod'
import { id, moment } from './fields.ts'

/** A file that is made in the background. */
export const fileJob = z.object({
  id,
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Parts of the file, 0 until they are counted. */
  total: z.number().int(),
  done: z.number().int(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** When the file is forgotten. */
  expiresAt: moment,
  /** Why there is no file, in the reader's language. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type FileJob = z.infer<typeof fileJob>
