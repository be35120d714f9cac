import { evidencePdf } from '#contract/evidence.ts'
import type { FileJob } from '#contract/fileJobs.ts'
import type { getJob, JobView } from '#contract/jobs.ts'
import { pathOf } from '#contract/kit.ts'
import { slipJobPdf } from '#contract/slips.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { jobObject } from '#server/features/people/invitation-jobs.ts'
import { fileJobs } from '#server/features/platform/file-jobs/file-jobs.ts'
import { toReportFile } from '#server/features/results/bulk/files.ts'
import type { Actor, Context } from '#server/http/subject.ts'

const dayMs = 24 * 3_600_000

/** Work in the background, in one shape for all kinds. @throws Failure not_found */
export async function jobView(
  db: Database,
  { id: clientId }: AuthorizedClient,
  _query: undefined,
  { userId, locale }: Actor,
  { params: { jobId } }: Context<typeof getJob>,
): Promise<JobView> {
  for (const kind of ['reports', 'slips', 'evidence'] as const) {
    const [found] = await fileJobs(db, { clientId, kind, id: jobId }, locale)
    if (found === undefined) continue
    if (kind === 'reports') {
      const {
        as: _as,
        purpose: _purpose,
        leftOut: _leftOut,
        own: _own,
        ...view
      } = toReportFile(found, { clientId, userId })
      return view
    }
    const entry = kind === 'slips' ? slipJobPdf : evidencePdf
    const mayTake = kind === 'slips' || found.by === userId
    return toView(kind, found.job, mayTake ? pathOf(entry, { clientId, jobId }) : undefined)
  }
  const { status, total, done, id, createdAt, finishedAt, problem } = await jobObject(
    db,
    { clientId, id: jobId },
    locale,
  )
  return {
    id,
    kind: 'invitations',
    state: status,
    done,
    total,
    createdAt,
    finishedAt,
    expiresAt: new Date(Date.parse(createdAt) + dayMs).toISOString(),
    problem: problem && { code: problem.code, message: problem.message },
  }
}

function toView(kind: JobView['kind'], { status, ...job }: FileJob, file: string | undefined): JobView {
  return { ...job, kind, state: status, ...(file !== undefined && status === 'done' && { file }) }
}
