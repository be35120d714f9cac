import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ExportPurpose, maxChosenResults } from '#contract/assignments.ts'
import { resultsXlsx } from '#contract/exports.ts'
import { formatNumber } from '#contract/format.ts'
import { reportPdf } from '#contract/reports.ts'
import { apiFile, saveFile } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { usePurpose } from '../PurposeDialog.tsx'
import type { Target } from './target.ts'

/** A browser asks back when a page saves many files. */
const maxReports = 10

/** The results of the ticked assignments as one table, and their reports as a file each. */
export function FileActions({ clientId, target }: { clientId: string; target: Target }) {
  const { t, i18n } = useTranslation()
  const { which, completed, reports } = target
  const onError = (error: Error) => toast.error(errorMessage(error))
  const sheet = useMutation({
    mutationFn: (purpose: ExportPurpose) => {
      const query = completed === null ? (which.filter ?? {}) : { assignment: completed.join(',') }
      return apiFile(resultsXlsx, { params: { clientId }, query: { ...query, purpose } })
    },
    onSuccess: saveFile,
    onError,
  })
  const { ask, dialog } = usePurpose((_: 'xlsx', purpose) => sheet.mutate(purpose))
  const pdfs = useMutation({
    mutationFn: async (assignmentIds: readonly string[]) => {
      for (const assignmentId of assignmentIds)
        saveFile(
          await apiFile(reportPdf, {
            params: { assignmentId },
            query: { lang: i18n.language === 'tr' ? 'tr' : 'en' },
          }),
        )
    },
    onError,
  })
  const tooMany = (most: number) =>
    t('assignments:actions.files.most', { number: formatNumber(most, i18n.language) })
  const sheetTooLong = completed !== null && completed.length > maxChosenResults
  return (
    <>
      <Button
        size="sm"
        icon={<IconFileSpreadsheet aria-hidden />}
        loading={sheet.isPending}
        disabled={sheetTooLong}
        title={sheetTooLong ? tooMany(maxChosenResults) : undefined}
        onClick={() => ask('xlsx')}
      >
        {t('assignments:actions.files.excel')}
      </Button>
      {dialog}
      {reports.length > 0 ? (
        <Button
          size="sm"
          icon={<IconFileTypePdf aria-hidden />}
          loading={pdfs.isPending}
          disabled={reports.length > maxReports}
          title={reports.length > maxReports ? tooMany(maxReports) : undefined}
          onClick={() => pdfs.mutate(reports)}
        >
          {t('assignments:actions.files.pdf')}
        </Button>
      ) : null}
    </>
  )
}
