import { z } from 'zod'
import { assignmentId } from './assignments.ts'
import { id, listQuery, locale, moment, page } from './fields.ts'
import { call } from './kit.ts'
import { notice } from './participant.ts'
import { deviceClass } from './signals.ts'

/** The way in which somebody had come to the consent: an invitation's link or code, an account, a test day's tablet. */
export const consentChannel = z.enum(['link', 'account', 'tablet'])
export type ConsentChannel = z.infer<typeof consentChannel>

/** A text that somebody read or agreed to, as it was shown to them. */
const ownConsent = z.object({
  assignmentId: id,
  client: z.object({ id, name: z.string(), timeZone: z.string() }),
  inventory: z.object({ code: z.string(), name: z.string() }),
  notice: notice.omit({ acceptedAt: true }),
  locale,
  /** SHA-256 of the notice's text, in hexadecimal; of a consent with what its page said of recipients, as here. */
  textHash: z.string(),
  acceptedAt: moment,
  /** When by the clock of a tablet that had no connection; `acceptedAt` is then when it arrived. */
  deviceAcceptedAt: moment.nullable(),
  device: deviceClass,
  /** null for what was given before this was recorded. */
  channel: consentChannel.nullable(),
  withdrawnAt: moment.nullable(),
  /** The effect of withdrawing the explicit consents of this test; null for texts that were only read. */
  withdrawal: z
    .object({
      /** Names of the single scales whose answers and results go; empty for the whole test. */
      scales: z.array(z.string()),
      /** A legal hold: it is hidden at once and erased when the hold ends. Why there is one is not for the person's page. */
      held: z.boolean(),
    })
    .nullable(),
})
export type OwnConsent = z.infer<typeof ownConsent>

export const listOwnConsents = call({
  name: 'listOwnConsents',
  method: 'GET',
  path: '/participant/consents/',
  tag: 'Personal data',
  summary:
    'The texts that the caller has read or agreed to, as they were shown, the newest first; for a session that a mail to them, their password or a code has opened',
  access: 'participant',
  query: listQuery(['acceptedAt']).omit({ search: true }),
  answer: { status: 200, json: page(ownConsent) },
  errors: ['identity_needed'],
})

export const withdrawConsent = call({
  name: 'withdrawConsent',
  method: 'POST',
  path: '/participant/assignments/:assignmentId/withdraw/',
  tag: 'Personal data',
  summary:
    'Withdraw the explicit consent for a test: it ends, and its answers and result are erased. Under a legal hold they are kept, and nobody reads them, until the hold ends. Repeating it changes nothing. Where no consent was given, an objection can be made instead. It takes a session that a mail to the person, their password or a code has opened',
  access: 'participant',
  subject: 'ownAssignment',
  params: assignmentId,
  answer: { status: 204 },
  errors: ['not_found', 'no_consent', 'identity_needed'],
})
