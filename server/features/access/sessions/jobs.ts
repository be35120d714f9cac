import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { addressOf } from '#contract/pages.ts'
import { consentsOf } from '#server/features/memberships/links/withdrawal.ts'
import { defineMail } from '#server/mail/define.ts'
import { findOwner } from '#server/mail/queries.ts'
import { mayMail } from '#server/throttles/mails.ts'

/** Tells somebody of a sign-in on a device that was not seen before, in case it was not them. */
export const sendNewDevice = defineMail({
  name: 'send_new_device',
  kind: 'new_device',
  payload: z.strictObject({ userId: id, browser: z.string(), system: z.string() }),
  async find({ userId, browser, system }, deps, current) {
    const owner = await findOwner(deps.db, userId)
    if (owner === undefined || owner.deactivated) return undefined
    if (!(await mayMail(deps, current, userId, 'new_device'))) return undefined
    const at = formatDateTime(current.createdAt.toISOString(), owner.locale, owner.timeZone)
    return { ...owner, browser, system, at, consents: await consentsOf(deps, owner) }
  },
  texts: ['mail:newDevice.'],
  write: (say, { browser, system, at, timeZone }) => ({
    rows: [
      [say('device'), [browser, system].filter((part) => part !== '').join(', ') || say('unknown')],
      [say('at'), `${at} (${timeZone})`],
    ],
    action: addressOf('accountSettings', { tab: 'password' }),
    notes: [say('notYou'), say('ends')],
  }),
})

export const sessionJobs = [sendNewDevice]
