import { z } from 'zod'
import { clientId } from './clients.ts'
import { id, listQuery, moment, page } from './fields.ts'
import { call } from './kit.ts'

/** The kinds of mails that have a name of their own. */
export const mailKinds = [
  'invitation',
  'reminder',
  'withdrawal',
  'feedback_ready',
  'manager_invitation',
  'magic_link',
  'admin_link',
  'reset',
  'password_changed',
  'verification',
  'email_changed',
  'new_device',
  'second_factor',
  'consent_withdrawn',
  'request_made',
  'request_entered',
  'request_answer',
] as const
const mailKind = z.enum([...mailKinds, 'other'])
export type MailKind = z.infer<typeof mailKind>

export const mailFailure = z.enum(['address_refused', 'not_sent', 'unconfirmed'])

/** A mail to a person, without content and link. */
export const mailRecord = z.object({
  id,
  kind: mailKind,
  /** The client that it is from; null for a mail about the account. */
  client: z.string().nullable(),
  address: z.string(),
  /** The moment of the last try. */
  at: moment,
  outcome: z.enum(['sent', 'retrying', 'failed']),
  /** Why the last try failed; null where it did not. `unconfirmed`: it may have gone out. */
  failure: mailFailure.nullable(),
  /** The mail server's codes. */
  failureCode: z.string(),
  tries: z.number().int(),
  /** When its link was opened first; null for none, or not yet. */
  openedAt: moment.nullable(),
})
export type MailRecord = z.infer<typeof mailRecord>

const answer = { status: 200, json: page(mailRecord) } as const

export const listPersonMails = call({
  name: 'listPersonMails',
  method: 'GET',
  path: '/clients/:clientId/people/:membershipId/mails/',
  tag: 'People',
  summary: 'Mails that a client had sent to a person in the last 90 days, and when their links were opened',
  access: 'manager',
  subject: 'person',
  params: clientId.extend({ membershipId: id }),
  query: listQuery(['at']).omit({ search: true }),
  answer,
  errors: ['not_found'],
})

export const listUserMails = call({
  name: 'listUserMails',
  method: 'GET',
  path: '/users/:userId/mails/',
  tag: 'Users',
  summary: 'All mails to a person in the last 90 days, and when their links were opened',
  access: 'admin',
  subject: 'user',
  params: z.object({ userId: id }),
  query: listQuery(['at']).omit({ search: true }),
  answer,
  errors: ['not_found'],
})
