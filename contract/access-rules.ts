import { z } from 'zod'
import { maxCoolDownDays, newOpening } from './access-fields.ts'
import { assignment, assignmentId } from './assignments.ts'
import { clientId } from './clients.ts'
import { email, id, line, locale, personName, personPhone, staffNumber } from './fields.ts'
import { handedLink } from './invitations.ts'
import { call } from './kit.ts'

export const changeOpening = call({
  name: 'changeOpening',
  method: 'PUT',
  path: '/assignments/:assignmentId/opening/',
  tag: 'Assignments',
  summary:
    "Change from when a pending assignment can be started, by the client's clock; null: at any time. Refused once it was started. Repeating the call changes nothing",
  access: 'manager',
  subject: 'assignment',
  pace: 'assignments',
  params: assignmentId,
  body: z.strictObject({ opensAt: newOpening.nullable() }),
  answer: { status: 200, json: assignment },
  errors: ['not_found', 'assignment_completed', 'assignment_closed', 'assignment_started'],
})

export const replacePerson = call({
  name: 'replacePerson',
  method: 'POST',
  path: '/clients/:clientId/assignments/replace/',
  tag: 'Assignments',
  summary:
    'Give tests that one person has not started to another person, who is invited where needed. Each test keeps its unit, version and days. Both people get a mail where they have an address',
  access: 'manager',
  subject: 'client',
  pace: 'invitations',
  params: clientId,
  body: z.strictObject({
    /** All of one person. */
    assignmentIds: z.array(id).min(1).max(100),
    person: z.strictObject({
      name: personName,
      email: email.optional(),
      phone: personPhone.optional(),
      staffNumber: staffNumber.optional(),
      group: line(100, 0).optional(),
      locale: locale.optional(),
    }),
  }),
  answer: {
    status: 200,
    json: z.object({
      userId: id,
      membershipId: id,
      /** They are registered here under another name than the one given. */
      otherName: z.literal(true).optional(),
      /** The number of tests that they got. */
      tests: z.number().int(),
      /** A link to deliver in person where there is no mail address. */
      link: handedLink.nullable(),
    }),
  },
  errors: [
    'not_found',
    'client_not_active',
    'assignment_started',
    'assignment_closed',
    'inventory_not_enabled',
    'not_for_candidates',
    'already_assigned',
    'cooling_down',
    'idempotency_key_reused',
  ],
})

/** The days that must pass before a client gives an inventory to the same person again; null: none. */
export const coolDown = z.object({
  inventory: z.object({ id, code: z.string(), name: z.string() }),
  days: z.number().int().nullable(),
})
export type CoolDown = z.infer<typeof coolDown>

export const listCoolDowns = call({
  name: 'listCoolDowns',
  method: 'GET',
  path: '/clients/:clientId/cool_downs/',
  tag: 'Clients',
  summary: 'How many days pass before a client gives each inventory to the same person again',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: z.array(coolDown) },
  errors: ['not_found'],
})

export const setCoolDown = call({
  name: 'setCoolDown',
  method: 'PUT',
  path: '/clients/:clientId/cool_downs/:inventoryId/',
  tag: 'Clients',
  summary: 'Change how many days pass before a client gives an inventory to the same person again',
  access: 'manager',
  subject: 'clientInventory',
  params: clientId.extend({ inventoryId: id }),
  body: z.strictObject({ days: z.number().int().min(1).max(maxCoolDownDays).nullable() }),
  answer: { status: 200, json: coolDown },
  errors: ['not_found'],
})
