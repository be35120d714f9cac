import { z } from 'zod'
import { accommodations } from './accommodation-fields.ts'
import { maxItems, maxOptions, moment, typed, upTo } from './fields.ts'
import { call } from './kit.ts'

const short = typed(500)
const itemId = typed(64)

/**
 * The answer to one item, in the shape its type asks for; which shape is right is checked against the item itself. An empty
 * text, list or record takes an answer back.
 */
export const responseValue = z.union([
  short,
  z.number(),
  z.array(typed(64)).max(maxOptions),
  upTo(maxOptions, typed(64), short),
])
export type ResponseValue = z.infer<typeof responseValue>

/** Counts up within an epoch on the device; a newer (epoch, seq) wins. */
export const sequenceNumber = z.number().int().min(1).max(2_000_000_000)

const sequenced = z.strictObject({
  value: responseValue,
  seq: sequenceNumber,
  at: moment.optional(),
  elapsedMs: z.number().int().min(0).max(86_400_000).optional(),
})

/** A value with its sequence number, or a bare value that takes the next one. */
export const responseInput = z.union([sequenced, responseValue])
export type ResponseInput = z.infer<typeof responseInput>

/** Tells a sequenced answer from a bare value that happens to be an object (gap and matching items). */
export function isSequenced(input: ResponseInput): input is z.infer<typeof sequenced> {
  return typeof input === 'object' && !Array.isArray(input) && 'seq' in input && typeof input.seq === 'number'
}

/**
 * That answers had arrived when the server could not store them: a member of its 503. Sent again with exactly these answers, it
 * makes those count as given in time whose limit was not over when they first arrived.
 */
export const received = z.strictObject({ at: moment, proof: z.string().max(100) })
export type Received = z.infer<typeof received>

/** The clocks of an attempt by the server: its sections' and its own. */
export const clockFields = {
  sections: z.array(z.object({ id: z.string(), startedAt: moment, deadline: moment })),
  deadline: moment.nullable(),
  /** Practice that pauses the clock of the whole test: which section's, and until when; null when there is none. */
  practice: z.object({ sectionId: z.string(), until: moment }).nullable(),
  /** Since when the test is paused, by a manager or for a break; null: it runs. */
  pausedAt: moment.nullable(),
  /** The breaks left, their length, and the end of the present one; only where the person may take breaks. */
  breaks: z
    .object({ left: z.number().int(), minutes: z.number().int(), until: moment.nullable() })
    .optional(),
}

/** Features of the device that were used while the test was taken: sent along until it is acknowledged. */
export const usedOnDevice = {
  /** It has read a question aloud. */
  readAloudUsed: z.literal(true).optional(),
  /** After an answer the next question followed automatically. */
  autoNextUsed: z.literal(true).optional(),
}

export const saveResponses = call({
  name: 'saveResponses',
  method: 'POST',
  path: '/participant/tests/save-responses/',
  tag: 'Taking a test',
  summary: 'Store answers; acknowledged only when they are durable',
  access: 'attempt',
  body: z.strictObject({
    testId: z.string().min(1).max(200),
    epoch: z.number().int().min(1).max(1_000_000).optional(),
    responses: upTo(maxItems, itemId, responseInput),
    received: received.optional(),
    ...usedOnDevice,
  }),
  answer: {
    status: 200,
    json: z.object({
      data: z.object({
        /** Stored with this value or a newer one: these need not be sent again. */
        saved: z.array(z.string()),
        /** The saved ones for which a newer value was already stored. */
        superseded: z.array(z.string()),
        /** Stored, but after the limit: marked, shown to the manager, not scored. */
        late: z.array(z.string()),
        serverTime: moment,
        /** Set only where a manager gave more time after the start. */
        clock: z.object({ ...clockFields, timePercent: accommodations.shape.timePercent }).optional(),
      }),
      status: z.literal('success'),
    }),
  },
  errors: ['not_found', 'attempt_submitted', 'assignment_closed', 'attempt_not_started'],
})
