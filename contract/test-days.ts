import { z } from 'zod'
import { clientId } from './clients.ts'
import { day, id, line, listQuery, locale, moment, page } from './fields.ts'
import { call } from './kit.ts'
import { chosenPeople } from './memberships.ts'

export const testDayId = clientId.extend({ testDayId: id })
const personOfDay = testDayId.extend({ membershipId: id })

/** The most people of one test day. */
export const maxTestDayPeople = 1000

/**
 * The most tablets of one test day, with codes for further ones: one for ten people. The server derives every person's code for each
 * tablet, a third of a second each.
 */
export const maxTestDayTablets = 100
/** The most codes for tablets that are made at once. */
export const maxSetupCodes = 50

/**
 * - `planned`: its day has not come.
 * - `today`: tablets open.
 * - `over`: its day is past, or a manager closed it.
 */
export const testDayState = z.enum(['planned', 'today', 'over'])

/** People who take tests on one day at one place, on tablets that a manager has opened. */
const testDay = z.object({
  id,
  place: z.string(),
  day,
  rooms: z.array(z.string()),
  locale,
  tests: z.array(
    z.object({
      inventoryId: id,
      code: z.string(),
      name: z.string(),
      /** It is sensitive, or has a sensitive scale that is enabled for the client. */
      sensitive: z.boolean(),
    }),
  ),
  /** Its sensitive tests may be begun without a connection. */
  sensitiveOffline: z.boolean(),
  state: testDayState,
  createdAt: moment,
  closedAt: moment.nullable(),
  people: z.number().int(),
  /** People who have begun, and those who have finished every test of the day. */
  started: z.number().int(),
  finished: z.number().int(),
  /** The number of deliveries from withdrawn tablets that nobody has decided about. */
  waiting: z.number().int(),
})
export type TestDay = z.infer<typeof testDay>

const tablet = z.object({
  id,
  name: z.string(),
  room: z.string(),
  createdAt: moment,
  /** When it was last opened with the PIN on the day itself; null before that. */
  openedAt: moment.nullable(),
  lastSeenAt: moment,
  revokedAt: moment.nullable(),
  /** Since when it needs a manager's confirmation to open; null: it needs none, or no longer. */
  pendingSince: moment.nullable(),
})
export type Tablet = z.infer<typeof tablet>

const testDayDetails = testDay.extend({
  /** Six digits that open the tablets on the day itself. */
  pin: z.string(),
  /**
   * True when so many wrong PINs were tried that a tablet which is registered or first opened now needs a manager's
   * confirmation.
   */
  pinLimitReached: z.boolean(),
  /** Each makes one device a tablet of this day; those that were used are not among them. */
  setupCodes: z.array(z.object({ id, code: z.string(), createdAt: moment })),
  tablets: z.array(tablet),
})
export type TestDayDetails = z.infer<typeof testDayDetails>

const room = line(60, 0)
const place = line(120)
const rooms = z.array(line(60)).max(20)

export const listTestDays = call({
  name: 'listTestDays',
  method: 'GET',
  path: '/clients/:clientId/test_days/',
  tag: 'Test days',
  summary: 'The test days of a client, the latest day first',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: listQuery(['day']),
  answer: { status: 200, json: page(testDay) },
  errors: ['not_found'],
})

export const createTestDay = call({
  name: 'createTestDay',
  method: 'POST',
  path: '/clients/:clientId/test_days/',
  tag: 'Test days',
  summary:
    'Plan a test day: each of its people gets each of its tests, due on the day; a test that is pending for somebody moves to the day. Nobody is mailed',
  access: 'manager',
  subject: 'client',
  pace: 'assignments',
  params: clientId,
  body: z.strictObject({
    place,
    day,
    rooms: rooms.optional(),
    inventoryIds: z.array(id).min(1).max(5),
    locale: locale.optional(),
    sensitiveOffline: z.boolean().optional(),
    ...chosenPeople,
  }),
  answer: { status: 201, json: testDayDetails },
  errors: [
    'not_found',
    'client_not_active',
    'test_day_full',
    'already_assigned',
    'cooling_down',
    'quota_exceeded',
    'inventory_not_enabled',
    'not_for_candidates',
    'idempotency_key_reused',
  ],
})

