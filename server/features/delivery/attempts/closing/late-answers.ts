import type { Locale } from '#contract/fields.ts'
import type { LateAnswer } from '#contract/late-answers.ts'
import { presentedItems } from '#scoring/form/form.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { findAttempt, lockAssignment, lockAttempt } from '#server/features/delivery/attempts/queries.ts'
import {
  hasLateAnswers,
  hasUndecidedAnswers,
  lateTimes,
} from '#server/features/delivery/attempts/saving/stored-answers.ts'
import { findSections } from '#server/features/delivery/attempts/taking-queries.ts'
import { decideLate, lateDecisionOf } from '#server/features/delivery/results/results.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import { isClosed, score } from './close.ts'

/**
 * Decides what happens to answers that came after an attempt's limit, within the caller's transaction: accepted, the
 * attempt is scored again with them; left, without them if they had been accepted.
 * @throws Failure no_late_answers, also for an attempt that has no result
 */
export async function decideLateAnswers(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
  { decision, by }: { decision: 'accepted' | 'left'; by: By },
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
  // First: what counts is read by the decision.
  await decideLate(tx, ofAttempt, { decision, by: by.userId })
  if (decision === 'accepted' || before === 'accepted') await score(tx, attempt, { by: closedBy })
  if (decision === before && !more) return
  const { definition } = await getVersion(tx, attempt.version_id)
  await recordAudit(tx, {
    action: 'late_answers_decided',
    reason: decision,
    by,
    subjectId: attempt.user_id,
    clientId: key.clientId,
    details: { code: definition.code },
  })
}

/**
 * The answers of an assignment that came after its limit, in the order in which the person got the questions. Those to questions
 * of sensitive scales are neither among them nor counted in a number, because it would tell who was asked.
 */
export async function lateAnswersOf(
  db: Executor,
  key: { clientId: string; assignmentId: string },
  locale: Locale,
): Promise<LateAnswer[]> {
  const attempt = await findAttempt(db, key)
  if (attempt === undefined) return []
  const ofAttempt = { clientId: key.clientId, attemptId: attempt.id }
  const [late, sections] = await Promise.all([lateTimes(db, ofAttempt), findSections(db, ofAttempt)])
  const { definition, sensitiveItems } = await getVersion(db, attempt.version_id)
  const order = presentedItems(definition, attempt.id, attempt.left_out).filter(
    (id) => !sensitiveItems.has(id),
  )
  const answers = late.map(({ item_id: itemId, answered_at: answeredAt, stored_at: storedAt }) => {
    const section = definition.sections.find(({ items }) => items.some(({ id }) => id === itemId))
    // An attempt without a limit is over when its last day is.
    const limits = [
      attempt.deadline,
      attempt.closed_by === 'time' ? attempt.closed_at : null,
      sections.find(({ section_id: id }) => id === section?.id)?.deadline ?? null,
    ].filter((limit) => limit !== null)
    return {
      itemId,
      number: order.indexOf(itemId) + 1,
      section: definition.texts[locale].sections?.[section?.id ?? '']?.title ?? '',
      answeredAt: answeredAt?.toISOString() ?? null,
      arrivedAt: storedAt.toISOString(),
      inTime: answeredAt === null ? null : limits.every((limit) => answeredAt < limit),
    }
  })
  return answers.toSorted((a, b) => a.number - b.number)
}
