import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { addressOf } from '#contract/pages.ts'
import { withWithdrawal } from '#server/features/links/withdrawal.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { mayMail } from '#server/throttles/mails.ts'
import { secondFactorMail } from './emails.ts'
import { findPerson } from './queries.ts'

/** Tells somebody that their second step was turned on or off, in case it was not them. */
export const sendSecondFactorChanged = defineJob({
  name: 'send_second_factor_changed',
  payload: z.strictObject({ userId: id, change: z.enum(['on', 'off', 'reset']), by: id.nullable() }),
  async run({ userId, change, by }, deps, current) {
    const person = await findPerson(deps.db, userId)
    if (person?.email == null) return
    if (!(await mayMail(deps, current, userId, 'second_factor'))) return
    const operator = by === null ? null : ((await findPerson(deps.db, by))?.name ?? '')
    const at = formatDateTime(current.createdAt.toISOString(), person.locale, person.timeZone)
    const url = deps.config.publicUrl + addressOf('forgotPassword')
    const content = secondFactorMail(person.locale, person.greeted, { change, operator, at }, url)
    const message = {
      kind: 'second_factor',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: person.greeted, address: person.email },
      content: await withWithdrawal(deps, userId, content),
    }
    await deliver(deps, message, userId, current)
  },
})

export const secondFactorJobs = [sendSecondFactorChanged]
