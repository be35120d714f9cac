import { databaseTime } from '#server/db/clock-queries.ts'
import type { Executor } from '#server/db/database.ts'
import { attemptOfToken, authorizeOwn } from '#server/features/delivery/attempts/access.ts'
import { shownClock } from '#server/features/delivery/attempts/clock/time.ts'
import { findSections } from '#server/features/delivery/attempts/taking-queries.ts'
import type { AttemptCaller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { countAnswers, signOf } from './presence-queries.ts'

/** The attempt that a device speaks of; null where the test was not started. */
export interface Present {
  readonly clientId: string
  readonly attemptId: string | null
}

/**
 * Authorizes like authorizeAttempt, but reads only the token's attempt where that is enough: every device asks every
 * few seconds.
 * @throws Failure not_authenticated for a dead token, not_found
 */
async function authorizePresent(db: Executor, by: AttemptCaller, assignmentId: string): Promise<Present> {
  if ('caller' in by) {
    const own = await authorizeOwn(db, by.caller, assignmentId)
    return { clientId: own.client_id, attemptId: own.attempt_id }
  }
  const attempt = await attemptOfToken(db, by.attemptToken)
  if (attempt === undefined) throw new Failure('not_authenticated')
  if (attempt.assignment_id !== assignmentId) throw new Failure('not_found')
  return { clientId: attempt.client_id, attemptId: attempt.id }
}

export const onPresent = subject(
  'attempt',
  (db, by: AttemptCaller, { assignmentId }: { assignmentId: string }) =>
    authorizePresent(db, by, assignmentId),
  ({ clientId }) => clientId,
)

/** Takes a device's sign. @throws Failure attempt_not_started */
export async function takeSign(
  db: Executor,
  { clientId, attemptId }: Present,
  sign: { itemId: string | null; unsent: number },
) {
  if (attemptId === null) throw new Failure('attempt_not_started')
  const key = { clientId, attemptId }
  const attempt = await signOf(db, key, sign)
  if (attempt === undefined) throw new Failure('attempt_not_started')
  const clock = { ...shownClock(attempt, await findSections(db, key)), timePercent: attempt.time_percent }
  return {
    epoch: attempt.epoch,
    pausedAt: clock.pausedAt,
    closed: attempt.closed,
    clock,
    serverTime: (await databaseTime(db)).toISOString(),
  }
}

/** Counts the timely answers of attempts, for those whose devices have given no sign. */
export const answersOf = countAnswers
export type { Answered } from './presence-queries.ts'
