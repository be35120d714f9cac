import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button/Button.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { ActionMenu } from '../ui/overlay/ActionMenu.tsx'
import { saveFile } from './api.ts'
import { errorMessage } from './apiError.ts'

type Format = 'xlsx' | 'csv'

interface ExportMenuProps {
  /** The file in one of the two formats. */
  fetch: (format: Format) => Promise<{ blob: Blob; name: string }>
}

/** A list as a file for a spreadsheet. */
export function ExportMenu({ fetch }: ExportMenuProps) {
  const { isPending, mutate } = useMutation({
    mutationFn: fetch,
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  return <FormatMenu loading={isPending} onPick={mutate} />
}

interface FormatMenuProps {
  loading: boolean
  onPick: (format: Format) => void
  label?: string
}

/** A menu of the two formats that a list can be downloaded in. */
export function FormatMenu({ loading, onPick, label }: FormatMenuProps) {
  const { t } = useTranslation()
  return (
    <ActionMenu
      target={
        <Button size="sm" icon={<IconDownload aria-hidden />} loading={loading}>
          {label ?? t('common:export.open')}
        </Button>
      }
    >
      <Menu.Item onClick={() => onPick('xlsx')}>{t('common:export.xlsx')}</Menu.Item>
      <Menu.Item onClick={() => onPick('csv')}>{t('common:export.csv')}</Menu.Item>
    </ActionMenu>
  )
}
