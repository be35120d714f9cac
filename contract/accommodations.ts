import { newAccommodations } from './accommodation-fields.ts'
import { assignment, assignmentId } from './assignments.ts'
import { call } from './kit.ts'

export const changeAccommodations = call({
  name: 'changeAccommodations',
  method: 'PUT',
  path: '/assignments/:assignmentId/accommodations/',
  tag: 'Assignments',
  summary:
    'Change the accommodations of a pending assignment. Once it was started, only time can be added: the clock moves at once. Repeating the call changes nothing',
  access: 'manager',
  params: assignmentId,
  body: newAccommodations,
  answer: { status: 200, json: assignment },
  errors: ['not_found', 'assignment_completed', 'assignment_closed', 'only_more_time'],
})
