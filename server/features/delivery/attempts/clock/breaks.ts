import type { Tx } from '#server/db/database.ts'
import type { OwnAssignmentRow } from '#server/features/delivery/attempts/access.ts'
import { lockAssignment } from '#server/features/delivery/attempts/queries.ts'
import { Failure } from '#server/http/failure.ts'
import { beginBreak, endBreak as endBreakOf } from './pause-queries.ts'
import { findPractice } from './practice-queries.ts'
import { runningOf } from './sections.ts'
import { movedClock } from './time.ts'

/**
 * Takes a break: all clocks stop until its end, also where nobody says that it is over. Who is on one already stays on it.
 * @throws Failure attempt_not_started, attempt_submitted, assignment_closed, test_paused, no_breaks_left
 */
export async function takeBreak(tx: Tx, own: OwnAssignmentRow) {
  const key = runningOf(own)
  // The assignment before its attempt, as everywhere: of two calls the second finds the break.
  await lockAssignment(tx, { clientId: key.clientId, id: own.id })
  await beginBreak(tx, key)
  const attempt = await findPractice(tx, key)
  if (attempt.break_until === null) {
    if (attempt.paused_at !== null) throw new Failure('test_paused')
    if (attempt.breaks_left === 0) throw new Failure('no_breaks_left')
    // It ended between the two looks.
    throw new Failure('assignment_closed')
  }
  return { clock: await movedClock(tx, key), serverTime: new Date().toISOString() }
}

/** Ends a break before its time. @throws Failure attempt_not_started, attempt_submitted, assignment_closed */
export async function endBreak(tx: Tx, own: OwnAssignmentRow) {
  const key = runningOf(own)
  await lockAssignment(tx, { clientId: key.clientId, id: own.id })
  await endBreakOf(tx, key)
  return { clock: await movedClock(tx, key), serverTime: new Date().toISOString() }
}
