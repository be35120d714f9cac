import { isDeepStrictEqual } from 'node:util'
import type { Event } from './history.ts'

/** An answer as the database has it. */
export interface StoredAnswer {
  attempt: string
  item: string
  value: unknown
  seq: number
}

/** An attempt as the database has it. */
export interface StoredAttempt {
  attempt: string
  receipt: string | null
  /** How many results it has. */
  results: number
  /** Whether its result is what its stored answers are worth. */
  scoredRight: boolean
}

/** Answers that were acknowledged and are stored neither in their value nor in a later one of the same attempt, in sentences. */
export function lostAnswers(history: readonly Event[], answers: readonly StoredAnswer[]): string[] {
  const stored = new Map(answers.map((answer) => [`${answer.attempt} ${answer.item}`, answer]))
  return history.flatMap((event) =>
    event.what !== 'acknowledged'
      ? []
      : Object.entries(event.answers).flatMap(([item, { value, seq }]) => {
          const now = stored.get(`${event.attempt} ${item}`)
          const kept =
            now !== undefined && (now.seq > seq || (now.seq === seq && isDeepStrictEqual(now.value, value)))
          return kept
            ? []
            : [`Lost: answer ${seq} to ${item} of ${event.attempt}, acknowledged at ${event.at}.`]
        }),
  )
}

/**
 * What of a whole history was not kept, in sentences; none when every promise was.
 * - No acknowledged answer is lost.
 * - Nothing is stored that nobody sent.
 * - A test that was said to be handed in has that receipt and one result, which is the score of its stored answers.
 */
export function brokenPromises(
  history: readonly Event[],
  answers: readonly StoredAnswer[],
  attempts: readonly StoredAttempt[],
): string[] {
  const ended = new Map(attempts.map((attempt) => [attempt.attempt, attempt]))
  const sent = new Map<string, unknown>()
  const broken = lostAnswers(history, answers)
  for (const event of history) {
    if (event.what === 'sent')
      for (const [item, { value, seq }] of Object.entries(event.answers))
        sent.set(`${event.attempt} ${item} ${seq}`, value)
    if (event.what === 'submitted') {
      const attempt = ended.get(event.attempt)
      if (attempt?.receipt !== event.receipt)
        broken.push(`Lost: ${event.attempt} was handed in at ${event.at} with receipt ${event.receipt}.`)
      else if (attempt.results !== 1 || !attempt.scoredRight)
        broken.push(
          `Wrong: ${event.attempt} has ${attempt.results} results, or not the score of its answers.`,
        )
    }
  }
  for (const { attempt, item, value, seq } of answers) {
    const given = `${attempt} ${item} ${seq}`
    if (!sent.has(given) || !isDeepStrictEqual(sent.get(given), value))
      broken.push(`Invented: answer ${seq} to ${item} of ${attempt} was sent by nobody.`)
  }
  return broken
}
