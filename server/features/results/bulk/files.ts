import { z } from 'zod'
import { exportPurpose } from '#contract/assignments.ts'
import type { FileJob } from '#contract/fileJobs.ts'
import { pathOf } from '#contract/kit.ts'
import { type ReportFile, reportFileKind, reportsPdf, reportsZip } from '#contract/report-files.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { CurrentJob } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'

/** Facts about a job's file, beside its progress. */
export const reportFacts = z.object({
  as: reportFileKind,
  purpose: exportPurpose,
  leftOut: z.number().int(),
  /** Bytes, once it is made. */
  size: z.number().int().optional(),
})

/** The input of a job: also who asked, in which language and when, for the pages. */
export const storedReports = z.strictObject({
  as: reportFileKind,
  purpose: exportPurpose,
  locale: z.enum(['tr', 'en']),
  reader: z.string(),
  at: z.string(),
})
export type StoredReports = z.output<typeof storedReports>

/** A file that is being made. */
export interface Making {
  readonly client: AuthorizedClient
  readonly asked: StoredReports
  readonly deps: JobDeps
  readonly current: CurrentJob
}

/** The entry of one report in a file's lists; null for a report that was gone when its turn came. */
export const partEntry = z
  .object({
    person: z.string(),
    group: z.string(),
    test: z.string(),
    code: z.string(),
    day: z.string(),
    serial: z.string(),
    /** Its file in a ZIP file. */
    path: z.string(),
    crc: z.number(),
    size: z.number(),
  })
  .nullable()

/** A job of reports as its followers see it. */
export function toReportFile(
  { job, facts, by }: { job: FileJob; facts: unknown; by: string },
  { clientId, userId }: { clientId: string; userId: string },
): ReportFile {
  const { as, purpose, leftOut } = reportFacts.parse(facts)
  const { status, ...rest } = job
  const own = by === userId
  const entry = as === 'zip' ? reportsZip : reportsPdf
  return {
    ...rest,
    kind: 'reports',
    state: status,
    ...(own && status === 'done' && { file: pathOf(entry, { clientId, jobId: job.id }) }),
    as,
    purpose,
    leftOut,
    own,
  }
}
