import { z } from 'zod'
import { newOpening, newOrder } from './access-fields.ts'
import { newAccommodations } from './accommodation-fields.ts'
import { clientId } from './clients.ts'
import {
  day,
  email,
  id,
  line,
  locale,
  moment,
  paragraph,
  personName,
  personPhone,
  staffNumber,
} from './fields.ts'
import { call } from './kit.ts'
import { inviteFailure, membershipRole } from './people.ts'

/** A link to hand over: on paper, by a message, by word of mouth. Shown once and stored nowhere. */
export const handedLink = z.object({ url: z.url(), expiresAt: moment })

/** The same with what it is for: how many tests are pending, and the earliest of their due dates. */
const personLink = handedLink.extend({ tests: z.number().int(), dueDate: day.nullable() })

export const invitePerson = call({
  name: 'invitePerson',
  method: 'POST',
  path: '/clients/:clientId/invite/',
  tag: 'People',
  summary: 'Invite one person, by address, or by phone or staff number with a link to hand over',
  access: 'manager',
  subject: 'client',
  pace: 'invitations',
  params: clientId,
  body: z.strictObject({
    name: personName,
    email: email.optional(),
    phone: personPhone.optional(),
    staffNumber: staffNumber.optional(),
    role: membershipRole.optional(),
    group: line(100, 0).optional(),
    inventoryIds: z.array(id).max(20).optional(),
    dueDate: day.optional(),
    description: paragraph(1000).optional(),
    locale: locale.optional(),
    accommodations: newAccommodations.optional(),
    opensAt: newOpening.optional(),
    inOrder: newOrder.optional(),
  }),
  answer: {
    status: 200,
    json: z.object({
      outcome: z.enum(['created', 'existing', 'failed']),
      /** Why it failed. */
      reason: inviteFailure.nullable(),
      userId: id.nullable(),
      membershipId: id.nullable(),
      /** They are registered here under another name than the one given. */
      otherName: z.literal(true).optional(),
      /** A link to deliver in person where there is no mail address. */
      link: handedLink.nullable(),
    }),
  },
  errors: [
    'not_found',
    'client_not_active',
    'quota_exceeded',
    'inventory_not_enabled',
    'not_for_candidates',
    'idempotency_key_reused',
  ],
})

const personParams = clientId.extend({ membershipId: id })

export const makeInvitationLink = call({
  name: 'makeInvitationLink',
  method: 'POST',
  path: '/clients/:clientId/people/:membershipId/link/',
  tag: 'People',
  summary:
    'Make a link for a candidate or employee, to be handed over; with `replace` older ones open nothing any more',
  access: 'manager',
  subject: 'person',
  pace: 'invitations',
  params: personParams,
  body: z.strictObject({ replace: z.boolean().optional() }),
  answer: { status: 201, json: personLink },
  errors: ['not_found', 'client_not_active'],
})
