import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import type { Target } from './target.ts'
import { useAmount } from './useAmount.ts'
import { useReminding } from './useForecast.ts'

interface RemindDialogProps {
  clientId: string
  target: Pick<Target, 'which' | 'reminding'>
  opened: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Mails cannot be called back: who gets one is said first, and who does not. */
export function RemindDialog({ clientId, target, busy, ...rest }: RemindDialogProps) {
  const { t } = useTranslation()
  const say = useAmount('remind')
  const { known, asking } = useReminding(clientId, target, rest.opened)
  const nobody = known?.people === 0
  const left = [
    ...say('noEmail', known?.withoutEmail),
    ...say('recently', known?.recently),
    ...say('justInvited', known?.justInvited),
  ]
  const first = t(`assignments:actions.remind.${asking ? 'counting' : nobody ? 'none' : 'consequence'}`)
  return (
    <ConfirmDialog
      {...rest}
      busy={busy || asking}
      danger={false}
      title={say('confirmTitle', known?.people)[0] ?? t('assignments:actions.remind.confirmTitleAll')}
      consequence={
        <>
          {left.length > 0 ? <p>{left.join(' ')}</p> : null}
          <p>{first}</p>
        </>
      }
      confirmLabel={t('assignments:actions.remind.confirm')}
      disabled={nobody}
    />
  )
}
