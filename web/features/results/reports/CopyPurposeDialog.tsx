import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CopyPurpose, copyPurpose } from '#contract/reports.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'

interface CopyPurposeDialogProps {
  opened: boolean
  onTake: (purpose: CopyPurpose) => void
  onClose: () => void
}

/** Asks what a copy of a sensitive result is for; it is on each page of the copy and in the audit log. */
export function CopyPurposeDialog({ opened, onTake, onClose }: CopyPurposeDialogProps) {
  const { t } = useTranslation('report')
  const [purpose, setPurpose] = useState<CopyPurpose | null>(null)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('report:copyPurpose.title')}
      consequence={t('report:copyPurpose.text')}
      confirmLabel={t('report:actions.pdf')}
      danger={false}
      disabled={purpose === null}
      onConfirm={() => purpose !== null && onTake(purpose)}
      onClose={onClose}
    >
      <SelectField
        label={t('report:copyPurpose.label')}
        data={copyPurpose.options.map((value) => ({ value, label: t(`report:purpose.${value}`) }))}
        value={purpose}
        onChange={(value) => setPurpose(copyPurpose.safeParse(value).data ?? null)}
      />
    </ConfirmDialog>
  )
}
