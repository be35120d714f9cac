import { IconFileSpreadsheet, IconFileTypePdf, IconScale } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { maxChosenResults } from '#contract/assignments.ts'
import { comparedPeople } from '#contract/compare.ts'
import { resultsXlsx } from '#contract/exports.ts'
import { formatNumber } from '#contract/format.ts'
import { reportPdf } from '#contract/reports.ts'
import { apiFile, saveFile } from '../../../app/api.ts'
import { comparePath } from '../../../app/paths.ts'
import { useDownload, useSequence } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { NewProfileButton } from '../job-profiles/NewProfileButton.tsx'
import { usePurpose } from '../PurposeDialog.tsx'
import { ShareButton } from '../share/ShareButton.tsx'
import type { Target } from './target.ts'

/** A browser asks back when a page saves many files. */
const maxReports = 10

/** The results of the ticked assignments as one table, and their reports as a file each. */
export function FileActions({ clientId, target }: { clientId: string; target: Target }) {
  const { t, i18n } = useTranslation()
  const { which, completed, reports, shareable, comparable } = target
  const navigate = useNavigate()
  const sheet = useDownload(resultsXlsx)
  const filter = completed === null ? (which.filter ?? {}) : { assignment: completed.join(',') }
  const { ask, dialog } = usePurpose((_: 'xlsx', purpose) =>
    sheet.mutate({ params: { clientId }, query: { ...filter, purpose } }),
  )
  const pdfs = useSequence(
    reportPdf,
    async (assignmentIds: readonly string[]) => {
      const query = { lang: i18n.language === 'tr' ? 'tr' : 'en' } as const
      for (const assignmentId of assignmentIds)
        saveFile(await apiFile(reportPdf, { params: { assignmentId }, query }))
    },
    { reads: true },
  )
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
      {shareable.length > 0 ? (
        <Button
          size="sm"
          icon={<IconScale aria-hidden />}
          disabled={comparable > comparedPeople.max}
          title={comparable > comparedPeople.max ? t('assignments:actions.files.compareMost') : undefined}
          onClick={() => void navigate(comparePath(shareable))}
        >
          {t('assignments:actions.files.compare')}
        </Button>
      ) : null}
      {shareable.length > 0 ? (
        <ShareButton
          size="sm"
          clientId={clientId}
          assignmentIds={shareable}
          chosen={completed?.length ?? 0}
        />
      ) : null}
      {target.inventory !== null && shareable.length > 0 ? (
        <NewProfileButton inventory={target.inventory} assignmentIds={shareable} />
      ) : null}
    </>
  )
}
