import { getReport, reportPdf } from '#contract/reports.ts'
import type { Route } from '#server/http/subject.ts'
import { onReport } from './access.ts'
import { printReport, readReport } from './read.ts'

export const reportRoutes: readonly Route[] = [
  onReport.read(getReport, readReport),
  onReport.read(reportPdf, printReport),
]
