import { appendFileSync, createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const answers = z.record(z.string(), z.object({ value: z.unknown(), seq: z.number() }))
export type Answers = z.infer<typeof answers>

const attempt = z.string()
const epoch = z.number()
const at = z.string()

/**
 * One line of a history: what somebody sent or got as an answer, or what was broken. Nothing of it comes from the server's own
 * records. docs/faults.md explains it for those who check one.
 */
const event = z.discriminatedUnion('what', [
  /** Before a request that begins a test or hands it in; whether it arrived is unknown. */
  z.object({ what: z.literal('asked'), to: z.enum(['begin', 'submit']), assignment: z.string(), at }),
  z.object({
    what: z.literal('begun'),
    attempt,
    at,
    assignment: z.string(),
    by: z.enum(['http', 'browser', 'tablet']),
  }),
  /** Sent; whether it arrived is unknown until it is acknowledged. */
  z.object({ what: z.literal('sent'), attempt, epoch, answers, at }),
  /** These sent answers were said to be stored, some of them as late. */
  z.object({ what: z.literal('acknowledged'), attempt, epoch, answers, late: z.array(z.string()), at }),
  /** A tablet's test that was begun elsewhere before: said to be kept for the manager. */
  z.object({ what: z.literal('kept'), attempt, answers, at }),
  /** Handed in, with the receipt that the person was shown. */
  z.object({ what: z.literal('submitted'), attempt, receipt: z.string(), at }),
  /** The server said that it is not there. */
  z.object({ what: z.literal('refused'), attempt: attempt.nullable(), at }),
  /** A manager asked for a pause or its end, and once more when the server said it was done. */
  z.object({
    what: z.literal('pause'),
    assignments: z.array(z.string()),
    paused: z.boolean(),
    done: z.boolean(),
    at,
  }),
  /** Something happened to a connection, or to the network of a browser. */
  z.object({ what: z.literal('network'), attempt: attempt.nullable(), trouble: z.string(), at }),
  /** A page reported an error of its own that nobody took, or somebody could not go on. */
  z.object({ what: z.literal('failed'), attempt, error: z.string(), at }),
  z.object({ what: z.literal('broken'), part: z.string(), backAfterMs: z.number(), at }),
  /** A database machine was lost and is back; `to` is the primary since. */
  z.object({
    what: z.literal('failover'),
    part: z.string(),
    from: z.string(),
    to: z.string(),
    gapMs: z.number(),
    rejoinedAfterMs: z.number(),
    at,
  }),
])
export type Event = z.infer<typeof event>

/** Events as they are known before they are written. */
export type Fact = Event extends infer One ? (One extends Event ? Omit<One, 'at'> : never) : never

/** A history file, one event a line, written before anything else happens. */
export function openHistory(file: string) {
  let lines = 0
  return {
    tell(fact: Fact): void {
      appendFileSync(file, `${JSON.stringify({ ...fact, at: new Date().toISOString() })}\n`)
      lines += 1
    },
    /** The number of its lines. */
    length: () => lines,
  }
}

/** Reads a history file, which may be larger than memory. @throws when a line is no event */
export async function* readHistory(file: string): AsyncGenerator<Event> {
  for await (const line of createInterface(createReadStream(file))) yield event.parse(JSON.parse(line))
}
