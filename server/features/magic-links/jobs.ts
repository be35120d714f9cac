import { z } from 'zod'
import { askingBrowser } from '#contract/auth.ts'
import { email, id, locale } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { addressOf } from '#contract/pages.ts'
import { createMailedLink } from '#server/features/links/links.ts'
import { mailedUrl } from '#server/features/links/mailed-url.ts'
import { withWithdrawal } from '#server/features/links/withdrawal.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { countWithin } from '#server/throttles/throttles.ts'
import { adminLinkMail, magicLinkMail } from './emails.ts'
import { findPerson, findRecipient } from './queries.ts'

const mailsPerHour = 5

/**
 * Mails a sign-in link to the owner of the address. Added for every address, known or not: the request answers alike
 * and as fast, and only here is looked up whether there is anybody. The link is made here, so no live token is in the
 * job.
 */
export const sendMagicLink = defineJob({
  name: 'send_magic_link',
  // The language of the page on which it was asked for.
  payload: z.strictObject({ email, locale, browser: askingBrowser.optional() }),
  maxAttempts: 8,
  async run({ email, locale, browser }, deps, current) {
    const { db, log, config } = deps
    const person = await findRecipient(db, email)
    if (person === undefined) return
    // A retry is the same mail again.
    const count = current.attempt > 1 ? 0 : await countWithin(db, `mail:magic_link:${person.id}`, 3600)
    if (count > mailsPerHour) {
      log.info({ userId: person.id, count }, 'magic link mail not sent: too many this hour')
      return
    }
    const link = {
      userId: person.id,
      purpose: 'magic',
      clientId: null,
      createdBy: null,
      expiresAt: person.endsAt,
    } as const
    const made = await db.transaction().execute((tx) => createMailedLink(tx, link, email))
    if (made === undefined) return
    const url = mailedUrl(config.publicUrl + made.path, { browser })
    const message = {
      kind: 'magic_link',
      // Each try carries a link of its own: a mailbox that drops repeated messages must not drop the one that works.
      eventKey: `${current.id} ${current.createdAt.toISOString()} ${current.attempt}`,
      to: { name: person.greeted, address: email },
      content: await withWithdrawal(deps, person.id, magicLinkMail(locale, person.greeted, url), url),
    }
    await deliver(deps, message, person.id, current)
  },
})

/** Tells somebody that an operator made a link to their account. The link itself is not in the mail. */
export const sendAdminLinkNotice = defineJob({
  name: 'send_admin_link_notice',
  payload: z.strictObject({ userId: id, madeBy: id }),
  async run({ userId, madeBy }, deps, current) {
    const person = await findPerson(deps.db, userId)
    if (person?.email == null) return
    const operator = await findPerson(deps.db, madeBy)
    const { publicUrl } = deps.config
    const at = formatDateTime(current.createdAt.toISOString(), person.locale, person.timeZone)
    const message = {
      kind: 'admin_link',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: person.greeted, address: person.email },
      content: await withWithdrawal(
        deps,
        userId,
        adminLinkMail(
          person.locale,
          person.greeted,
          operator?.name ?? '',
          at,
          publicUrl + addressOf('signIn'),
        ),
      ),
    }
    await deliver(deps, message, userId, current)
  },
})

export const magicLinkJobs = [sendMagicLink, sendAdminLinkNotice]
