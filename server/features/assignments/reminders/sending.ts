import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { sendReminderMail } from '#server/features/memberships/invitations/jobs.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineJob } from '#server/jobs/define.ts'
import { Unconfirmed } from '#server/mail/unconfirmed.ts'
import { claimUnsent, deleteUnsent, findSendTime, findWriter, markSent, releaseUnsent } from './queries.ts'

const payload = z.strictObject({ clientId: id, membershipId: id })
type Payload = z.infer<typeof payload>

const hourMs = 3_600_000

/** While a person's mail waits, a second reminder goes out with it. */
export const jobKeyOf = ({ membershipId }: Payload) => `reminder:${membershipId}`

/**
 * Reminds one person by one mail of every test whose reminder is due. A mail that comes late does not come at night, and none
 * comes while the client is suspended.
 */
export const sendReminder = defineJob({
  name: 'send_reminder',
  payload,
  priority: 10,
  async run(payload, deps, current) {
    const { clientId } = payload
    const client = await findWriter(deps.db, clientId)
    if (client === undefined) return
    const { sendAt, queued } = await findSendTime(deps.db, client.timeZone, null)
    if (queued || client.suspended) {
      const when = queued ? { runAt: sendAt } : { waitMs: hourMs }
      await addJob(deps.db, sendReminder, payload, { ...when, jobKey: jobKeyOf(payload) })
      return
    }
    // A mail under way is no longer waited for by those asked for meanwhile, and has its tests for itself.
    const claim = { ...payload, jobId: current.id }
    const due = await claimUnsent(deps.db, claim)
    if (due.length === 0) return
    const assignmentIds = due.map((reminder) => reminder.assignmentId)
    const named = new Set(
      await sendReminderMail({ ...payload, assignmentIds }, deps, current).catch(async (error: unknown) => {
        // Nor does a later try know of what an earlier one may have sent.
        const ids = due.flatMap((reminder) => (reminder.again ? [] : [reminder.id]))
        if (!(error instanceof Unconfirmed)) await letGo(deps.db, { clientId, jobId: current.id, ids }, error)
        throw error
      }),
    )
    // A try before this one may have sent its mail, and ended before that was written down.
    const idsOf = (sent: boolean) =>
      due.filter(({ assignmentId, again }) => (again || named.has(assignmentId)) === sent).map(({ id }) => id)
    await markSent(deps.db, { clientId, ids: idsOf(true) })
    // Ended, closed or opening later since it was asked for.
    await deleteUnsent(deps.db, { clientId, ids: idsOf(false) })
  },
})

/** @throws Error with what had failed first as its cause, where not even this can be done */
async function letGo(
  db: Executor,
  unsent: Parameters<typeof releaseUnsent>[1],
  cause: unknown,
): Promise<void> {
  try {
    await releaseUnsent(db, unsent)
  } catch (error) {
    throw new Error(`reminders were not let go: ${String(error)}`, { cause })
  }
}
