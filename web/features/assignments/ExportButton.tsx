import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { resultsCsv } from '#contract/assignments.ts'
import { resultsXlsx } from '#contract/exports.ts'
import { apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './Filters.module.css'
import { filtersOf, type ListParams } from './useAssignments.ts'

const calls = { csv: resultsCsv, excel: resultsXlsx }

/** The results of the list as it is filtered now, as text that any spreadsheet reads, or as an Excel file. */
export function ExportButton({ clientId, params }: { clientId: string; params: ListParams }) {
  const { t } = useTranslation()
  const { isPending, variables, mutate } = useMutation({
    mutationFn: (kind: keyof typeof calls) =>
      apiFile(calls[kind], { params: { clientId }, query: filtersOf(params) }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  return (
    <span className={classes.end}>
      {(['csv', 'excel'] as const).map((kind) => (
        <Button
          key={kind}
          size="sm"
          icon={kind === 'csv' ? <IconDownload aria-hidden /> : <IconFileSpreadsheet aria-hidden />}
          loading={isPending && variables === kind}
          onClick={() => mutate(kind)}
        >
          {t(kind === 'csv' ? 'assignments:export' : 'assignments:exportExcel')}
        </Button>
      ))}
    </span>
  )
}
