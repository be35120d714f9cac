import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { addressOf } from '#contract/pages.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { applicationReceivedMail, clientActivatedMail } from './emails.ts'
import { findApplicationToNotify, findManagerToNotify } from './queries.ts'

/** Tells a manager that their client may invite and assign now, unless that has changed again by then. */
export const sendClientActivated = defineJob({
  name: 'send_client_activated',
  payload: z.strictObject({ clientId: id, userId: id }),
  async run({ clientId, userId }, deps, current) {
    const manager = await findManagerToNotify(deps.db, clientId, userId)
    if (manager?.email == null || manager.status !== 'active') return
    const { email, locale, verified } = manager
    // Both names were typed by the applicant, so they are mailed only to an address that is known to be theirs.
    const names = { name: verified ? manager.name : '', client: verified ? manager.client : null }
    const message = {
      kind: 'client_activated',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: names.name, address: email },
      content: clientActivatedMail(locale, names, deps.config.publicUrl + addressOf('managerDashboard')),
    }
    await deliver(deps, message, userId, current)
  },
})

/** Tells an operator that a client waits to be activated, unless it has been decided on by then. */
export const sendApplicationReceived = defineJob({
  name: 'send_application_received',
  payload: z.strictObject({ clientId: id, userId: id }),
  async run({ clientId, userId }, deps, current) {
    const application = await findApplicationToNotify(deps.db, clientId, userId)
    if (application?.operator.email == null) return
    const { name, email, locale } = application.operator
    const message = {
      kind: 'application_received',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name, address: email },
      content: applicationReceivedMail(
        locale,
        name,
        application,
        deps.config.publicUrl + addressOf('client', { clientId }),
      ),
    }
    await deliver(deps, message, userId, current)
  },
})

export const clientJobs = [sendClientActivated, sendApplicationReceived]
