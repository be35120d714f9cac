import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { submitAttempt as submitAttemptCall } from '#contract/participant.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnAssignmentRow } from '#server/features/delivery/attempts/access.ts'
import { holdFor, saveFor } from '#server/features/delivery/attempts/saving/save.ts'
import type { WithdrawnToken } from '#server/features/delivery/attempts/saving/waiting-queries.ts'
import { testIdOf } from '#server/features/delivery/attempts/tokens.ts'
import type { AttemptCaller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { passed } from '#server/steps.ts'
import { handIn } from './close.ts'

/**
 * Stores the last answers and hands a test in; repeated, the receipt is the same.
 * @throws Failure attempt_not_started, assignment_closed, and as saveFor does
 */
export async function submitAttempt(
  db: Database,
  subject: OwnAssignmentRow | WithdrawnToken,
  { responses, ...sent }: BodyOf<typeof submitAttemptCall>,
  _by: Visitor<AttemptCaller>,
  { deps, request }: Context,
): Promise<AnswerOf<typeof submitAttemptCall>> {
  const last = { epoch: undefined, ...sent }
  if ('tablet_id' in subject) {
    await holdFor(deps, request, subject, { ...last, responses: responses ?? {} }, true)
    // It has no receipt: nothing was handed in.
    throw new Failure('assignment_closed')
  }
  const { client_id: clientId, attempt_id: attemptId, version_id: versionId } = subject
  if (attemptId === null)
    throw new Failure(subject.status === 'pending' ? 'attempt_not_started' : 'assignment_closed')
  // Answers that arrive with a repeated submit are too late to count.
  if (responses !== undefined && subject.closed_by !== 'person') {
    const testId = testIdOf({ clientId, attemptId, versionId })
    await saveFor(deps, request, { ...last, testId, responses }).catch(unlessSubmitted)
  }
  const receipt = await handIn(db, { clientId, assignmentId: subject.id })
  if (receipt === undefined) throw new Failure('assignment_closed')
  passed('test_handed_in')
  return { status: 'completed', receipt, ...(subject.ended_by_manager && { endedByManager: true }) }
}

/** A repetition that ran beside the first submit finds the test handed in: it gets the receipt, not a refusal. */
function unlessSubmitted(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'attempt_submitted')) throw error
}
