import { itemsLeftOut, sensitiveScales, withTotals } from '#scoring/form/left-out.ts'
import type { Executor } from '#server/db/database.ts'
import { isClosed, score } from '#server/features/delivery/attempts/closing/close.ts'
import { lockAssignment, lockAttempt } from '#server/features/delivery/attempts/queries.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import {
  deleteResponses,
  deleteSetAside,
  insertSetAside,
  markScalesClosed,
  writeLeftOut,
} from './consent-queries.ts'

interface Forgotten {
  /** Also where no question had an answer. */
  readonly changed: boolean
  /** The number of deleted answers. */
  readonly responses: number
}

/**
 * Forgets what was answered on some scales, within the caller's transaction: as if they had not been asked. A result is made
 * again from the other answers.
 * @param setAside keeps them apart, and the scores as they were, for a legal hold: nothing but its end and the person's own data reads them
 */
export async function leaveOut(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
  scales: readonly string[],
  { setAside = false } = {},
): Promise<Forgotten> {
  await lockAssignment(tx, { clientId: key.clientId, id: key.assignmentId })
  const attempt = await lockAttempt(tx, key)
  if (attempt === undefined) return { changed: false, responses: 0 }
  const { definition } = await getVersion(tx, attempt.version_id)
  const leftOut = [...new Set([...attempt.left_out, ...withTotals(definition, scales)])]
  const ofAttempt = { clientId: key.clientId, attemptId: attempt.id }
  await writeLeftOut(tx, ofAttempt, leftOut)
  const asked = leftOut.length > attempt.left_out.length
  const items = [...itemsLeftOut(definition, leftOut)]
  if (setAside) await insertSetAside(tx, ofAttempt, items)
  const responses = await deleteResponses(tx, ofAttempt, items)
  const changed = asked || responses > 0
  const by = attempt.closed_by
  if (changed && isClosed(attempt) && (by === 'person' || by === 'time'))
    await score(tx, { ...attempt, left_out: leftOut }, { by })
  return { changed, responses }
}

/**
 * The same for all sensitive scales of a test whose period is over, within the caller's transaction. That they were not assessed is
 * no secret from then on, because it is so in every test of that age.
 */
export async function closeScales(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<void> {
  await lockAssignment(tx, { clientId: key.clientId, id: key.assignmentId })
  const attempt = await lockAttempt(tx, key)
  if (attempt === undefined) return
  const { definition } = await getVersion(tx, attempt.version_id)
  // Also what was set aside: after a restore there may be no hold whose end erases it.
  await forgetScales(tx, key, sensitiveScales(definition))
  await markScalesClosed(tx, { clientId: key.clientId, attemptId: attempt.id })
}

/** The same for good, with what leaveOut() had set aside of the test, within the caller's transaction. */
export async function forgetScales(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
  scales: readonly string[],
): Promise<Forgotten> {
  // First what locks the assignment and its attempt.
  const { changed, responses } = await leaveOut(tx, key, scales)
  const kept = await deleteSetAside(tx, key)
  return { changed: changed || kept !== undefined, responses: responses + (kept ?? 0) }
}
