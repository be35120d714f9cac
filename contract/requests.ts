import { z } from 'zod'
import { clientId } from './clients.ts'
import { day, id, line, listQuery, locale, moment, page, paragraph } from './fields.ts'
import { call } from './kit.ts'
import { deskCopy } from './own-data.ts'

export const requestKind = z.enum(['access', 'rectification', 'withdrawal', 'erasure', 'objection'])
export type RequestKind = z.infer<typeof requestKind>

/** Within how many days the law asks for an answer. */
export const answerDays = 30

/** The way in which a request came that somebody at the desk enters. */
export const enteredChannel = z.enum(['letter', 'phone', 'in_person', 'mail'])
export type EnteredChannel = z.infer<typeof enteredChannel>

/** Also by the person's own page. */
export const requestChannel = z.enum(['page', ...enteredChannel.options])
export type RequestChannel = z.infer<typeof requestChannel>

/** The days after the decision in which the desk may deliver the data: an old request must not open what came since. */
export const handOutDays = 30

/** True for requests that show or change data: nobody may get this by only claiming who they are. */
export const needsIdentity = (kind: RequestKind): boolean => kind !== 'objection'

/** The desk's check of who asks: an identity document, a call back to a number on file, or as the note says. */
export const identityCheck = z.enum(['document', 'call', 'other'])
export type IdentityCheck = z.infer<typeof identityCheck>

/** The proof of identity: also the session that asked, confirmed by a mailed code or the person's own password. */
export const identityProof = z.enum(['code', 'password', ...identityCheck.options])
export type IdentityProof = z.infer<typeof identityProof>

export const makeRequest = call({
  name: 'makeRequest',
  method: 'POST',
  path: '/participant/requests/',
  tag: 'Personal data',
  summary:
    "Ask a client about one's own data: see it, have it corrected or erased, or object to an assessment and ask for a human review",
  access: 'participant',
  body: z.strictObject({
    kind: requestKind,
    message: paragraph(2000).optional(),
    /** Needed by somebody who takes tests for several clients. */
    clientId: id.optional(),
    /** The test that an objection is about. */
    assignmentId: id.optional(),
  }),
  answer: {
    status: 201,
    /** The deadline is shown by the client's calendar. */
    json: z.object({ id, dueAt: moment, timeZone: z.string() }),
  },
  errors: ['not_found', 'too_many_requests'],
})

const ownRequest = z.object({
  id,
  client: z.object({ id, name: z.string(), timeZone: z.string() }),
  kind: requestKind,
  /** Message and reason are empty for a session that was not shown to be the person's. */
  message: z.string(),
  channel: requestChannel,
  /** The day on which it came to the desk, by the client's calendar; null for one made on the person's own page. */
  receivedOn: day.nullable(),
  createdAt: moment,
  dueAt: moment,
  decision: z.enum(['accepted', 'refused']).nullable(),
  reason: z.string(),
  decidedAt: moment.nullable(),
})
export type OwnRequest = z.infer<typeof ownRequest>

export const listOwnRequests = call({
  name: 'listOwnRequests',
  method: 'GET',
  path: '/participant/requests/',
  tag: 'Personal data',
  summary: "The caller's own requests, the newest first",
  access: 'participant',
  query: listQuery(['createdAt']),
  answer: { status: 200, json: page(ownRequest) },
  errors: [],
})

export const personRequest = ownRequest.extend({
  person: z.object({ membershipId: id, userId: id, name: z.string(), email: z.string() }),
  /** The test that an objection is about. */
  test: z.object({ assignmentId: id, code: z.string(), name: z.string() }).nullable(),
  /** The way in which the person's identity was checked; null until it is. */
  identity: identityProof.nullable(),
  identityAt: moment.nullable(),
  /** The person who checked it at the desk. */
  identityBy: z.string().nullable(),
  identityNote: z.string(),
  /** The person who entered it at the desk. */
  enteredBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** The address that an answer is mailed to. This client knows it to be theirs, by its desk or by an opened invitation; null: none. */
  answerTo: z.string().nullable(),
  /** The way of the answer. It is null before the decision, and after an erasure where the client knew no address of theirs. */
  answeredBy: z.enum(['mail', 'hand']).nullable(),
  /** The words to hand over where nothing was mailed. Of an erasure only the decision's own answer has them. */
  handOver: z.string().nullable(),
  /** The last day, by the client's calendar, on which the desk may hand out the person's data; null where it may not. */
  dataUntil: day.nullable(),
  /** This client knows their address, or a code or their password has shown who they are: nobody hands their data out. */
  downloadsThemselves: z.boolean(),
})
export type PersonRequest = z.infer<typeof personRequest>

