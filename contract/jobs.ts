import { z } from 'zod'
import { clientId } from './clients.ts'
import { id, moment } from './fields.ts'
import { call } from './kit.ts'

/** Work in the background, in one shape for all kinds. */
export const jobView = z.object({
  id,
  kind: z.enum(['slips', 'invitations', 'evidence', 'reports']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  done: z.number().int(),
  /** Parts, such as slips or reports; 0 until they are counted. */
  total: z.number().int(),
  /** The address of the file; absent until it is there, for a job that makes none, and for who may not have it. */
  file: z.string().optional(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** The time at which the job is forgotten, and its file with it. */
  expiresAt: moment,
  /** The reason of a failure, in the reader's language. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type JobView = z.infer<typeof jobView>

export const getJob = call({
  name: 'getJob',
  method: 'GET',
  path: '/clients/:clientId/jobs/:jobId/',
  tag: 'Clients',
  summary: 'How far work in the background is: slips, lists of people, evidence or reports',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId.extend({ jobId: id }),
  answer: { status: 200, json: jobView },
  errors: ['not_found'],
})
