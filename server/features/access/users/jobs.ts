import { z } from 'zod'
import { askingBrowser } from '#contract/auth.ts'
import { email, id, locale } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { addresses, addressOf } from '#contract/pages.ts'
import { createMailedLink } from '#server/features/memberships/links/links.ts'
import { mailedUrl } from '#server/features/memberships/links/mailed-url.ts'
import { defineMail } from '#server/mail/define.ts'
import { mayMail } from '#server/throttles/mails.ts'
import { findUnverified, findUser } from './queries.ts'

/** Asks somebody to show that an address is theirs, unless it is confirmed, or another one, by now. */
export const sendVerification = defineMail({
  name: 'send_verification',
  kind: 'verification',
  newEachTry: true,
  payload: z.strictObject({
    userId: id,
    email,
    locale,
    redirectUrl: z.literal(addresses.company).optional(),
    browser: askingBrowser.optional(),
  }),
  async find({ userId, email, locale, redirectUrl, browser }, deps, current) {
    const person = await findUnverified(deps.db, userId)
    if (person?.email !== email) return undefined
    if (!(await mayMail(deps, current, userId, 'verification'))) return undefined
    const asked = { userId, purpose: 'verification', expiresAt: person.endsAt } as const
    const link = await createMailedLink(deps, asked, email)
    if (link === undefined) return undefined
    // The mail leaves out the name: a stranger who signed up with this address may have typed it.
    return { userId, name: '', email, locale, url: mailedUrl(link, { redirectUrl, browser }) }
  },
  texts: ['mail:verification.'],
  write: (say, { url }) => ({
    action: url,
    notes: [say('life'), say('password'), say('personal')],
    closing: [say('notYou')],
  }),
})

/** Tells the old address that the account has another one now. The new one is not named: this may be a stranger's box. */
export const sendEmailChanged = defineMail({
  name: 'send_email_changed',
  kind: 'email_changed',
  payload: z.strictObject({ userId: id, oldEmail: email }),
  async find({ userId, oldEmail }, deps, current) {
    const person = await findUser(deps.db, userId)
    if (person === undefined || !(await mayMail(deps, current, userId, 'email_changed'))) return undefined
    const { name, locale, time_zone: timeZone } = person
    const at = formatDateTime(current.createdAt.toISOString(), locale, timeZone)
    return { userId, name, email: oldEmail, locale, at: `${at} (${timeZone})` }
  },
  texts: ['mail:emailChanged.'],
  write: (say, { email, at }) => ({
    rows: [
      [say('old'), email],
      [say('at'), at],
    ],
    action: addressOf('signIn'),
    notes: [say('notYou')],
  }),
})

export const userJobs = [sendVerification, sendEmailChanged]
