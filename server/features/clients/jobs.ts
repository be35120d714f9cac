import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { pageForClient } from '#contract/landing.ts'
import { addressOf } from '#contract/pages.ts'
import { translate } from '#server/locales.ts'
import { defineMail } from '#server/mail/define.ts'
import { findApplicationToNotify, findManagerToNotify } from './queries.ts'

/** Tells a manager that their client may invite and assign now, unless that has changed again by then. */
export const sendClientActivated = defineMail({
  name: 'send_client_activated',
  kind: 'client_activated',
  payload: z.strictObject({ clientId: id, userId: id }),
  async find({ clientId, userId }, { db }) {
    const manager = await findManagerToNotify(db, clientId, userId)
    if (manager?.email == null || manager.status !== 'active') return undefined
    const { email, locale, verified } = manager
    // The applicant typed both names, so they are mailed only to an address that is known to be theirs.
    const client = verified ? manager.client : translate(locale, 'mail:clientActivated.unnamed')
    const name = verified ? manager.name : ''
    return { userId, name, email, locale, verified, clientId, words: { client } }
  },
  texts: ['mail:clientActivated.'],
  write: (say, { verified, clientId }) => ({
    paragraphs: [say('lead'), say('next')],
    action: pageForClient(addressOf('managerDashboard'), clientId),
    closing: [verified ? say('why') : say('whyUnnamed')],
  }),
})

/** Tells an operator that a client waits to be activated, unless it has been decided on by then. */
export const sendApplicationReceived = defineMail({
  name: 'send_application_received',
  kind: 'application_received',
  payload: z.strictObject({ clientId: id, userId: id }),
  async find({ clientId, userId }, { db }) {
    const application = await findApplicationToNotify(db, clientId, userId)
    if (application?.operator.email == null) return undefined
    const { client, applicant } = application
    const { name, email, locale } = application.operator
    return { userId, name, email, locale, clientId, application, words: { client, applicant } }
  },
  texts: ['mail:applicationReceived.'],
  write: (say, { clientId, application: { client, email, phone, applicant, address } }) => ({
    paragraphs: [say('lead'), say('next')],
    rows: [
      [say('client'), client],
      [say('contact'), `${email}, ${phone}`],
      [say('applicant'), address === null ? applicant : `${applicant}, ${address}`],
    ],
    action: addressOf('client', { clientId }),
  }),
})

export const clientJobs = [sendClientActivated, sendApplicationReceived]
