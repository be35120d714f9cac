import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { pageForClient } from '#contract/landing.ts'
import { addressOf, registerPage } from '#contract/pages.ts'
import type { Executor } from '#server/db/database.ts'
import { managersToWrite } from '#server/features/memberships/memberships.ts'
import { scheduleJob } from '#server/jobs/define.ts'
import { defineMail } from '#server/mail/define.ts'
import { stressed } from '#server/mail/stressed.ts'
import { hashDigits, newDigits } from '#server/secrets.ts'
import { findUnchecked, setCode } from './check-queries.ts'
import { forgetUndecided } from './decide.ts'
import { stateNow } from './page.ts'
import { findRegistration } from './queries.ts'
import { deleteRefused, findRegistrant } from './registrant-queries.ts'
import { closeEnded } from './registrations.ts'

/**
 * Mails the code by which somebody shows that an address is theirs. Nothing in it was typed by who asked for it: that may be a
 * stranger, and the reader somebody else. It is made here and not when the job is added, so that no live code is in the job
 * table. Each try carries a new one, and ends the one before.
 */
export const sendRegistrationCode = defineMail({
  name: 'send_registration_code',
  kind: 'registration_code',
  newEachTry: true,
  payload: z.strictObject({
    clientId: id,
    id,
    /** There were places when the code was asked for, so the page says that it comes; entering it says what has changed. */
    promised: z.boolean().optional(),
  }),
  // Somebody is looking at their phone; half an hour later nobody is.
  maxAttempts: 6,
  priority: -10,
  async find({ promised = false, ...key }, { db, config }) {
    const check = await findUnchecked(db, key)
    if (check === undefined || !(promised || (await mayConfirm(db, key.clientId, check)))) return undefined
    const digits = newDigits()
    await setCode(db, key, hashDigits(config.slipKey, 'registration', key.id, digits))
    const { email, locale, client, clientEmail, registration } = check
    const code = `${digits.slice(0, 3)} ${digits.slice(3)}`
    return {
      userId: null,
      name: '',
      email,
      locale,
      words: { client, registration, code },
      client: { id: key.clientId, name: client, email: clientEmail },
      page: `${registerPage}/${check.code}`,
    }
  },
  texts: ['mail:registrationCode.'],
  write: (say, { words: { client, registration, code }, page }) => ({
    paragraphs: [stressed(client, (client) => say('lead', { client }))],
    rows: [
      [say('code'), code],
      [say('for'), registration],
    ],
    action: page,
    notes: [say('life'), say('secret')],
    closing: [say('notYou')],
  }),
})

/** Tells a manager that too many unverified phones came at once, so that somebody has to decide about those that follow. */
export const sendBurstNotice = defineMail({
  name: 'send_registration_burst',
  kind: 'registration_burst',
  payload: z.strictObject({ clientId: id, id, userId: id }),
  async find({ clientId, id: registrationId, userId }, { db }) {
    const manager = (await managersToWrite(db, clientId)).find((one) => one.userId === userId)
    const row = await findRegistration(db, { clientId, id: registrationId })
    if (manager === undefined || row === undefined || row.closed_at !== null) return undefined
    const { client, ...reader } = manager
    return { ...reader, clientId, registrationId, words: { client, registration: row.name } }
  },
  texts: ['mail:registrationBurst.'],
  write: (say, { clientId, registrationId }) => ({
    paragraphs: [say('lead'), say('next')],
    action: pageForClient(addressOf('registration', { registrationId }), clientId),
    notes: [say('life')],
  }),
})

/**
 * True when a code is of use: while the registration takes people, and later to those who registered. The job decides
 * this, so that a request for a code is answered the same way and as fast whether the address is known or not.
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

export const sweepRegistrations = deleteRefused

export const registrationJobs = [sendRegistrationCode, sendBurstNotice, endRegistrations]
