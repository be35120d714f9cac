import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { addressOf } from '#contract/pages.ts'
import { withWithdrawal } from '#server/features/links/withdrawal.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { mayMail } from '#server/throttles/mails.ts'
import { newDeviceMail } from './emails.ts'
import { findPerson } from './queries.ts'

/** Tells somebody of a sign-in on a device that was not seen before, in case it was not them. */
export const sendNewDevice = defineJob({
  name: 'send_new_device',
  payload: z.strictObject({ userId: id, browser: z.string(), system: z.string() }),
  async run({ userId, browser, system }, deps, current) {
    const person = await findPerson(deps.db, userId)
    if (person?.email == null) return
    if (!(await mayMail(deps, current, userId, 'new_device'))) return
    const { greeted: name, locale, timeZone } = person
    const at = formatDateTime(current.createdAt.toISOString(), locale, timeZone)
    const content = newDeviceMail(locale, {
      name,
      device: [browser, system].filter((part) => part !== '').join(', '),
      at: `${at} (${timeZone})`,
      url: deps.config.publicUrl + addressOf('accountSettings', { tab: 'password' }),
    })
    const message = {
      kind: 'new_device',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name, address: person.email },
      content: await withWithdrawal(deps, userId, content),
    }
    await deliver(deps, message, userId, current)
  },
})

export const sessionJobs = [sendNewDevice]
