import { useState } from 'react'
import type { Report } from '#contract/reports.ts'
import type { Selection } from '#report/selection.ts'
import { useAuth } from '../../../app/auth.ts'
import { useSelectedClient } from '../../../app/clientSelection.ts'
import { usePurpose } from '../../assignments/PurposeDialog.tsx'
import { CopyPurposeDialog } from './CopyPurposeDialog.tsx'
import { rememberedPurpose, rememberPurpose } from './rememberedPurpose.ts'
import { useReportPdf } from './useReportPdf.ts'

/**
 * Saves what the reader chose as a PDF. Somebody else's result has a purpose: a sensitive one each time, any other the one that its
 * reader chose for the client's reports before.
 */
export function useCopy(report: Report, selection: Selection) {
  const pdf = useReportPdf(report, selection)
  const [asking, setAsking] = useState(false)
  const userId = useAuth(({ user }) => user.id)
  const clientId = useSelectedClient()?.value ?? ''
  const { ask, dialog } = usePurpose((_: 'pdf', purpose) => {
    rememberPurpose(userId, clientId, purpose)
    pdf.save(purpose)
  })
  const own = report.reader !== 'manager'
  const purpose = own || report.showsSensitive ? undefined : rememberedPurpose(userId, clientId)
  const take = () => {
    if (own || purpose !== undefined) pdf.save(purpose)
    else if (report.showsSensitive) setAsking(true)
    else ask('pdf')
  }
  return {
    take,
    making: pdf.isPending,
    /** The purpose that the next file has without a question, and how to choose another one. */
    remembered: purpose === undefined ? undefined : { purpose, change: () => ask('pdf') },
    dialog: report.showsSensitive ? (
      <CopyPurposeDialog
        opened={asking}
        onTake={(chosen) => {
          setAsking(false)
          pdf.save(chosen)
        }}
        onClose={() => setAsking(false)}
      />
    ) : (
      dialog
    ),
  }
}
