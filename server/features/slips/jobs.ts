import { locale } from '#contract/fields.ts'
import { maxSlips, startSlipJob } from '#contract/slips.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { clientOfJob } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { fileJobKey, makeFile, progressOf } from '#server/features/file-jobs/file-jobs.ts'
import { chosenMembers } from '#server/features/memberships/chosen.ts'
import { Failure } from '#server/http/failure.ts'
import { defineJob } from '#server/jobs/define.ts'
import { translate } from '#server/locales.ts'
import type { Slip } from '#server/pdf/slip.ts'
import { makeSlips, slipsFor } from './slips.ts'

const storedRequest = startSlipJob.body.extend({ locale })

/** Slips of one transaction: nobody waits long for the people it locks, and progress is visible. */
const step = 50

/**
 * Makes a file of many slips. Links that were made before a server died are printed by the next one. One file at a time on
 * all servers: drawing it takes half a gigabyte.
 */
export const printSlips = defineJob({
  name: 'print_slips',
  payload: fileJobKey,
  maxAttempts: 4,
  queue: 'slips',
  run: (key, deps, current) =>
    makeFile(key, deps, current, async (job) => {
      const { db, pdf, config } = deps
      const asked = storedRequest.parse(job.request)
      const client = await clientOfJob(db, key.clientId)
      if (client.status !== 'active') throw new Failure('client_not_active')
      const chosen = await chosenMembers(db, client, asked)
      const which = { withoutEmail: asked.withoutEmail ?? false, after: asked.after ?? null, most: maxSlips }
      const { membershipIds, next } = await slipsFor(db, client, chosen, which)
      const total = membershipIds.length
      const slips: Slip[] = []
      // What a server made that died is on record.
      let unrecorded = total - (job.done === 0 ? 0 : job.total)
      for (let done = 0; done < total; done += step) {
        current.signal.throwIfAborted()
        const some = membershipIds.slice(done, done + step)
        const progress = { done: Math.min(Math.max(done + step, job.done), total), total }
        const made = await db.transaction().execute(async (tx) => {
          const slips = await makeSlips(tx, client, some, { by: job.by, ...config })
          if (unrecorded > 0) await recordMade(tx, { ...job, clientId: client.id, quantity: unrecorded })
          return { slips, wanted: await progressOf(tx, key, progress) }
        })
        unrecorded = 0
        if (!made.wanted) return undefined
        for (const slip of made.slips) slips.push(slip)
      }
      const title = translate(asked.locale, 'slips:title', { client: client.name })
      return { file: await pdf.renderSlips(slips, title, asked.locale), facts: { next } }
    }),
})

/**
 * Records all slips of a file with its first links, once for each file: should the last server die that makes it, too many
 * are on record and not too few.
 */
const recordMade = (
  tx: Executor,
  { by, clientId, address, quantity }: { by: string; clientId: string; address: string; quantity: number },
) => recordAudit(tx, { action: 'slips_made', actorId: by, clientId, address, details: { quantity } })

export const slipJobs = [printSlips]
