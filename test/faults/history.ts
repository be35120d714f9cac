import { appendFileSync, readFileSync } from 'node:fs'
import { z } from 'zod'

const answers = z.record(z.string(), z.object({ value: z.unknown(), seq: z.number() }))

/** One line of a history: what a candidate sent or got as an answer, or what was broken. Nothing of it comes from the server's own records. */
const event = z.discriminatedUnion('what', [
  /** Sent; whether it arrived is unknown until it is acknowledged. */
  z.object({ what: z.literal('sent'), attempt: z.string(), answers, at: z.string() }),
  /** Of what was sent, these answers were said to be stored. */
  z.object({ what: z.literal('acknowledged'), attempt: z.string(), answers, at: z.string() }),
  /** Handed in, with the receipt that the person was shown. */
  z.object({ what: z.literal('submitted'), attempt: z.string(), receipt: z.string(), at: z.string() }),
  z.object({ what: z.literal('broken'), part: z.string(), backAfterMs: z.number(), at: z.string() }),
])
export type Event = z.infer<typeof event>

/** Events as they are known before they are written. */
export type Fact = Event extends infer One ? (One extends Event ? Omit<One, 'at'> : never) : never

/** A history file, one event a line, written before anything else happens. */
export function openHistory(file: string): (fact: Fact) => void {
  return (fact) => appendFileSync(file, `${JSON.stringify({ ...fact, at: new Date().toISOString() })}\n`)
}

/** Reads a history file. @throws when a line is no event */
export const readHistory = (file: string): Event[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => event.parse(JSON.parse(line)))
