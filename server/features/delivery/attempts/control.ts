import type { Executor } from '#server/db/database.ts'
import { beginPauses, endForgottenPauses, resumePauses } from './clock/pause-queries.ts'
import { addSeconds, freeAttempt } from './clock/time-queries.ts'
import { lockAttempt } from './queries.ts'

/** An assignment whose running attempt a manager changes, in a transaction that has locked it. */
interface Key {
  clientId: string
  assignmentId: string
}

/**
 * Pauses running attempts or lets them go on. One that is so already stays as it is, and so does a break that nobody pauses.
 * @returns the assignments that changed
 */
export async function pauseAttempts(
  tx: Executor,
  key: { clientId: string; assignmentIds: readonly string[] },
  paused: boolean,
): Promise<string[]> {
  return paused ? beginPauses(tx, key) : resumePauses(tx, key)
}

/** When their time is over their clocks have gone on without it; this takes the mark away. @returns how many there were */
export async function sweepPauses(db: Executor): Promise<number> {
  return endForgottenPauses(db)
}

/**
 * Gives the clocks that run more time.
 * @returns the end of the whole test and what was added to it in all; undefined where no clock runs
 */
export async function giveSeconds(
  tx: Executor,
  key: Key,
  seconds: number,
): Promise<{ deadline: Date | null; addedSeconds: number } | undefined> {
  const attempt = await lockAttempt(tx, key)
  if (attempt === undefined) return undefined
  const given = await addSeconds(tx, { clientId: key.clientId, attemptId: attempt.id }, seconds)
  return given && { deadline: given.deadline, addedSeconds: given.added_seconds }
}

/** Lets an attempt go on at another device; the one that has it finds a higher epoch and stops. */
export async function freeFromDevice(tx: Executor, key: Key): Promise<void> {
  const attempt = await lockAttempt(tx, key)
  if (attempt !== undefined) await freeAttempt(tx, { clientId: key.clientId, attemptId: attempt.id })
}
