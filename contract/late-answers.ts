import { assignment, assignmentId } from './assignments.ts'
import { call } from './kit.ts'

const decision = <const Name extends string, const Path extends string>(
  name: Name,
  path: Path,
  summary: string,
) =>
  call({
    name,
    method: 'POST',
    path,
    tag: 'Assignments',
    summary,
    access: 'manager',
    params: assignmentId,
    answer: { status: 200, json: assignment },
    errors: ['not_found', 'no_late_answers'],
  })

export const acceptLateAnswers = decision(
  'acceptLateAnswers',
  '/assignments/:assignmentId/accept_late_answers/',
  'Score a completed assignment again with the answers that came after its limit; the report says so. Asked once more, it takes in what has come since',
)
export const leaveLateAnswers = decision(
  'leaveLateAnswers',
  '/assignments/:assignmentId/leave_late_answers/',
  'Leave the answers that came after the limit unscored; had they been accepted, it is scored again without them',
)
