import { z } from 'zod'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Locale } from '#contract/fields.ts'
import { type InvitationJob, inviteCounts, type inviteEmails, inviteResult } from '#contract/people.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { Failure } from '#server/http/failure.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import type { By } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { translate } from '#server/locales.ts'
import { findJob, findJobs, insertJob, type JobRow } from './job-queries.ts'
import { importInvitationList } from './jobs.ts'

/** Imports a list of people in the background. @returns the job to follow */
export async function startJob(
  tx: Executor,
  clientId: string,
  body: z.output<typeof inviteEmails.body> & { locale: Locale },
  { userId: by, address }: By,
): Promise<{ id: string }> {
  const id = newId()
  const request = JSON.stringify(body)
  await insertJob(tx, { clientId, id, by, address, total: body.emails.length, request })
  await addJob(tx, importInvitationList, { clientId, id })
  return { id }
}

/** A job as its followers see it. @throws Failure not_found */
export async function jobObject(
  db: Executor,
  key: { clientId: string; id: string },
  locale: Locale,
): Promise<InvitationJob> {
  const row = await findJob(db, key)
  if (row === undefined) throw new Failure('not_found')
  const { result, ...job } = row
  return { ...toJob(job, locale), result: result === null ? null : inviteResult.parse(result) }
}

export async function jobObjects(
  db: Executor,
  clientId: string,
  locale: Locale,
): Promise<Omit<InvitationJob, 'result'>[]> {
  return (await findJobs(db, clientId)).map((row) => toJob(row, locale))
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatus, code)

const storedProblem = z.object({
  code: z.string().refine(isCode),
  details: z.record(z.string(), z.unknown()),
  variables: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.object({ tr: z.string(), en: z.string() })]),
  ),
})

function toJob({ counts, problem, ...row }: JobRow, locale: Locale): Omit<InvitationJob, 'result'> {
  const stored = problem === null ? null : storedProblem.parse(problem)
  return {
    ...serializeRow(row),
    counts: counts === null ? null : inviteCounts.parse(counts),
    problem: stored && {
      code: stored.code,
      message: translate(locale, `errors:${stored.code}`, stored.variables),
      details: stored.details,
    },
  }
}
