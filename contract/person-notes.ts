import { z } from 'zod'
import { assignmentNote } from './board.ts'
import { id, listQuery, page } from './fields.ts'
import { call } from './kit.ts'
import { personParams } from './memberships.ts'

/** A note with the test that it was made on. */
export const personNote = assignmentNote.extend({
  assignmentId: id,
  inventory: z.object({ code: z.string(), name: z.string() }),
})
export type PersonNote = z.infer<typeof personNote>

export const listPersonNotes = call({
  name: 'listPersonNotes',
  method: 'GET',
  path: '/clients/:clientId/people/:membershipId/notes/',
  tag: 'People',
  summary: 'What was noted while a person took their tests, the newest first',
  access: 'manager',
  subject: 'person',
  params: personParams,
  query: listQuery(['createdAt']).omit({ search: true }),
  answer: { status: 200, json: page(personNote) },
  errors: ['not_found'],
})
