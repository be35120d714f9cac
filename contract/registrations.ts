import { z } from 'zod'
import { clientId } from './clients.ts'
import { day, id, line, listQuery, locale, moment, page } from './fields.ts'
import { call } from './kit.ts'

/** Places of one registration. */
export const maxPlaces = 2000

/** Decisions that one call may bring. */
export const maxDecisions = 100

const registrationId = clientId.extend({ registrationId: id })

const places = z.number().int().min(1).max(maxPlaces)

export const registration = z.object({
  id,
  name: z.string(),
  /** The link that people open: on a poster, in a message. */
  url: z.url(),
  inventories: z.array(z.object({ id, code: z.string(), name: z.string() })),
  group: z.string(),
  locale,
  /** The test day on whose list people are put; null for a vacancy. */
  testDay: z.object({ id, place: z.string(), day }).nullable(),
  /** The due date; for a test day, the day itself. */
  dueDate: day.nullable(),
  /** The number of people who may register; those who were refused don't count. */
  cap: z.number().int(),
  /** The last day on which people may register; of a test day, that day at the latest. */
  endsOn: day,
  /** True when a manager decides about each person. */
  approval: z.boolean(),
  /** A manager decides once more phones than this register within five minutes; null for 20. */
  atGate: z.number().int().nullable(),
  /** Since when a manager decides because more phones came at once. */
  burstAt: moment.nullable(),
  createdAt: moment,
  createdBy: z.string(),
  closedAt: moment.nullable(),
  /** Empty when its last day ended. */
  closedBy: z.string(),
  people: z.object({
    waiting: z.number().int(),
    accepted: z.number().int(),
    refused: z.number().int(),
  }),
  /** Units of each test that are still reserved. */
  reserved: z.number().int(),
})
export type Registration = z.infer<typeof registration>

export const listRegistrations = call({
  name: 'listRegistrations',
  method: 'GET',
  path: '/clients/:clientId/registrations/',
  tag: 'Registrations',
  summary: 'Links by which people register themselves; `search` looks at the name',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: listQuery(['createdAt', 'name', 'endsOn']).extend({ testDay: id.optional() }),
  answer: { status: 200, json: page(registration) },
  errors: ['not_found'],
})

export const openRegistration = call({
  name: 'openRegistration',
  method: 'POST',
  path: '/clients/:clientId/registrations/',
  tag: 'Registrations',
  summary:
    'Open a registration: its link lets people register themselves for these tests, or for a test day with its tests. A unit of each test is reserved for each place',
  access: 'manager',
  subject: 'client',
  pace: 'assignments',
  params: clientId,
  body: z
    .strictObject({
      name: line(100),
      inventoryIds: z.array(id).min(1).max(20).optional(),
      /** The test day in place of tests and their due date: these are the day's, and so is the language. */
      testDayId: id.optional(),
      group: line(100, 0).optional(),
      dueDate: day.optional(),
      locale,
      cap: places,
      endsOn: day,
      approval: z.boolean(),
      /** The number of phones expected within five minutes, 20 unless given. After more, a manager decides. */
      atGate: places.optional(),
    })
    .refine((body) => (body.inventoryIds === undefined) !== (body.testDayId === undefined), {
      error: 'tests_or_day',
      path: ['inventoryIds'],
    })
    .refine((body) => body.testDayId === undefined || body.dueDate === undefined, {
      error: 'tests_or_day',
      path: ['dueDate'],
    }),
  answer: { status: 201, json: registration },
  errors: [
    'not_found',
    'client_not_active',
    'test_day_over',
    'test_day_full',
    'quota_exceeded',
    'inventory_not_enabled',
    'not_for_candidates',
    'idempotency_key_reused',
  ],
})

export const getRegistration = call({
  name: 'getRegistration',
  method: 'GET',
  path: '/clients/:clientId/registrations/:registrationId/',
  tag: 'Registrations',
  summary: 'One registration',
  access: 'manager',
  readers: 'refused',
  subject: 'registration',
  params: registrationId,
  answer: { status: 200, json: registration },
  errors: ['not_found'],
})

