import { useState } from 'react'
import type { Report } from '#contract/reports.ts'
import type { Selection } from '#report/selection.ts'
import { CopyPurposeDialog } from './CopyPurposeDialog.tsx'
import { useReportPdf } from './useReportPdf.ts'

/** Saves what the reader chose as a PDF; of somebody else's sensitive result, after they said what for. */
export function useCopy(report: Report, selection: Selection) {
  const pdf = useReportPdf(report, selection)
  const [asking, setAsking] = useState(false)
  const asks = report.showsSensitive && report.reader === 'manager'
  return {
    take: () => (asks ? setAsking(true) : pdf.save(undefined)),
    making: pdf.isPending,
    dialog: (
      <CopyPurposeDialog
        opened={asking}
        onTake={(purpose) => {
          setAsking(false)
          pdf.save(purpose)
        }}
        onClose={() => setAsking(false)}
      />
    ),
  }
}
