import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { mostSlips, slipsPdf } from '#contract/slips.ts'
import { apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/Alert.tsx'
import { CheckboxField } from '../../ui/CheckboxField.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { Chosen } from './useChosen.ts'

interface SlipsDialogProps {
  clientId: string
  chosen: Chosen
  count: number
  opened: boolean
  onClose: () => void
}

/** Slips to print and cut, a link of its own on each, for people whom no mail reaches. */
export function SlipsDialog({ clientId, chosen, count, opened, onClose }: SlipsDialogProps) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const [withoutEmail, setWithoutEmail] = useState(false)
  const printing = useMutation({
    mutationFn: () =>
      apiFile(slipsPdf, { params: { clientId }, body: { ...chosen, ...(withoutEmail && { withoutEmail }) } }),
    onSuccess: (file) => {
      saveFile(file)
      close()
      // Each slip made a link.
      return queries.invalidateQueries({ queryKey: ['client', clientId] })
    },
  })
  const close = () => {
    printing.reset()
    onClose()
  }
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('person:slips.title', { count, number: number(count) })}
      consequence={t('person:slips.text', { most: number(mostSlips) })}
      confirmLabel={t('person:slips.act')}
      danger={false}
      busy={printing.isPending}
      onConfirm={() => printing.mutate()}
      onClose={close}
    >
      <CheckboxField
        label={t('person:slips.withoutEmail')}
        checked={withoutEmail}
        onChange={({ currentTarget }) => setWithoutEmail(currentTarget.checked)}
      />
      {printing.isError ? (
        <Alert type="danger" duration={0} title={t('person:slips.failed')}>
          {errorMessage(printing.error)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  )
}
