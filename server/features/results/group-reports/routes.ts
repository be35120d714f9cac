import { getGroupReport, groupReportPdf, groupReportXlsx } from '#contract/group-reports.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import { exportGroupReport, printGroupReport, readGroupReport } from './read.ts'

export const groupReportRoutes: readonly Route[] = [
  onClient.read(getGroupReport, readGroupReport),
  onClient.read(groupReportPdf, printGroupReport),
  onClient.read(groupReportXlsx, exportGroupReport),
]
