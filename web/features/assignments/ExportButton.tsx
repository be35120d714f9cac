import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { resultsCsv } from '#contract/assignments.ts'
import { apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './Filters.module.css'
import { filtersOf, type ListParams } from './useAssignments.ts'

/** The results of the list as it is filtered now, as a file for a spreadsheet. */
export function ExportButton({ clientId, params }: { clientId: string; params: ListParams }) {
  const { t } = useTranslation()
  const { isPending, mutate } = useMutation({
    mutationFn: () => apiFile(resultsCsv, { params: { clientId }, query: filtersOf(params) }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  return (
    <span className={classes.end}>
      <Button size="sm" icon={<IconDownload aria-hidden />} loading={isPending} onClick={() => mutate()}>
        {t('assignments:export')}
      </Button>
    </span>
  )
}
