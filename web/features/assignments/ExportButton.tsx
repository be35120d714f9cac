import { useTranslation } from 'react-i18next'
import { resultsCsv } from '#contract/assignments.ts'
import { resultsXlsx } from '#contract/exports.ts'
import { apiFile } from '../../app/api.ts'
import { ExportMenu } from '../../app/ExportMenu.tsx'
import classes from '../../ui/table/FilterBar.module.css'
import { filtersOf, type ListParams } from './useAssignments.ts'

const calls = { csv: resultsCsv, xlsx: resultsXlsx }

/** The results of those tests of the list, as it is filtered now, that are completed: the others have none. */
export function ExportButton({ clientId, params }: { clientId: string; params: ListParams }) {
  const { t } = useTranslation()
  return (
    <span className={classes.end}>
      <ExportMenu
        label={t('assignments:export')}
        fetch={(format) => apiFile(calls[format], { params: { clientId }, query: filtersOf(params) })}
      />
    </span>
  )
}
