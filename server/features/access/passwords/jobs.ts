import { z } from 'zod'
import { email, id, locale } from '#contract/fields.ts'
import { addressOf } from '#contract/pages.ts'
import { createMailedLink } from '#server/features/memberships/links/links.ts'
import { consentsOf } from '#server/features/memberships/links/withdrawal.ts'
import { defineMail } from '#server/mail/define.ts'
import { findOwner, findOwnerOf } from '#server/mail/queries.ts'
import { mayMail } from '#server/throttles/mails.ts'

const linkMinutes = 60

/**
 * Lets the owner of the address choose a new password. As with magic links, the job is added for every address, and only
 * here is looked up whether there is anybody; the link is made here, so no live token is in the job.
 */
export const sendReset = defineMail({
  name: 'send_reset',
  kind: 'reset',
  newEachTry: true,
  payload: z.strictObject({ email, locale }),
  maxAttempts: 8,
  async find({ email, locale }, deps, current) {
    const person = await findOwnerOf(deps.db, email, linkMinutes)
    if (person === undefined || !(await mayMail(deps, current, person.userId, 'reset'))) return undefined
    const { userId, name, endsAt } = person
    const url = await createMailedLink(deps, { userId, purpose: 'reset', expiresAt: endsAt }, email)
    if (url === undefined) return undefined
    const reader = { userId, name, email, locale }
    return { ...reader, url, consents: await consentsOf(deps, reader) }
  },
  texts: ['mail:reset.'],
  write: (say, { url }) => ({ action: url, notes: [say('life'), say('personal'), say('notYou')] }),
})

/** Tells somebody that their password is another one now, in case it was not them. */
export const sendPasswordChanged = defineMail({
  name: 'send_password_changed',
  kind: 'password_changed',
  payload: z.strictObject({ userId: id }),
  async find({ userId }, deps, current) {
    const owner = await findOwner(deps.db, userId)
    if (owner === undefined || owner.deactivated) return undefined
    if (!(await mayMail(deps, current, userId, 'password_changed'))) return undefined
    return { ...owner, consents: await consentsOf(deps, owner) }
  },
  texts: ['mail:passwordChanged.'],
  write: (say) => ({
    paragraphs: [say('lead'), say('ended')],
    action: addressOf('forgotPassword'),
    notes: [say('notYou')],
  }),
})

export const passwordJobs = [sendReset, sendPasswordChanged]
