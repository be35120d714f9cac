import { z } from 'zod'
import { accommodations } from './accommodation-fields.ts'
import { assignmentId } from './assignments.ts'
import { moment } from './fields.ts'
import { call } from './kit.ts'
import { clockFields } from './responses.ts'

const ofBreak = {
  path: '/participant/assignments/:assignmentId/break/',
  tag: 'Taking a test',
  access: 'attempt',
  subject: 'attempt',
  params: assignmentId,
  answer: {
    status: 200,
    json: z.object({
      clock: z.object({ ...clockFields, timePercent: accommodations.shape.timePercent }),
      serverTime: moment,
    }),
  },
} as const

export const takeBreak = call({
  ...ofBreak,
  name: 'takeBreak',
  method: 'POST',
  summary:
    'Take one of the breaks that were allowed: all clocks of the test stop until its end. Repeated during a break, the same break',
  errors: [
    'not_found',
    'attempt_not_started',
    'attempt_submitted',
    'assignment_closed',
    'test_paused',
    'no_breaks_left',
  ],
})

export const endBreak = call({
  ...ofBreak,
  name: 'endBreak',
  method: 'DELETE',
  summary: 'End the break before its time: the clocks continue. Without a break nothing changes',
  errors: ['not_found', 'attempt_not_started', 'attempt_submitted', 'assignment_closed'],
})