export const changeRegistration = call({
  name: 'changeRegistration',
  method: 'PUT',
  path: '/clients/:clientId/registrations/:registrationId/',
  tag: 'Registrations',
  summary:
    'Change an open registration: units are reserved for more places and returned for fewer; a manager decides, or nobody any more, also after many phones came at once',
  access: 'manager',
  subject: 'registration',
  params: registrationId,
  body: z.strictObject({
    cap: places.optional(),
    endsOn: day.optional(),
    /** Given, it also ends what `burstAt` says. */
    approval: z.boolean().optional(),
    /** The same as where it is opened; null for 20 again. */
    atGate: places.nullable().optional(),
  }),
  answer: { status: 200, json: registration },
  errors: [
    'not_found',
    'client_not_active',
    'quota_exceeded',
    'inventory_not_enabled',
    'not_for_candidates',
    'registration_closed',
    'test_day_over',
    'test_day_full',
  ],
})

export const closeRegistration = call({
  name: 'closeRegistration',
  method: 'POST',
  path: '/clients/:clientId/registrations/:registrationId/close/',
  tag: 'Registrations',
  summary:
    'Close a registration: nobody else can register, and the units of free places are returned. Those who are waiting can still be accepted',
  access: 'manager',
  subject: 'registration',
  params: registrationId,
  answer: { status: 200, json: registration },
  errors: ['not_found', 'registration_closed'],
})

export const registrationPoster = call({
  name: 'registrationPoster',
  method: 'GET',
  path: '/clients/:clientId/registrations/:registrationId/poster.pdf',
  tag: 'Registrations',
  summary: 'An A4 poster with the link as a QR code and to type',
  access: 'manager',
  readers: 'refused',
  subject: 'registration',
  pace: 'sheets',
  params: registrationId,
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found', 'registration_closed'],
})

const registrantState = z.enum(['waiting', 'accepted', 'refused'])

export const registrant = z.object({
  id,
  name: z.string(),
  /** Verified by a code; empty for somebody who gave a phone. */
  email: z.string(),
  /** The phone, unverified: verifying it would take text messages. */
  phone: z.string(),
  state: registrantState,
  createdAt: moment,
  decidedAt: moment.nullable(),
  /** Empty when nobody had to decide. */
  decidedBy: z.string(),
  /** The number of times the same phone registered again, and the last time. Nobody who did it learned of this. */
  repeats: z.number().int(),
  repeatedAt: moment.nullable(),
  /** The person's membership of the client; null until accepted. */
  membershipId: id.nullable(),
  /**
   * The name of somebody who belongs to the client already. For a waiting phone, its owner: accepting gives the tests to them. For
   * others, their name here where it differs from the registered one; else null.
   */
  knownAs: z.string().nullable(),
})
export type Registrant = z.infer<typeof registrant>

export const listRegistrants = call({
  name: 'listRegistrants',
  method: 'GET',
  path: '/clients/:clientId/registrations/:registrationId/people/',
  tag: 'Registrations',
  summary: 'Who registered; `search` looks at name, address and phone',
  access: 'manager',
  readers: 'refused',
  subject: 'registration',
  params: registrationId,
  query: listQuery(['createdAt', 'name']).extend({ state: registrantState.optional() }),
  answer: { status: 200, json: page(registrant) },
  errors: ['not_found'],
})

/** Why somebody could not be accepted or refused. */
export const undecided = z.enum([
  'decided',
  'past_due',
  'day_over',
  'day_full',
  'nothing_to_do',
  'other_role',
  'deactivated',
  'not_found',
])
export type Undecided = z.infer<typeof undecided>

export const decideRegistrants = call({
  name: 'decideRegistrants',
  method: 'POST',
  path: '/clients/:clientId/registrations/:registrationId/decide/',
  tag: 'Registrations',
  summary:
    'Accept or refuse people who are waiting. Who is accepted gets the tests and, with an address, the invitation; of a test day, a code on its list and no mail. Repeating it changes nothing',
  access: 'manager',
  subject: 'registration',
  pace: 'invitations',
  params: registrationId,
  body: z.strictObject({
    decision: z.enum(['accept', 'refuse']),
    registrantIds: z.array(id).min(1).max(maxDecisions),
  }),
  answer: {
    status: 200,
    json: z.object({
      done: z.number().int(),
      skipped: z.array(z.object({ reason: undecided, count: z.number().int() })),
    }),
  },
  errors: ['not_found', 'client_not_active', 'inventory_not_enabled', 'not_for_candidates'],
})
