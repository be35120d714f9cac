import { z } from 'zod'
import { id, locale } from '#contract/fields.ts'
import { inviteEmails } from '#contract/people.ts'
import { clientOfJob } from '#server/authority/client.ts'
import { refusePastDay } from '#server/features/assignments/due.ts'
import { Failure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineJob } from '#server/jobs/define.ts'
import { invitationOf, invite } from './invite.ts'
import { finishJob, markProgress, takeJob } from './job-queries.ts'

const storedRequest = inviteEmails.body.extend({ locale })

/**
 * Another server took this job for abandoned and was faster, or somebody was erased from the list meanwhile: what was done is
 * undone, and the next try does what is left.
 */
class Superseded extends Error {}

const givenUp = { code: 'internal_error', details: {}, variables: {} }

/**
 * Imports a list of people: all valid rows in one transaction, together with the job's end. A server that dies in the
 * middle leaves nothing behind, and the next one starts over.
 */
export const importInvitationList = defineJob({
  name: 'take_invitation_list',
  payload: z.strictObject({ clientId: id, id }),
  maxAttempts: 5,
  async run(key, { db, log }, { attempt, maxAttempts }) {
    const job = await takeJob(db, key)
    if (job === undefined) return
    try {
      const asked = storedRequest.parse(JSON.parse(job.request))
      await db.transaction().execute(async (tx) => {
        const client = await clientOfJob(tx, key.clientId)
        if (asked.dueDate !== undefined) await refusePastDay(tx, asked.dueDate, client.timeZone)
        const by = { userId: job.by, address: job.address }
        const invitation = { ...invitationOf(asked, asked.locale, by), rows: asked.emails }
        // Written outside the transaction, so that others see the progress before its end.
        const result = await invite(tx, client, invitation, (done) => markProgress(db, key, done))
        if (!(await finishJob(tx, key, { status: 'done', result, request: job.request })))
          throw new Superseded()
      })
    } catch (error) {
      if (error instanceof Superseded) {
        await addJob(db, importInvitationList, key)
        return
      }
      if (!(error instanceof Failure) || error.status >= 500) {
        // Those who wait for the list would wait for a sixth try that never comes.
        if (attempt >= maxAttempts) await finishJob(db, key, { status: 'failed', problem: givenUp })
        throw error
      }
      const { code, details, variables } = error
      await finishJob(db, key, { status: 'failed', problem: { code, details, variables } })
      log.info({ code }, 'a list of people was refused')
    }
  },
})

export const peopleJobs = [importInvitationList]