export const getTestDay = call({
  name: 'getTestDay',
  method: 'GET',
  path: '/clients/:clientId/test_days/:testDayId/',
  tag: 'Test days',
  summary: 'One test day with its PIN, its tablets and the codes for further ones',
  access: 'manager',
  readers: 'refused',
  subject: 'testDay',
  params: testDayId,
  answer: { status: 200, json: testDayDetails },
  errors: ['not_found'],
})

export const updateTestDay = call({
  name: 'updateTestDay',
  method: 'PUT',
  path: '/clients/:clientId/test_days/:testDayId/',
  tag: 'Test days',
  summary:
    'Change the place, the rooms or the day, and whether its sensitive tests may be begun without a connection; with the day moves the last day of its tests',
  access: 'manager',
  subject: 'testDay',
  params: testDayId,
  body: z.strictObject({
    place: place.optional(),
    rooms: rooms.optional(),
    day: day.optional(),
    sensitiveOffline: z.boolean().optional(),
  }),
  answer: { status: 200, json: testDayDetails },
  errors: ['not_found', 'test_day_over'],
})

export const closeTestDay = call({
  name: 'closeTestDay',
  method: 'POST',
  path: '/clients/:clientId/test_days/:testDayId/close/',
  tag: 'Test days',
  summary: 'Close a test day before its end: tablets take nobody in any more; what runs goes on',
  access: 'manager',
  subject: 'testDay',
  params: testDayId,
  answer: { status: 200, json: testDayDetails },
  errors: ['not_found'],
})

export const renewTestDayPin = call({
  name: 'renewTestDayPin',
  method: 'POST',
  path: '/clients/:clientId/test_days/:testDayId/pin/',
  tag: 'Test days',
  summary: 'Replace the PIN: tablets are opened and unlocked with the new one only',
  access: 'manager',
  subject: 'testDay',
  params: testDayId,
  answer: { status: 200, json: testDayDetails },
  errors: ['not_found', 'test_day_over'],
})

export const makeSetupCodes = call({
  name: 'makeSetupCodes',
  method: 'POST',
  path: '/clients/:clientId/test_days/:testDayId/setup_codes/',
  tag: 'Test days',
  summary: 'Make codes for tablets; each makes one device a tablet of the day and is used up by it',
  access: 'manager',
  subject: 'testDay',
  params: testDayId,
  body: z.strictObject({ quantity: z.number().int().min(1).max(maxSetupCodes) }),
  answer: { status: 201, json: testDayDetails },
  errors: ['not_found', 'test_day_over', 'too_many_tablets'],
})

const setupCodeId = testDayId.extend({ setupCodeId: id })

export const renewSetupCode = call({
  name: 'renewSetupCode',
  method: 'POST',
  path: '/clients/:clientId/test_days/:testDayId/setup_codes/:setupCodeId/renew/',
  tag: 'Test days',
  summary: 'Replace a code for a tablet that was not used yet',
  access: 'manager',
  subject: 'testDay',
  params: setupCodeId,
  answer: { status: 200, json: testDayDetails },
  errors: ['not_found', 'test_day_over'],
})

export const revokeSetupCode = call({
  name: 'revokeSetupCode',
  method: 'DELETE',
  path: '/clients/:clientId/test_days/:testDayId/setup_codes/:setupCodeId/',
  tag: 'Test days',
  summary: 'Withdraw a code for a tablet that was not used yet',
  access: 'manager',
  subject: 'testDay',
  params: setupCodeId,
  answer: { status: 204 },
  errors: ['not_found'],
})

export const confirmTablet = call({
  name: 'confirmTablet',
  method: 'POST',
  path: '/clients/:clientId/test_days/:testDayId/tablets/:tabletId/confirm/',
  tag: 'Test days',
  summary:
    'Confirm a tablet that was registered or first opened after too many wrong PINs, or will be: the PIN then opens it',
  access: 'manager',
  subject: 'testDay',
  params: testDayId.extend({ tabletId: id }),
  answer: { status: 204 },
  errors: ['not_found'],
})

