import { listReportFiles, makeReports, reportsPdf, reportsZip } from '#contract/report-files.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import { reportFiles, startReports } from './start.ts'
import { takeReports } from './take.ts'

export const reportFileRoutes: readonly Route[] = [
  onClient.run(makeReports, startReports),
  onClient.read(listReportFiles, async (db, client, _query, actor) => ({
    jobs: await reportFiles(db, client, actor),
  })),
  onClient.read(reportsZip, takeReports('zip')),
  onClient.read(reportsPdf, takeReports('pdf')),
]
