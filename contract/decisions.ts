import { z } from 'zod'
import { clientId } from './clients.ts'
import { decision, maxDecisionNote } from './decision-fields.ts'
import { id, listQuery, moment, page, paragraph } from './fields.ts'
import { call } from './kit.ts'
import { chosenPeople, personDetails, personParams } from './memberships.ts'

const decided = {
  decision,
  /** The reason, as the person may read it in their own data. A decision without it has none. */
  note: paragraph(maxDecisionNote).optional(),
  /** With `hired`: candidates become employees, whose data is kept for another period. */
  makeEmployee: z.boolean().optional(),
}

export const decidePerson = call({
  name: 'decidePerson',
  method: 'PUT',
  path: '/clients/:clientId/people/:membershipId/decision/',
  tag: 'People',
  summary:
    "Decide about a candidate or employee: `none`, `shortlisted`, `hired` or `declined`, with a note of up to 1,000 characters. Earlier decisions stay in the person's history; the same decision with the same note changes nothing. The answer's `decision` is `{decision, note, at, by}`",
  access: 'manager',
  subject: 'person',
  params: personParams,
  body: z.strictObject(decided),
  answer: { status: 200, json: personDetails },
  errors: ['not_found'],
})

/** The most people who are decided about at once. */
export const maxDecided = 10_000

export const decidePeople = call({
  name: 'decidePeople',
  method: 'PUT',
  path: '/clients/:clientId/people/decisions/',
  tag: 'People',
  summary:
    'Decide the same about the named candidates and employees, or about all that match a filter (10,000 at most), in one transaction. `decided` counts the people whose decision or note changed, `employees` those who became employees',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: z.strictObject({ ...chosenPeople, ...decided }),
  answer: {
    status: 200,
    json: z.object({ decided: z.number().int(), employees: z.number().int() }),
  },
  errors: ['not_found'],
})

/** One decision in a person's history. */
export const pastDecision = z.object({
  id,
  decision,
  note: z.string(),
  at: moment,
  /** The name of who decided. */
  by: z.string(),
})
export type PastDecision = z.infer<typeof pastDecision>

export const listDecisions = call({
  name: 'listDecisions',
  method: 'GET',
  path: '/clients/:clientId/people/:membershipId/decisions/',
  tag: 'People',
  summary: 'Every decision about a person with its note, the newest first',
  access: 'manager',
  subject: 'person',
  params: personParams,
  query: listQuery(['at']).omit({ search: true }),
  answer: { status: 200, json: page(pastDecision) },
  errors: ['not_found'],
})
