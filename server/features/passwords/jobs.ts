import { z } from 'zod'
import { email, id, locale } from '#contract/fields.ts'
import { createLink } from '#server/features/links/links.ts'
import { countWithin } from '#server/features/throttles/throttles.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { passwordChangedMail, resetMail } from './emails.ts'
import { findPerson, findRecipient } from './queries.ts'

const mailsPerHour = 5

/**
 * Mails a reset link to whoever owns the address. As with magic links, the job is added for every address, and only here
 * is looked up whether there is anybody; the link is made here, so no live token stands in the job.
 */
export const sendReset = defineJob({
  name: 'send_reset',
  payload: z.strictObject({ email, locale }),
  maxAttempts: 8,
  async run({ email, locale }, deps, current) {
    const { db, log, config } = deps
    const person = await findRecipient(db, email)
    if (person === undefined) return
    const count = current.attempt > 1 ? 0 : await countWithin(db, `mail:reset:${person.id}`, 3600)
    if (count > mailsPerHour) {
      log.info({ userId: person.id, count }, 'reset mail not sent: too many this hour')
      return
    }
    const { path } = await db.transaction().execute((tx) =>
      createLink(tx, {
        userId: person.id,
        purpose: 'reset',
        clientId: null,
        createdBy: null,
        expiresAt: person.endsAt,
      }),
    )
    const message = {
      kind: 'reset',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: person.name, address: email },
      content: resetMail(locale, person.name, config.publicUrl + path),
    }
    await deliver(deps, message, person.id, current)
  },
})

/** Tells somebody that their password is another one now, in case it was not them. */
export const sendPasswordChanged = defineJob({
  name: 'send_password_changed',
  payload: z.strictObject({ userId: id }),
  async run({ userId }, deps, current) {
    const person = await findPerson(deps.db, userId)
    if (person?.email == null) return
    const message = {
      kind: 'password_changed',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: person.name, address: person.email },
      content: passwordChangedMail(person.locale, person.name, `${deps.config.publicUrl}/forgot-password`),
    }
    await deliver(deps, message, userId, current)
  },
})
