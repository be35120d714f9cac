import { z } from 'zod'
import type { Locale } from '#contract/fields.ts'
import type { SlipJob, startSlipJob } from '#contract/slips.ts'
import type { Executor } from '#server/db/database.ts'
import { fileJob, type JobKey, startFileJob } from '#server/features/file-jobs/file-jobs.ts'
import { Failure } from '#server/http/failure.ts'
import { printSlips } from './jobs.ts'

/**
 * Has a file of slips made behind the scenes.
 * @returns the job to follow
 * @throws Failure slips_under_way while the client has another one, service_unavailable while too many wait
 */
export async function startJob(
  tx: Executor,
  {
    body,
    locale,
    ...asked
  }: {
    clientId: string
    by: string
    address: string
    body: z.output<typeof startSlipJob.body>
    locale: Locale
  },
): Promise<JobKey> {
  const key = await startFileJob(tx, printSlips, { ...asked, kind: 'slips', request: { ...body, locale } })
  if (key === undefined) throw new Failure('slips_under_way')
  return key
}

/** There is a next file once this one is made and is not the last. */
const slipFacts = z.object({ next: z.uuid().nullable().default(null) })

/** @throws Failure not_found */
export async function jobObject(db: Executor, key: JobKey, locale: Locale): Promise<SlipJob> {
  const { job, facts } = await fileJob(db, { ...key, kind: 'slips' }, locale)
  return { ...job, next: slipFacts.parse(facts).next }
}
