import { z } from 'zod'
import { askingBrowser } from '#contract/auth.ts'
import { email, id, locale } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { addresses, addressOf } from '#contract/pages.ts'
import { createMailedLink } from '#server/features/links/links.ts'
import { mailedUrl } from '#server/features/links/mailed-url.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { mayMail } from '#server/throttles/mails.ts'
import { emailChangedMail, verificationMail } from './emails.ts'
import { findUnverified, findUser } from './queries.ts'

/** Mails the link that confirms an address, unless it is confirmed, or another one, by now. */
export const sendVerification = defineJob({
  name: 'send_verification',
  payload: z.strictObject({
    userId: id,
    email,
    locale,
    redirectUrl: z.literal(addresses.company).optional(),
    browser: askingBrowser.optional(),
  }),
  async run({ userId, email, locale, redirectUrl, browser }, deps, current) {
    const { db, config } = deps
    const person = await findUnverified(db, userId)
    if (person?.email !== email) return
    if (!(await mayMail(deps, current, userId, 'verification'))) return
    const link = {
      userId,
      purpose: 'verification',
      clientId: null,
      createdBy: null,
      expiresAt: person.endsAt,
    } as const
    const made = await db.transaction().execute((tx) => createMailedLink(tx, link, email))
    if (made === undefined) return
    const url = mailedUrl(config.publicUrl + made.path, { redirectUrl, browser })
    const message = {
      kind: 'verification',
      // Each try carries a link of its own, and ends the one before.
      eventKey: `${current.id} ${current.createdAt.toISOString()} ${current.attempt}`,
      // Without the name: it may be what a stranger typed who signed up with this address.
      to: { name: '', address: email },
      content: verificationMail(locale, url),
    }
    await deliver(deps, message, userId, current)
  },
})

/** Tells the reader of an account's old address that it is the account's no longer. */
export const sendEmailChanged = defineJob({
  name: 'send_email_changed',
  payload: z.strictObject({ userId: id, oldEmail: email }),
  async run({ userId, oldEmail }, deps, current) {
    const person = await findUser(deps.db, userId)
    if (person === undefined) return
    if (!(await mayMail(deps, current, userId, 'email_changed'))) return
    const at = formatDateTime(current.createdAt.toISOString(), person.locale, person.time_zone)
    const message = {
      kind: 'email_changed',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: person.name, address: oldEmail },
      content: emailChangedMail(person.locale, person.name, {
        oldEmail,
        at: `${at} (${person.time_zone})`,
        url: deps.config.publicUrl + addressOf('signIn'),
      }),
    }
    await deliver(deps, message, userId, current)
  },
})

export const userJobs = [sendVerification, sendEmailChanged]
