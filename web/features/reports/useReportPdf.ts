import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type CopyPurpose, type Report, reportPdf } from '#contract/reports.ts'
import type { Selection } from '#report/selection.ts'
import { apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/** Saves what the reader chose as a PDF. */
export function useReportPdf(report: Report, selection: Selection) {
  const { t } = useTranslation('report')
  return useMutation({
    /** @param purpose of a copy with something sensitive in it */
    mutationFn: (purpose: CopyPurpose | undefined) =>
      apiFile(reportPdf, {
        params: { assignmentId: report.assignmentId },
        query: {
          details: selection.details ? 'true' : 'false',
          percentages: selection.percentages ? 'true' : 'false',
          lang: report.locale,
          ...(purpose && { purpose }),
          ...(selection.scores ? { scores: selection.scores.join(',') } : {}),
        },
      }),
    onSuccess: saveFile,
    onError: (error) => toast.error(t('report:pdfFailed', { message: errorMessage(error) })),
  })
}
