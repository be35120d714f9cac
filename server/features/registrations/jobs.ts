import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { addressOf, registerPage } from '#contract/pages.ts'
import type { Executor } from '#server/db/database.ts'
import { managersToWrite } from '#server/features/memberships/memberships.ts'
import { defineJob, scheduleJob } from '#server/jobs/define.ts'
import { InvalidAddress } from '#server/mail/clean.ts'
import { deliver } from '#server/mail/deliver.ts'
import { deleteOldChecks, findUnchecked, setCode } from './check-queries.ts'
import { hashCode, newDigits } from './codes.ts'
import { forgetUndecided } from './decide.ts'
import { burstMail, registrationCodeMail } from './emails.ts'
import { stateNow } from './page.ts'
import { findRegistration } from './queries.ts'
import { deleteRefused, findRegistrant } from './registrant-queries.ts'
import { closeEnded } from './registrations.ts'

/**
 * Mails the code of a check. It is made here and not when the job is added, so that no live code is in the job table. Each
 * try carries a new one, and ends the one before.
 */
export const sendRegistrationCode = defineJob({
  name: 'send_registration_code',
  payload: z.strictObject({
    clientId: id,
    id,
    /** There were places when the code was asked for, so the page says that it comes; entering it says what has changed. */
    promised: z.boolean().optional(),
  }),
  // Somebody is looking at their phone; half an hour later nobody is.
  maxAttempts: 6,
  priority: -10,
  async run({ promised = false, ...key }, { db, mailer, config, log }, current) {
    const check = await findUnchecked(db, key)
    if (check === undefined || !(promised || (await mayConfirm(db, key.clientId, check)))) return
    const digits = newDigits()
    await setCode(db, key, hashCode(config.slipKey, key.id, digits))
    const { email, locale, client, clientEmail, code } = check
    const url = `${config.publicUrl}${registerPage}/${code}`
    try {
      await mailer.send(
        {
          kind: 'registration_code',
          eventKey: `${current.id} ${current.createdAt.toISOString()} ${current.attempt}`,
          to: { name: '', address: email },
          fromName: client,
          replyTo: { name: client, address: clientEmail },
          content: registrationCodeMail(locale, check, digits, url),
        },
        current.signal,
      )
    } catch (error) {
      if (!(error instanceof InvalidAddress)) throw error
      log.warn({ reason: error.message }, 'the address of a registration was refused')
    }
  },
})

/** Tells a manager that too many unverified phones came at once, so that somebody has to decide about those that follow. */
export const sendBurstNotice = defineJob({
  name: 'send_registration_burst',
  payload: z.strictObject({ clientId: id, id, userId: id }),
  async run({ clientId, id: registrationId, userId }, deps, current) {
    const manager = (await managersToWrite(deps.db, clientId)).find((one) => one.userId === userId)
    const row = await findRegistration(deps.db, { clientId, id: registrationId })
    if (manager === undefined || row === undefined || row.closed_at !== null) return
    const url = deps.config.publicUrl + addressOf('registration', { registrationId })
    const message = {
      kind: 'registration_burst',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: manager.name, address: manager.email },
      content: burstMail(manager.locale, { ...manager, registration: row.name }, url),
    }
    await deliver(deps, message, userId, current)
  },
})

/**
 * Whether a code is of use: while the registration takes people, and later to those who registered. Decided here, so that
 * who asks for a code gets the same answer as fast, known or not.
 */
async function mayConfirm(
  db: Executor,
  clientId: string,
  { registrationId, email }: { registrationId: string; email: string },
): Promise<boolean> {
  if ((await stateNow(db, { clientId, id: registrationId })) === 'open') return true
  return (await findRegistrant(db, { clientId, registrationId, contact: email })) !== undefined
}

/** Ends registrations whose last day is over, and forgets who applied and was not decided on. */
const endRegistrations = scheduleJob({
  name: 'end_registrations',
  every: '* * * * *',
  async run({ db, log }) {
    const registrations = await closeEnded(db)
    if (registrations > 0) log.info({ registrations }, 'closed registrations whose last day was over')
    const forgotten = await forgetUndecided(db)
    if (forgotten > 0) log.info({ forgotten }, 'forgot applications that nobody had decided')
  },
})

/** Forgets unconfirmed addresses after a day, and who was refused after half a year. */
export async function sweepRegistrations(db: Executor): Promise<void> {
  await deleteOldChecks(db)
  await deleteRefused(db)
}

export const registrationJobs = [sendRegistrationCode, sendBurstNotice, endRegistrations]
