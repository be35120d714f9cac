import { z } from 'zod'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Locale } from '#contract/fields.ts'
import type { SlipJob, startSlipJob } from '#contract/slips.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { Failure } from '#server/http/failure.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import { addJob } from '#server/jobs/add.ts'
import { translate } from '#server/locales.ts'
import { printSlips } from './jobs.ts'
import { countUnfinished, deleteOldJobs, findFile, findJob, insertJob, type JobKey } from './queries.ts'
import { unsealFile } from './sealed-file.ts'

/** Jobs of all clients that may be unfinished. They run one at a time and take some seconds each. */
const maxUnfinished = 50

/**
 * Has a file of slips made behind the scenes.
 * @returns the job to follow
 * @throws Failure slips_under_way while the client has another one, service_unavailable while too many wait
 */
export async function startJob(
  tx: Executor,
  asked: {
    clientId: string
    by: string
    address: string
    body: z.output<typeof startSlipJob.body>
    locale: Locale
  },
): Promise<JobKey> {
  const { clientId, by, address, body, locale } = asked
  if ((await countUnfinished(tx)) >= maxUnfinished)
    throw new Failure('service_unavailable', { retryAfterSeconds: 60 })
  const key = { clientId, id: newId() }
  const request = JSON.stringify({ ...body, locale })
  if (!(await insertJob(tx, { ...key, by, address, request }))) throw new Failure('slips_under_way')
  await addJob(tx, printSlips, key)
  return key
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatus, code)
const storedProblem = z.object({ code: z.string().refine(isCode) })

/** @throws Failure not_found */
export async function jobObject(db: Executor, key: JobKey, locale: Locale): Promise<SlipJob> {
  const row = await findJob(db, key)
  if (row === undefined) throw new Failure('not_found')
  const problem = row.problem === null ? null : storedProblem.parse(row.problem)
  return {
    ...serializeRow(row),
    problem: problem && { code: problem.code, message: translate(locale, `errors:${problem.code}`) },
  }
}

/** The file that a job has made. @throws Failure not_found where there is none, or not yet */
export async function fileOf(db: Executor, key: JobKey, slipKey: Buffer): Promise<Buffer> {
  const file = await findFile(db, key)
  if (file === undefined) throw new Failure('not_found')
  return unsealFile(slipKey, key.id, file)
}

export async function sweepSlipJobs(db: Executor): Promise<void> {
  await deleteOldJobs(db)
}
