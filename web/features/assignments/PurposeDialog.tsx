import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExportPurpose, type NamedPurpose, namedPurpose } from '#contract/assignments.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

interface PurposeDialogProps<Purpose> {
  opened: boolean
  text: string
  purposes: readonly Purpose[]
  onTake: (purpose: Purpose) => void
  onClose: () => void
}

/** Asks what a file of results is for; that is in the file or its name, and in the audit log. */
function PurposeDialog<Purpose extends ExportPurpose>({
  opened,
  text,
  purposes,
  onTake,
  onClose,
}: PurposeDialogProps<Purpose>) {
  const { t } = useTranslation('assignments')
  const [purpose, setPurpose] = useState<Purpose | null>(null)
  const labelOf = (one: ExportPurpose) => t(`assignments:purpose.${one}`)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('assignments:exportFor.title')}
      consequence={text}
      confirmLabel={t('assignments:exportFor.confirm')}
      danger={false}
      disabled={purpose === null}
      onConfirm={() => purpose !== null && onTake(purpose)}
      onClose={onClose}
    >
      <SelectField
        label={t('assignments:exportFor.label')}
        data={purposes.map((value) => ({ value, label: labelOf(value) }))}
        value={purpose}
        onChange={(value) => setPurpose(purposes.find((one) => one === value) ?? null)}
      />
    </ConfirmDialog>
  )
}

/**
 * Has a file of results made, such as in one of two formats, once its maker has said for which of these purposes.
 * @param textOf what the dialog says about a file in place of the usual
 */
export function usePurposeOf<Wanted, Purpose extends ExportPurpose>(
  purposes: readonly Purpose[],
  make: (wanted: Wanted, purpose: Purpose) => void,
  textOf?: (wanted: Wanted) => string | undefined,
) {
  const { t } = useTranslation('assignments')
  const [asking, setAsking] = useState<{ wanted: Wanted }>()
  const close = () => setAsking(undefined)
  return {
    ask: (wanted: Wanted) => setAsking({ wanted }),
    dialog: (
      <PurposeDialog
        opened={asking !== undefined}
        text={(asking && textOf?.(asking.wanted)) ?? t('assignments:exportFor.text')}
        purposes={purposes}
        onTake={(purpose) => {
          close()
          if (asking) make(asking.wanted, purpose)
        }}
        onClose={close}
      />
    ),
  }
}

/** The same of a file with names in it. */
export const usePurpose = <Wanted,>(make: (wanted: Wanted, purpose: NamedPurpose) => void) =>
  usePurposeOf<Wanted, NamedPurpose>(namedPurpose.options, make)