export const listRequests = call({
  name: 'listRequests',
  method: 'GET',
  path: '/requests/',
  tag: 'Personal data',
  summary:
    "People's requests about their data, by their deadline: of all clients or of one for admins, of their own clients for managers",
  access: 'manager',
  query: listQuery(['dueAt', 'createdAt']).extend({
    client: id.optional(),
    state: z.enum(['open', 'decided']).optional(),
  }),
  answer: { status: 200, json: page(personRequest) },
  errors: ['not_found'],
})

export const findRequesters = call({
  name: 'findRequesters',
  method: 'GET',
  path: '/clients/:clientId/requests/people/',
  tag: 'Personal data',
  summary:
    'Up to twenty people whose request can be entered, found like in the lists of people, and none without words; also those who left, unless they were erased',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: z.strictObject({ search: line(100, 0).optional() }),
  answer: {
    status: 200,
    json: z.array(
      z.object({
        membershipId: id,
        name: z.string(),
        email: z.string(),
        phone: z.string(),
        staffNumber: z.string(),
        leftAt: moment.nullable(),
      }),
    ),
  },
  errors: ['not_found'],
})

export const enterRequest = call({
  name: 'enterRequest',
  method: 'POST',
  path: '/clients/:clientId/requests/',
  tag: 'Personal data',
  summary:
    'Enter a request that came by letter, phone, email or in person. The deadline counts from the day on which it came. The person gets a mail at an address that they have confirmed',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: z.strictObject({
    membershipId: id,
    kind: requestKind,
    channel: enteredChannel,
    /** A day of the client's calendar, not in the future, and at most a year back. */
    receivedOn: day,
    message: paragraph(2000).optional(),
  }),
  answer: { status: 201, json: z.object({ id, dueAt: moment }) },
  errors: ['not_found', 'idempotency_key_reused'],
})

const requestId = z.object({ requestId: id })

export const checkIdentity = call({
  name: 'checkIdentity',
  method: 'POST',
  path: '/requests/:requestId/identity/',
  tag: 'Personal data',
  summary:
    'Record how somebody at the desk has made sure that the request is from this person, and whether the address on file is theirs. Repeating it changes nothing',
  access: 'manager',
  subject: 'request',
  params: requestId,
  body: z
    .strictObject({
      way: identityCheck,
      note: paragraph(500).optional(),
      /** The address on file is theirs: answers and codes are mailed there, and a code opens everything that is held. */
      addressConfirmed: z.literal(true).optional(),
    })
    .superRefine(({ way, note = '' }, context) => {
      if (way === 'other' && note.length < 3)
        context.addIssue({
          ...({ code: 'too_small', minimum: 3, origin: 'string', inclusive: true } as const),
          input: note,
          path: ['note'],
        })
    }),
  answer: { status: 200, json: personRequest },
  errors: ['not_found', 'request_decided'],
})

export const decideRequest = call({
  name: 'decideRequest',
  method: 'POST',
  path: '/requests/:requestId/decide/',
  tag: 'Personal data',
  summary:
    "Decide a person's request. The answer is mailed to an address that the client knows to be theirs, else it comes back to be handed over. Accepting an erasure erases the person at once. To accept anything but an objection the person's identity has to be checked first",
  access: 'manager',
  subject: 'request',
  params: requestId,
  body: z.strictObject({
    decision: z.enum(['accepted', 'refused']),
    reason: paragraph(2000, 3),
  }),
  answer: { status: 200, json: personRequest },
  errors: ['not_found', 'request_decided', 'identity_not_checked', 'on_hold'],
})

const handing =
  'of an accepted request to see it, for 30 days after the decision, if the identity was checked at the desk and the client knows no address of theirs'

export const handOutData = call({
  name: 'handOutData',
  method: 'GET',
  path: '/requests/:requestId/data/',
  tag: 'Personal data',
  summary: `What the client holds about the person ${handing}; nothing of sensitive tests and scales. In the person's language`,
  access: 'manager',
  readers: 'refused',
  subject: 'request',
  params: requestId,
  query: z.strictObject({}),
  answer: { status: 200, json: deskCopy },
  errors: ['not_found', 'data_not_handed_out'],
})

export const handOutDataPdf = call({
  name: 'handOutDataPdf',
  method: 'GET',
  path: '/requests/:requestId/data.pdf',
  tag: 'Personal data',
  summary: "The same as a document to hand over, in the person's language unless another is asked for",
  access: 'manager',
  readers: 'refused',
  subject: 'request',
  params: requestId,
  query: z.strictObject({ lang: locale.optional() }),
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found', 'data_not_handed_out'],
})
