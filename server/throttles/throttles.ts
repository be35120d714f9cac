import type { Executor } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import { countOne, deleteTicket, giveBack, insertTicket } from './queries.ts'

/** Seconds of the window in which most tries are counted, and readings are put on record once. */
export const quarterHour = 15 * 60

export interface Limit {
  readonly key: string
  readonly atMost: number
  readonly seconds: number
}

/**
 * Counts one try in the current window and says how many there were, this one included. Windows are fixed spans of
 * `windowSeconds`; the count is shared by all server processes and atomic under a burst.
 */
export async function countWithin(db: Executor, key: string, windowSeconds: number): Promise<number> {
  return (await countOne(db, key, windowSeconds)).count
}

/**
 * Counts a try against each limit before the work is done, and refuses it when one is exceeded.
 * @param refused called once a window, with the first try that is one too many
 * @returns takes the try back, for limits that count failures only
 * @throws Failure too_many_requests with the seconds until the window ends
 */
export async function take(
  db: Executor,
  limits: readonly Limit[],
  refused?: () => Promise<void>,
): Promise<() => Promise<void>> {
  const counted: { key: string; windowStart: Date }[] = []
  for (const limit of limits) {
    const { count, windowStart, endsInSeconds } = await countOne(db, limit.key, limit.seconds)
    counted.push({ key: limit.key, windowStart })
    if (count <= limit.atMost) continue
    if (count === limit.atMost + 1) await refused?.()
    throw new Failure('too_many_requests', { retryAfterSeconds: endsInSeconds })
  }
  return async () => {
    for (const { key, windowStart } of counted) await giveBack(db, key, windowStart)
  }
}

/**
 * Remembers from when on something was open, so that it can be used up once. It is stored among the counts because it
 * is one: of a thing that may happen a single time, shared by every process and swept away with the others.
 */
export async function issueTicket(db: Executor, key: string): Promise<void> {
  await insertTicket(db, key)
}

/** Uses a ticket up, if it is neither too young nor too old; of several who come at once one succeeds. */
export async function redeemTicket(
  db: Executor,
  key: string,
  age: { fromSeconds: number; toSeconds: number },
): Promise<boolean> {
  return deleteTicket(db, key, age)
}
