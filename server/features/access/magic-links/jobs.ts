import { z } from 'zod'
import { askingBrowser } from '#contract/auth.ts'
import { email, id, locale } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { addressOf } from '#contract/pages.ts'
import { createMailedLink } from '#server/features/memberships/links/links.ts'
import { mailedUrl } from '#server/features/memberships/links/mailed-url.ts'
import { consentsOf } from '#server/features/memberships/links/withdrawal.ts'
import { defineMail } from '#server/mail/define.ts'
import { findOperatorName, findOwner, findOwnerOf } from '#server/mail/queries.ts'
import { mayMail } from '#server/throttles/mails.ts'

const linkMinutes = 15

/**
 * Mails a sign-in link to the owner of the address. Added for every address, known or not: the request answers alike
 * and as fast, and only here is looked up whether there is anybody. The link is made here, so no live token is in the
 * job.
 */
export const sendMagicLink = defineMail({
  name: 'send_magic_link',
  kind: 'magic_link',
  newEachTry: true,
  // The language of the page on which it was asked for.
  payload: z.strictObject({ email, locale, browser: askingBrowser.optional() }),
  maxAttempts: 8,
  async find({ email, locale, browser }, deps, current) {
    const person = await findOwnerOf(deps.db, email, linkMinutes)
    if (person === undefined || !(await mayMail(deps, current, person.userId, 'magic_link'))) return undefined
    const { userId, name, endsAt } = person
    const link = await createMailedLink(deps, { userId, purpose: 'magic', expiresAt: endsAt }, email)
    if (link === undefined) return undefined
    const url = mailedUrl(link, { browser })
    const reader = { userId, name, email, locale }
    return { ...reader, url, consents: await consentsOf(deps, reader, url) }
  },
  texts: ['mail:magicLink.'],
  write: (say, { url }) => ({ action: url, notes: [say('life'), say('personal'), say('notYou')] }),
})

/** Tells somebody that an operator made a link to their account. The link itself is not in the mail. */
export const sendAdminLinkNotice = defineMail({
  name: 'send_admin_link_notice',
  kind: 'admin_link',
  payload: z.strictObject({ userId: id, madeBy: id }),
  async find({ userId, madeBy }, deps, { createdAt }) {
    const owner = await findOwner(deps.db, userId)
    if (owner === undefined) return undefined
    const operator = await findOperatorName(deps.db, madeBy)
    const at = formatDateTime(createdAt.toISOString(), owner.locale, owner.timeZone)
    return { ...owner, operator, at, consents: await consentsOf(deps, owner) }
  },
  texts: ['mail:adminLink.'],
  write: (say, { operator, at }) => ({
    rows: [
      [say('by'), operator],
      [say('at'), at],
    ],
    action: addressOf('signIn'),
    notes: [say('life'), say('notYou')],
  }),
})

export const magicLinkJobs = [sendMagicLink, sendAdminLinkNotice]
