import { z } from 'zod'
import { type Locale, locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import { type getSlipJob, maxSlips, type SlipJob, type slipJobPdf, startSlipJob } from '#contract/slips.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { requireActive } from '#server/features/assignments/state.ts'
import { paperBrandOf } from '#server/features/memberships/brands/brands.ts'
import { chosenMembers } from '#server/features/memberships/chosen.ts'
import {
  fileJob,
  fileJobKey,
  fileOf,
  type JobKey,
  makeFile,
  progressOf,
  startFileJob,
} from '#server/features/platform/file-jobs/file-jobs.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { defineJob } from '#server/jobs/define.ts'
import { translate } from '#server/locales.ts'
import type { Slip } from '#server/pdf/slip.ts'
import { makeSlips, slipsAttachment, slipsFor } from './slips.ts'

const storedNumber = z.number().optional()
// Numbers of the filter came as text and are kept as numbers.
const storedRequest = startSlipJob.body.extend({
  locale,
  filter: startSlipJob.body.shape.filter
    .unwrap()
    .extend({ score_from: storedNumber, score_to: storedNumber })
    .optional(),
})

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
      requireActive(client)
      const chosen = await chosenMembers(db, client, asked)
      const which = { withoutEmail: asked.withoutEmail ?? false, after: asked.after ?? null, most: maxSlips }
      const { membershipIds, next } = await slipsFor(db, client, chosen, which)
      const total = membershipIds.length
      const slips: Slip[] = []
      // Slips that a server made before it crashed are on record.
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
      const brand = await paperBrandOf(db, client.id)
      const title = translate(asked.locale, 'slips:title', { client: client.name })
      return { file: await pdf.renderSlips(slips, title, asked.locale, brand), facts: { next } }
    }),
})

/**
 * Records all slips of a file with its first links, once for each file: should the last server die that makes it, too many
 * are on record and not too few.
 */
const recordMade = (
  tx: Executor,
  { by, clientId, address, quantity }: { by: string; clientId: string; address: string; quantity: number },
) =>
  recordAudit(tx, {
    action: 'slips_made',
    by: { userId: by, address },
    clientId,
    details: { quantity },
  })

/**
 * Has a file of slips made behind the scenes.
 * @returns the job to follow
 * @throws Failure client_not_active, slips_under_way while the client has another one, service_unavailable while too many wait
 */
export async function startSlips(
  tx: Tx,
  client: AuthorizedClient,
  body: BodyOf<typeof startSlipJob>,
  { userId: by, address, locale }: Actor,
): Promise<SlipJob> {
  await chosenMembers(tx, client, body)
  requireActive(client)
  const asked = { kind: 'slips' as const, clientId: client.id, by, address, request: { ...body, locale } }
  const key = await startFileJob(tx, printSlips, asked)
  if (key === undefined) throw new Failure('slips_under_way')
  return jobObject(tx, key, locale)
}

/** There is a next file once this one is made and is not the last. */
const slipFacts = z.object({ next: z.uuid().nullable().default(null) })

/** @throws Failure not_found */
export async function slipJob(
  db: Executor,
  { id: clientId }: AuthorizedClient,
  _query: undefined,
  { locale }: Actor,
  { params }: Context<typeof getSlipJob>,
): Promise<SlipJob> {
  return jobObject(db, { clientId, id: params.jobId }, locale)
}

/** Hands the finished file out. @throws Failure not_found, and why there is no file */
export async function slipJobFile(
  db: Executor,
  client: AuthorizedClient,
  _query: undefined,
  actor: Actor,
  { deps, params, reply }: Context<typeof slipJobPdf>,
): Promise<Uint8Array> {
  const key = { clientId: client.id, id: params.jobId }
  const file = await fileOf(db, { ...key, kind: 'slips' }, deps.config.slipKey)
  // Another manager than the one who had it made may download it.
  await recordAudit(db, { action: 'export', reason: 'slips_pdf', by: actor, clientId: client.id })
  reply.header('content-disposition', slipsAttachment(actor, client))
  return file
}

async function jobObject(db: Executor, key: JobKey, locale: Locale): Promise<SlipJob> {
  const { job, facts } = await fileJob(db, { ...key, kind: 'slips' }, locale)
  return { ...job, next: slipFacts.parse(facts).next }
}

export const slipJobs = [printSlips]
