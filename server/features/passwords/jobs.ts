import { z } from 'zod'
import { email, id, locale } from '#contract/fields.ts'
import { addressOf } from '#contract/pages.ts'
import { createMailedLink } from '#server/features/links/links.ts'
import { withWithdrawal } from '#server/features/links/withdrawal.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { mayMail } from '#server/throttles/mails.ts'
import { passwordChangedMail, resetMail } from './emails.ts'
import { findPerson, findRecipient } from './queries.ts'

/**
 * Mails a reset link to the owner of the address. As with magic links, the job is added for every address, and only
 * here is looked up whether there is anybody; the link is made here, so no live token is in the job.
 */
export const sendReset = defineJob({
  name: 'send_reset',
  payload: z.strictObject({ email, locale }),
  maxAttempts: 8,
  async run({ email, locale }, deps, current) {
    const { db, config } = deps
    const person = await findRecipient(db, email)
    if (person === undefined) return
    if (!(await mayMail(deps, current, person.id, 'reset'))) return
    const link = {
      userId: person.id,
      purpose: 'reset',
      clientId: null,
      createdBy: null,
      expiresAt: person.endsAt,
    } as const
    const made = await db.transaction().execute((tx) => createMailedLink(tx, link, email))
    if (made === undefined) return
    const message = {
      kind: 'reset',
      // Each try carries a link of its own, and ends the one before.
      eventKey: `${current.id} ${current.createdAt.toISOString()} ${current.attempt}`,
      to: { name: person.greeted, address: email },
      content: await withWithdrawal(
        deps,
        person.id,
        resetMail(locale, person.greeted, config.publicUrl + made.path),
      ),
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
    if (!(await mayMail(deps, current, userId, 'password_changed'))) return
    const message = {
      kind: 'password_changed',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: person.greeted, address: person.email },
      content: await withWithdrawal(
        deps,
        userId,
        passwordChangedMail(
          person.locale,
          person.greeted,
          deps.config.publicUrl + addressOf('forgotPassword'),
        ),
      ),
    }
    await deliver(deps, message, userId, current)
  },
})

export const passwordJobs = [sendReset, sendPasswordChanged]