export const revokeTablet = call({
  name: 'revokeTablet',
  method: 'DELETE',
  path: '/clients/:clientId/test_days/:testDayId/tablets/:tabletId/',
  tag: 'Test days',
  summary:
    'Withdraw a tablet. It takes effect when the tablet next reaches the server: it deletes what it has prepared, and still delivers answers',
  access: 'manager',
  subject: 'testDay',
  params: testDayId.extend({ tabletId: id }),
  answer: { status: 204 },
  errors: ['not_found'],
})

const testDayPerson = z.object({
  membershipId: id,
  name: z.string(),
  staffNumber: z.string(),
  group: z.string(),
  room: z.string(),
  /** Twelve digits, the last of which checks the others. */
  code: z.string(),
  state: z.enum(['not_started', 'started', 'finished']),
})
export type TestDayPerson = z.infer<typeof testDayPerson>

export const listTestDayPeople = call({
  name: 'listTestDayPeople',
  method: 'GET',
  path: '/clients/:clientId/test_days/:testDayId/people/',
  tag: 'Test days',
  summary: 'The people of a test day with their codes',
  access: 'manager',
  readers: 'refused',
  subject: 'testDay',
  params: testDayId,
  query: listQuery(['name', 'room']).extend({ room: room.optional() }),
  answer: { status: 200, json: page(testDayPerson) },
  errors: ['not_found'],
})

export const addTestDayPeople = call({
  name: 'addTestDayPeople',
  method: 'POST',
  path: '/clients/:clientId/test_days/:testDayId/people/',
  tag: 'Test days',
  summary: 'Add people to a test day; who is on it already stays as they are',
  access: 'manager',
  subject: 'testDay',
  pace: 'assignments',
  params: testDayId,
  body: z.strictObject({ ...chosenPeople, room: room.optional() }),
  answer: { status: 200, json: z.object({ added: z.number().int() }) },
  errors: [
    'not_found',
    'client_not_active',
    'test_day_full',
    'test_day_over',
    'already_assigned',
    'cooling_down',
    'quota_exceeded',
    'inventory_not_enabled',
    'not_for_candidates',
    'idempotency_key_reused',
  ],
})

export const placeTestDayPerson = call({
  name: 'placeTestDayPerson',
  method: 'PUT',
  path: '/clients/:clientId/test_days/:testDayId/people/:membershipId/',
  tag: 'Test days',
  summary: 'Give a person of a test day a room',
  access: 'manager',
  subject: 'testDay',
  params: personOfDay,
  body: z.strictObject({ room }),
  answer: { status: 200, json: testDayPerson },
  errors: ['not_found', 'test_day_over'],
})

export const removeTestDayPerson = call({
  name: 'removeTestDayPerson',
  method: 'DELETE',
  path: '/clients/:clientId/test_days/:testDayId/people/:membershipId/',
  tag: 'Test days',
  summary:
    'Take somebody off a test day: their tests that nobody started are cancelled and the units returned',
  access: 'manager',
  subject: 'testDay',
  params: personOfDay,
  answer: { status: 204 },
  errors: ['not_found'],
})

export const renewTestDayCode = call({
  name: 'renewTestDayCode',
  method: 'POST',
  path: '/clients/:clientId/test_days/:testDayId/people/:membershipId/code/',
  tag: 'Test days',
  summary: 'Replace the code of a person; the old one opens nothing any more, and its session ends',
  access: 'manager',
  subject: 'testDay',
  params: personOfDay,
  answer: { status: 200, json: testDayPerson },
  errors: ['not_found', 'test_day_over'],
})

