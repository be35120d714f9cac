import { z } from 'zod'
import { id, listQuery, moment, page, paragraph } from './fields.ts'
import { call } from './kit.ts'

export const requestKind = z.enum(['access', 'rectification', 'erasure', 'objection'])
export type RequestKind = z.infer<typeof requestKind>

/** Within how many days the law asks for an answer. */
export const answerDays = 30

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
  answer: { status: 201, json: z.object({ id, dueAt: moment }) },
  errors: ['not_found', 'too_many_requests'],
})

const ownRequest = z.object({
  id,
  client: z.object({ id, name: z.string() }),
  kind: requestKind,
  message: z.string(),
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
  /** How it is known that it is this person: by a code to their own contact, or by somebody at the desk; null until it is. */
  identity: z.enum(['code', 'desk']).nullable(),
  identityAt: moment.nullable(),
  identityBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
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

const requestId = z.object({ requestId: id })

export const checkIdentity = call({
  name: 'checkIdentity',
  method: 'POST',
  path: '/requests/:requestId/identity/',
  tag: 'Personal data',
  summary:
    'Record that somebody at the desk has made sure that the request is from this person, such as by an identity card. Repeating it changes nothing',
  access: 'manager',
  params: requestId,
  body: z.strictObject({}),
  answer: { status: 200, json: personRequest },
  errors: ['not_found', 'request_decided'],
})

export const decideRequest = call({
  name: 'decideRequest',
  method: 'POST',
  path: '/requests/:requestId/decide/',
  tag: 'Personal data',
  summary:
    "Decide a person's request and mail them the answer. Accepting an erasure erases the person at once. What is shown or erased on request needs the person's identity checked first",
  access: 'manager',
  params: requestId,
  body: z.strictObject({
    decision: z.enum(['accepted', 'refused']),
    reason: paragraph(2000, 3),
  }),
  answer: { status: 200, json: personRequest },
  errors: ['not_found', 'request_decided', 'identity_not_checked', 'on_hold'],
})
