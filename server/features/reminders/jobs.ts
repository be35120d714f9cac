import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { mailReminder } from '#server/features/invitations/jobs.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineJob } from '#server/jobs/define.ts'
import { findSendTime, findTimeZone, findUnsent, markSent } from './queries.ts'

const payload = z.strictObject({ clientId: id, membershipId: id })
type Payload = z.infer<typeof payload>

/** While a person's mail waits, a second reminder goes out with it. */
export const jobKeyOf = ({ membershipId }: Payload) => `reminder:${membershipId}`

/** Reminds one person by one mail of every test whose reminder is due. A mail that comes late does not come at night. */
export const sendReminder = defineJob({
  name: 'send_reminder',
  payload,
  priority: 10,
  async run(payload, deps, current) {
    const { clientId } = payload
    const timeZone = await findTimeZone(deps.db, clientId)
    if (timeZone === undefined) return
    const { sendAt, queued } = await findSendTime(deps.db, timeZone, null)
    if (queued) {
      await addJob(deps.db, sendReminder, payload, { runAt: sendAt, jobKey: jobKeyOf(payload) })
      return
    }
    const due = await findUnsent(deps.db, payload)
    if (due.length === 0) return
    const assignmentIds = due.map((reminder) => reminder.assignmentId)
    await mailReminder({ ...payload, assignmentIds }, deps, current)
    await markSent(deps.db, { clientId, ids: due.map((reminder) => reminder.id) })
  },
})