export const testDaySlips = call({
  name: 'testDaySlips',
  method: 'GET',
  path: '/clients/:clientId/test_days/:testDayId/slips.pdf',
  tag: 'Test days',
  summary:
    'Slips to print and cut, eight an A4 page, by room and name: name, place, day, and the code to type or scan',
  access: 'manager',
  readers: 'refused',
  subject: 'testDay',
  pace: 'sheets',
  params: testDayId,
  query: z.strictObject({ room: room.optional(), membershipId: id.optional() }),
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found', 'nothing_to_open', 'test_day_over'],
})

const keptAttempt = z.object({
  id,
  membershipId: id,
  name: z.string(),
  inventory: z.object({ code: z.string(), name: z.string() }),
  tablet: z.string(),
  /** When it was begun by the tablet's clock, and when it reached the server. */
  startedAt: moment,
  receivedAt: moment,
  answered: z.number().int(),
  submitted: z.boolean(),
})
export type KeptAttempt = z.infer<typeof keptAttempt>

export const listKeptAttempts = call({
  name: 'listKeptAttempts',
  method: 'GET',
  path: '/clients/:clientId/test_days/:testDayId/kept_attempts/',
  tag: 'Test days',
  summary:
    'Tests that somebody began a second time on another tablet without a connection: kept and not scored, because the first to arrive counts',
  access: 'manager',
  readers: 'refused',
  subject: 'testDay',
  params: testDayId,
  query: listQuery(['receivedAt']),
  answer: { status: 200, json: page(keptAttempt) },
  errors: ['not_found'],
})

const waitingDelivery = z.object({
  id,
  membershipId: id,
  name: z.string(),
  inventory: z.object({ code: z.string(), name: z.string() }),
  tablet: z.string(),
  /**
   * - `withdrawn`: the tablet had been withdrawn.
   * - `replaced_code`: it was begun with a code that has been replaced.
   * - `needs_connection`: it is sensitive and was begun without a connection, which the day does not allow.
   */
  reason: z.enum(['withdrawn', 'replaced_code', 'needs_connection']),
  withdrawnAt: moment.nullable(),
  receivedAt: moment,
  /** The number of answers without those to sensitive scales, which would show who was asked. */
  answered: z.number().int(),
  submitted: z.boolean(),
  /** The person has refused a consent, says the tablet. */
  refused: z.boolean(),
  decision: z.enum(['accepted', 'rejected']).nullable(),
  decidedAt: moment.nullable(),
})
export type WaitingDelivery = z.infer<typeof waitingDelivery>

export const listWaitingDeliveries = call({
  name: 'listWaitingDeliveries',
  method: 'GET',
  path: '/clients/:clientId/test_days/:testDayId/waiting_deliveries/',
  tag: 'Test days',
  summary:
    'What withdrawn tablets have delivered since: kept encrypted, and without effect until a manager decides',
  access: 'manager',
  readers: 'refused',
  subject: 'testDay',
  params: testDayId,
  query: listQuery(['receivedAt']),
  answer: { status: 200, json: page(waitingDelivery) },
  errors: ['not_found'],
})

const deliveryId = testDayId.extend({ deliveryId: id })

export const acceptDelivery = call({
  name: 'acceptDelivery',
  method: 'POST',
  path: '/clients/:clientId/test_days/:testDayId/waiting_deliveries/:deliveryId/accept/',
  tag: 'Test days',
  summary: 'Take over what a withdrawn tablet has delivered, as if it had come before',
  access: 'manager',
  subject: 'delivery',
  params: deliveryId,
  answer: {
    status: 200,
    /** `kept`: the test was begun elsewhere before, was cancelled or is over. */
    json: z.object({ outcome: z.enum(['counted', 'kept']) }),
  },
  errors: ['not_found', 'delivery_decided', 'delivery_unusable'],
})

export const rejectDelivery = call({
  name: 'rejectDelivery',
  method: 'POST',
  path: '/clients/:clientId/test_days/:testDayId/waiting_deliveries/:deliveryId/reject/',
  tag: 'Test days',
  summary: 'Delete what a withdrawn tablet has delivered; that it came stays on record',
  access: 'manager',
  subject: 'delivery',
  params: deliveryId,
  answer: { status: 204 },
  errors: ['not_found', 'delivery_decided'],
})
