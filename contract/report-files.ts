import { z } from 'zod'
import { which } from './assignment-actions.ts'
import { exportPurpose, namedPurpose } from './assignments.ts'
import { clientId } from './clients.ts'
import { id } from './fields.ts'
import { jobView } from './jobs.ts'
import { call } from './kit.ts'

/** The most reports in a ZIP file. */
export const maxZipReports = 5000

/** The most reports in one PDF: with more, programs are slow to open it. */
export const maxPdfReports = 300

/** Finished files that each person has at once; a new one takes the place of the oldest. */
export const maxReportFiles = 5

/** A ZIP file with a PDF for each report and a list of them, or one PDF with bookmarks. */
export const reportFileKind = z.enum(['zip', 'pdf'])
export type ReportFileKind = z.infer<typeof reportFileKind>

const oneOfThem = (body: { assignmentIds?: unknown; filter?: unknown }) =>
  (body.assignmentIds === undefined) !== (body.filter === undefined)
const named = { error: 'ids_or_filter', path: ['assignmentIds'] }

const reportFile = jobView.extend({
  as: reportFileKind,
  purpose: exportPurpose,
  /** The number of chosen tests without a report in the file: not completed, sensitive, or with a result that nobody may read. */
  leftOut: z.number().int(),
  /** True when the caller asked for it: nobody else gets the file. */
  own: z.boolean(),
})
export type ReportFile = z.infer<typeof reportFile>

export const makeReports = call({
  name: 'makeReports',
  method: 'POST',
  path: '/clients/:clientId/reports/',
  tag: 'Reports',
  summary:
    'Make a file of many reports in the background and follow it as a job: up to 5,000 as a ZIP file, up to 300 as one PDF. Sensitive tests and scales are never in it. A client has one made at a time: while it is, the answer is 409 with `job`, the one under way',
  access: 'manager',
  subject: 'client',
  pace: 'sheets',
  params: clientId,
  body: z
    .strictObject({
      assignmentIds: z.array(id).min(1).max(maxZipReports).optional(),
      filter: which.filter,
      as: reportFileKind,
      purpose: namedPurpose,
    })
    .refine(oneOfThem, named),
  answer: { status: 202, json: reportFile },
  errors: ['not_found', 'no_reports', 'too_many_reports', 'reports_under_way'],
})

export const listReportFiles = call({
  name: 'listReportFiles',
  method: 'GET',
  path: '/clients/:clientId/reports/',
  tag: 'Reports',
  summary:
    'The caller’s files of many reports, which are kept for a day, and the one under way; newest first',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: z.object({ jobs: z.array(reportFile) }) },
  errors: ['not_found'],
})

const jobOfClient = clientId.extend({ jobId: id })

export const reportsZip = call({
  name: 'reportsZip',
  method: 'GET',
  path: '/clients/:clientId/jobs/:jobId/reports.zip',
  tag: 'Reports',
  summary:
    'The ZIP file that a job has made, for who asked for it; kept for a day, or until one of its people is erased or withdraws a consent. Each download is on record for each person in it',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  pace: 'sheets',
  params: jobOfClient,
  answer: { status: 200, file: 'application/zip' },
  errors: ['not_found'],
})

export const reportsPdf = call({
  name: 'reportsPdf',
  method: 'GET',
  path: '/clients/:clientId/jobs/:jobId/reports.pdf',
  tag: 'Reports',
  summary: 'The same of a job that made one PDF',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  pace: 'sheets',
  params: jobOfClient,
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found'],
})
