import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useAmount } from './useAmount.ts'

interface RemindDialogProps {
  opened: boolean
  /** How many unfinished tests there are; undefined while or because it is not known. */
  count: number | undefined
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Mails cannot be called back: what goes out is said first. */
export function RemindDialog({ count, ...rest }: RemindDialogProps) {
  const { t } = useTranslation()
  const say = useAmount('remind')
  return (
    <ConfirmDialog
      {...rest}
      danger={false}
      title={say('confirmTitle', count)[0] ?? t('assignments:acts.remind.confirmTitleAll')}
      consequence={t(count === 0 ? 'assignments:acts.remind.none' : 'assignments:acts.remind.consequence')}
      confirmLabel={t('assignments:acts.remind.confirm')}
      disabled={count === 0}
    />
  )
}
