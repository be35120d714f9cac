import { z } from 'zod'
import { clientId } from './clients.ts'
import { call } from './kit.ts'
import { chosenPeople } from './memberships.ts'

/** How many slips one file holds at most. */
export const mostSlips = 500

export const slipsPdf = call({
  name: 'slipsPdf',
  method: 'POST',
  path: '/clients/:clientId/slips.pdf',
  tag: 'People',
  summary:
    'Slips to print and cut, eight an A4 page: name, tests, last day, and a link of their own as a code. People without a pending test get none',
  access: 'manager',
  params: clientId,
  body: z.strictObject({
    ...chosenPeople,
    /** Leaves out those who have an address to mail to. */
    withoutEmail: z.boolean().optional(),
  }),
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found', 'client_not_active', 'nothing_to_open'],
})
