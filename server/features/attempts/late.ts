import type { Executor } from '#server/db/database.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { hasLateAnswers, hasUndecidedAnswers } from '#server/features/responses/stored.ts'
import { decideLate, lateDecisionOf } from '#server/features/results/results.ts'
import { Failure } from '#server/http/failure.ts'
import { isClosed, score } from './close.ts'
import { lockAssignment, lockAttempt } from './queries.ts'

/**
 * Decides what becomes of answers that came after an attempt's limit, within the caller's transaction: accepted, the attempt
 * is scored again with them; left, without them if they had been accepted.
 * @throws Failure no_late_answers, also for an attempt that has no result
 */
export async function decideLateAnswers(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
  { decision, by, address }: { decision: 'accepted' | 'left'; by: string; address: string },
): Promise<void> {
  await lockAssignment(tx, { clientId: key.clientId, id: key.assignmentId })
  const attempt = await lockAttempt(tx, key)
  const closedBy = attempt?.closed_by
  if (attempt === undefined || !isClosed(attempt) || (closedBy !== 'person' && closedBy !== 'time'))
    throw new Failure('no_late_answers')
  const ofAttempt = { clientId: key.clientId, attemptId: attempt.id }
  if (!(await hasLateAnswers(tx, ofAttempt))) throw new Failure('no_late_answers')
  const before = await lateDecisionOf(tx, ofAttempt)
  // Accepted once more, what came since counts as well: that changes the result, and is on record.
  const more = decision === 'accepted' && (await hasUndecidedAnswers(tx, ofAttempt))
  if (decision === 'accepted' || before === 'accepted')
    await score(tx, attempt, { by: closedBy, withLate: decision === 'accepted' })
  await decideLate(tx, ofAttempt, { decision, by })
  if (decision === before && !more) return
  const { definition } = await getVersion(tx, attempt.version_id)
  await recordAudit(tx, {
    action: 'late_answers_decided',
    reason: decision,
    actorId: by,
    subjectId: attempt.user_id,
    clientId: key.clientId,
    address,
    details: { code: definition.code },
  })
}
