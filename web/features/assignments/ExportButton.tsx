import { useTranslation } from 'react-i18next'
import { resultsCsv } from '#contract/assignments.ts'
import { resultsXlsx } from '#contract/exports.ts'
import { FormatMenu } from '../../app/ExportMenu.tsx'
import { useDownload } from '../../app/useAction.ts'
import classes from '../../ui/table/FilterBar.module.css'
import { GroupReportLink } from './GroupReportLink.tsx'
import { usePurpose } from './PurposeDialog.tsx'
import { filtersOf, type ListParams } from './useAssignments.ts'

/** The results of those tests of the list, as it is filtered now, that are completed: the others have none. */
export function ExportButton({ clientId, params }: { clientId: string; params: ListParams }) {
  const { t } = useTranslation()
  const files = { csv: useDownload(resultsCsv), xlsx: useDownload(resultsXlsx) }
  const { ask, dialog } = usePurpose((format: keyof typeof files, purpose) =>
    files[format].mutate({ params: { clientId }, query: { ...filtersOf(params), purpose } }),
  )
  return (
    <span className={`cluster gap-8 ${classes.end}`}>
      <GroupReportLink params={params} />
      <FormatMenu
        label={t('assignments:export')}
        loading={files.csv.isPending || files.xlsx.isPending}
        onPick={ask}
      />
      {dialog}
    </span>
  )
}
