import { z } from 'zod'
import { assignment } from './assignments.ts'
import { maxItems, moment, typed, upTo } from './fields.ts'
import { call } from './kit.ts'
import { longestRescue } from './rescueFile.ts'
import { received, responseInput, responseValue, sequenceNumber } from './responses.ts'

/** The content of a rescue: the answers of one attempt that a device could not send. */
export const rescued = z.strictObject({
  epoch: z.number().int().min(1).max(1_000_000),
  /** When the first of the answers was given, by the server's clock as the device knew it. */
  since: moment,
  /** Item, sequence number, value, milliseconds since `since`, milliseconds that the person had the item before them. */
  answers: z
    .array(
      z.tuple([
        typed(64),
        sequenceNumber,
        responseValue,
        z.number().int().min(0).max(10_000_000_000_000),
        z.number().int().min(0).max(86_400_000).nullable(),
      ]),
    )
    .max(5000),
  /** The person had pressed Submit. */
  handedIn: z.boolean(),
  /** The device has read a question aloud. */
  readAloud: z.boolean(),
  /** Absent in what an older release wrote. */
  autoNext: z.boolean().optional(),
  /** Recent receipts of the server for answers that it could not store, and the token that they were sent with. */
  receipts: z
    .strictObject({
      token: z.string().max(200),
      list: z
        .array(
          received.extend({
            epoch: z.number().int().min(1).max(1_000_000),
            responses: upTo(maxItems, typed(64), responseInput),
          }),
        )
        .max(100),
    })
    .optional(),
})
export type Rescued = z.infer<typeof rescued>

export const importRescue = call({
  name: 'importRescue',
  method: 'POST',
  path: '/rescues/:testId/',
  tag: 'Assignments',
  summary:
    'Store the answers that a device could not send, from its rescue file; imported once more, nothing changes',
  access: 'manager',
  subject: 'assignment',
  params: z.object({ testId: z.string().min(1).max(100) }),
  body: z.strictObject({
    /** The rescue from the file: encrypted by the device, in base64url. */
    rescue: z
      .string()
      .min(1)
      .max(longestRescue)
      .regex(/^[A-Za-z0-9_-]+$/),
  }),
  answer: {
    status: 200,
    json: z.object({
      assignment,
      /** The number of answers that are stored now and were not before; late ones among them. */
      stored: z.number().int(),
      /** The number of these that came after the limit: they count once a manager accepts them. */
      late: z.number().int(),
      /** The number of answers that were there already, or a newer one in their place. */
      already: z.number().int(),
      /** The number of answers that fit no question of the test. */
      refused: z.number().int(),
      /** The test has been handed in, now or earlier. */
      handedIn: z.boolean(),
    }),
  },
  errors: ['not_found', 'rescue_damaged', 'attempt_submitted', 'assignment_closed'],
})
