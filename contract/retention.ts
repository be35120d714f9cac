import { z } from 'zod'
import { clientId } from './clients.ts'
import { id, moment } from './fields.ts'
import { call } from './kit.ts'

export const maxRetentionMonths = 120

const months = z.number().int().min(1).max(maxRetentionMonths)

const periods = {
  /** The period for candidates' tests, after their end. */
  candidateMonths: months,
  employeeMonths: months,
  /**
   * The period for sensitive tests, of candidates and of employees; and for single sensitive scales, whose tests stay
   * until their own end.
   */
  sensitiveMonths: months,
}

export const retention = z.object({
  ...periods,
  /** Until when longer periods that were replaced still apply; null where none does. */
  longerUntil: moment.nullable(),
  /** Every inventory, with a period of its own where it has one. */
  tests: z.array(
    z.object({
      inventory: z.object({ id, code: z.string(), name: z.string() }),
      sensitive: z.boolean(),
      months: months.nullable(),
    }),
  ),
  /** The number of tests and scales that end in the next thirty days. */
  soon: z.object({
    tests: z.number().int(),
    /** Tests of which the sensitive scales end, whether they were asked or not, and nothing else. */
    scales: z.number().int(),
    /** People whose name and contact end, because they have no test or none that is not erased. */
    people: z.number().int(),
  }),
  /** The last 20 runs that erased something, the newest first. */
  runs: z.array(
    z.object({
      id,
      ranAt: moment,
      tests: z.number().int(),
      /** Tests of which only the sensitive scales were over, whether they had been asked or not. */
      scales: z.number().int(),
      people: z.number().int(),
      /** Tests that a legal hold kept. */
      held: z.number().int(),
    }),
  ),
})
export type Retention = z.infer<typeof retention>

export const getRetention = call({
  name: 'getRetention',
  method: 'GET',
  path: '/clients/:clientId/retention/',
  tag: 'Personal data',
  summary: 'How long a client keeps what people answered, and what the last runs erased',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: retention },
  errors: ['not_found'],
})

export const setRetention = call({
  name: 'setRetention',
  method: 'PUT',
  path: '/clients/:clientId/retention/',
  tag: 'Personal data',
  summary:
    'Change how long a client keeps what people answered. With tests, inventories that are not named have no period of their own; without it, theirs stay. A shorter period takes effect after 37 days; until then the one before applies',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: z.strictObject({
    ...periods,
    tests: z
      .array(z.strictObject({ inventoryId: id, months }))
      .max(200)
      .optional(),
  }),
  answer: { status: 200, json: retention },
  errors: ['not_found'],
})
