import { z } from 'zod'
import { clientId } from './clients.ts'
import { id } from './fields.ts'
import { call } from './kit.ts'
import { chosenPeople } from './memberships.ts'

/** How many slips one file holds. */
export const mostSlips = 500

/** The header that says after whom the next file begins; not there with the last one. */
export const nextSlips = 'slips-next'

export const slipsPdf = call({
  name: 'slipsPdf',
  method: 'POST',
  path: '/clients/:clientId/slips.pdf',
  tag: 'People',
  summary:
    'Slips to print and cut, eight an A4 page, by name: name, tests, last day, and a link of their own, to scan and as a code to type. People without a pending test get none. A file holds 500; where there are more, the header `Slips-Next` says what to ask for as `after`',
  access: 'manager',
  params: clientId,
  body: z.strictObject({
    ...chosenPeople,
    /** Leaves out those who have an address to mail to. */
    withoutEmail: z.boolean().optional(),
    /** Only who comes after this membership, by name: for the next file. */
    after: id.optional(),
  }),
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found', 'client_not_active', 'nothing_to_open'],
})
