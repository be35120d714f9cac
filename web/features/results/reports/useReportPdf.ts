import { useTranslation } from 'react-i18next'
import type { QueryIn } from '#contract/kit.ts'
import { type Report, reportPdf } from '#contract/reports.ts'
import type { Selection } from '#report/selection.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { useDownload } from '../../../app/useAction.ts'

/** Saves what the reader chose as a PDF. */
export function useReportPdf(report: Report, selection: Selection) {
  const { t } = useTranslation('report')
  const file = useDownload(reportPdf, {
    words: (error) => t('report:pdfFailed', { message: errorMessage(error) }),
  })
  return {
    isPending: file.isPending,
    /** @param purpose of a copy of somebody else's result */
    save: (purpose: QueryIn<typeof reportPdf>['purpose']) =>
      file.mutate({
        params: { assignmentId: report.assignmentId },
        query: {
          details: selection.details ? 'true' : 'false',
          percentages: selection.percentages ? 'true' : 'false',
          lang: report.locale,
          ...(purpose && { purpose }),
          ...(selection.scores ? { scores: selection.scores.join(',') } : {}),
        },
      }),
  }
}
