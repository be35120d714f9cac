import { z } from 'zod'
import { newAccommodations } from './accommodation-fields.ts'
import { counts, which } from './assignment-actions.ts'
import { assignment, assignmentId } from './assignments.ts'
import { clientId } from './clients.ts'
import { id } from './fields.ts'
import { call } from './kit.ts'

export const changeAccommodations = call({
  name: 'changeAccommodations',
  method: 'PUT',
  path: '/assignments/:assignmentId/accommodations/',
  tag: 'Assignments',
  summary:
    'Change the accommodations of a pending assignment. Once it was started, only time can be added: the clock moves at once. Repeating the call changes nothing',
  access: 'manager',
  subject: 'assignment',
  pace: 'assignments',
  params: assignmentId,
  body: newAccommodations,
  answer: { status: 200, json: assignment },
  errors: ['not_found', 'assignment_completed', 'assignment_closed', 'only_more_time'],
})

const chosen = {
  ...which,
  /** All tests of these people on a test day. */
  ofTestDay: z.strictObject({ id, membershipIds: z.array(id).min(1).max(1000) }).optional(),
}
const oneOfThem = ({ assignmentIds, filter, ofTestDay }: { [way in keyof typeof chosen]?: unknown }) =>
  [assignmentIds, filter, ofTestDay].filter((way) => way !== undefined).length === 1

export const changeManyAccommodations = call({
  name: 'changeManyAccommodations',
  method: 'POST',
  path: '/clients/:clientId/assignments/accommodations/',
  tag: 'Assignments',
  summary:
    'Set the accommodations of up to 1,000 named assignments, of the tests of people on a test day, or of all pending ones of a filter. Those that were started stay as they are',
  access: 'manager',
  subject: 'client',
  pace: 'assignments',
  params: clientId,
  body: z
    .strictObject({ ...chosen, accommodations: newAccommodations })
    .refine(oneOfThem, { error: 'ids_or_filter', path: ['assignmentIds'] }),
  answer: { status: 200, json: counts },
  errors: ['not_found', 'idempotency_key_reused'],
})
