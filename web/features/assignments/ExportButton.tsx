import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ExportPurpose, resultsCsv } from '#contract/assignments.ts'
import { resultsXlsx } from '#contract/exports.ts'
import { apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { FormatMenu } from '../../app/ExportMenu.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from '../../ui/table/FilterBar.module.css'
import { usePurpose } from './PurposeDialog.tsx'
import { filtersOf, type ListParams } from './useAssignments.ts'

const calls = { csv: resultsCsv, xlsx: resultsXlsx }

/** The results of those tests of the list, as it is filtered now, that are completed: the others have none. */
export function ExportButton({ clientId, params }: { clientId: string; params: ListParams }) {
  const { t } = useTranslation()
  const { isPending, mutate } = useMutation({
    mutationFn: ({ format, purpose }: { format: keyof typeof calls; purpose: ExportPurpose }) =>
      apiFile(calls[format], { params: { clientId }, query: { ...filtersOf(params), purpose } }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  const { ask, dialog } = usePurpose((format: keyof typeof calls, purpose) => mutate({ format, purpose }))
  return (
    <span className={classes.end}>
      <FormatMenu label={t('assignments:export')} loading={isPending} onPick={ask} />
      {dialog}
    </span>
  )
}
