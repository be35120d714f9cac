import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExportPurpose, exportPurpose } from '#contract/assignments.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

interface PurposeDialogProps {
  opened: boolean
  onTake: (purpose: ExportPurpose) => void
  onClose: () => void
}

/** Asks what a file of results is for; that is in the file or its name, and in the audit log. */
function PurposeDialog({ opened, onTake, onClose }: PurposeDialogProps) {
  const { t } = useTranslation('assignments')
  const [purpose, setPurpose] = useState<ExportPurpose | null>(null)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('assignments:exportFor.title')}
      consequence={t('assignments:exportFor.text')}
      confirmLabel={t('assignments:exportFor.confirm')}
      danger={false}
      disabled={purpose === null}
      onConfirm={() => purpose !== null && onTake(purpose)}
      onClose={onClose}
    >
      <SelectField
        label={t('assignments:exportFor.label')}
        data={exportPurpose.options.map((value) => ({ value, label: t(`assignments:purpose.${value}`) }))}
        value={purpose}
        onChange={(value) => setPurpose(exportPurpose.safeParse(value).data ?? null)}
      />
    </ConfirmDialog>
  )
}

/** Has a file of results made, such as in one of two formats, once its maker has said what it is for. */
export function usePurpose<Wanted>(make: (wanted: Wanted, purpose: ExportPurpose) => void) {
  const [asking, setAsking] = useState<{ wanted: Wanted }>()
  const close = () => setAsking(undefined)
  return {
    ask: (wanted: Wanted) => setAsking({ wanted }),
    dialog: (
      <PurposeDialog
        opened={asking !== undefined}
        onTake={(purpose) => {
          close()
          if (asking) make(asking.wanted, purpose)
        }}
        onClose={close}
      />
    ),
  }
}
