import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { addressOf } from '#contract/pages.ts'
import { consentsOf } from '#server/features/memberships/links/withdrawal.ts'
import { defineMail } from '#server/mail/define.ts'
import { findOperatorName, findOwner } from '#server/mail/queries.ts'
import { mayMail } from '#server/throttles/mails.ts'

/** Tells somebody that their second step was turned on, off, or off by an operator, in case it was not them. */
export const sendSecondFactorChanged = defineMail({
  name: 'send_second_factor_changed',
  kind: 'second_factor',
  payload: z.strictObject({ userId: id, change: z.enum(['on', 'off', 'reset']), by: id.nullable() }),
  async find({ userId, change, by }, deps, current) {
    const owner = await findOwner(deps.db, userId)
    if (owner === undefined || !(await mayMail(deps, current, userId, 'second_factor'))) return undefined
    const operator = by === null ? null : await findOperatorName(deps.db, by)
    const at = formatDateTime(current.createdAt.toISOString(), owner.locale, owner.timeZone)
    return { ...owner, change, operator, at, consents: await consentsOf(deps, owner) }
  },
  texts: ['mail:secondFactor.'],
  write: (say, { change, operator, at }) => ({
    subject: say(`${change}.subject`),
    paragraphs: [say(`${change}.lead`), say(`${change}.next`)],
    rows: [operator !== null && [say('by'), operator], [say('at'), at]],
    action: addressOf('forgotPassword'),
    notes: [say('notYou')],
  }),
})

export const secondFactorJobs = [sendSecondFactorChanged]
