import { z } from 'zod'
import { assignment, assignmentId } from './assignments.ts'
import { moment } from './fields.ts'
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
    subject: 'assignment',
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

/** An answer that arrived after the limit: which question, and when. What was answered is not part of it. */
export const lateAnswer = z.object({
  itemId: z.string(),
  /** The question's place in the test as the person got it, from 1. */
  number: z.number().int(),
  section: z.string(),
  /** When it was given by the person's device, which follows the server's clock; null where the device did not say. */
  answeredAt: moment.nullable(),
  arrivedAt: moment,
  /** True when it was given before the limit; null where the device did not say when. */
  inTime: z.boolean().nullable(),
})
export type LateAnswer = z.infer<typeof lateAnswer>

export const listLateAnswers = call({
  name: 'listLateAnswers',
  method: 'GET',
  path: '/assignments/:assignmentId/late_answers/',
  tag: 'Assignments',
  summary:
    'The answers that arrived after the limit, at most one for each question, in the order of the test; of a sensitive test for its readers alone, of sensitive scales for nobody',
  access: 'manager',
  subject: 'assignment',
  params: assignmentId,
  answer: { status: 200, json: z.object({ answers: z.array(lateAnswer) }) },
  errors: ['not_found'],
})
