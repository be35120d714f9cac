import { z } from 'zod'
import { clientId } from './clients.ts'
import { id, line } from './fields.ts'
import { call } from './kit.ts'

/** The sign shown in place of a name that is no longer known. */
export const erasedName = '—'

const params = clientId.extend({ membershipId: id })

export const erasePerson = call({
  name: 'erasePerson',
  method: 'POST',
  path: '/clients/:clientId/people/:membershipId/erase/',
  tag: 'Personal data',
  summary:
    "Erase what a client has of a candidate or employee, for good: answers, results, name and contact. Units stay in the ledger; their numbers leave the group's means. Somebody who still belongs to the client is removed first. `confirm` is the person's name",
  access: 'manager',
  subject: 'person',
  params,
  body: z.strictObject({ confirm: line(100) }),
  answer: { status: 204 },
  errors: ['not_found', 'on_hold', 'name_differs'],
})

export const holdPerson = call({
  name: 'holdPerson',
  method: 'POST',
  path: '/clients/:clientId/people/:membershipId/hold/',
  tag: 'Personal data',
  summary:
    'Put a legal hold on a candidate or employee: nothing of them is erased until it ends, by nobody and by no period. With a hold in place its reason is replaced',
  access: 'manager',
  subject: 'person',
  params,
  body: z.strictObject({ reason: line(500, 3) }),
  answer: { status: 204 },
  errors: ['not_found'],
})

export const releasePerson = call({
  name: 'releasePerson',
  method: 'DELETE',
  path: '/clients/:clientId/people/:membershipId/hold/',
  tag: 'Personal data',
  summary:
    'End the legal hold on a candidate or employee. What they withdrew their consent for is erased at once; what is over, by the next run',
  access: 'manager',
  subject: 'person',
  params,
  answer: { status: 204 },
  errors: ['not_found', 'not_on_hold'],
})
