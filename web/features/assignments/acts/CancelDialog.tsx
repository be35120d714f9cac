import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Facts } from './Facts.tsx'
import { type Cancellation, pendingOf, type Target } from './target.ts'
import type { Acts } from './useActs.ts'
import { useAmount } from './useAmount.ts'
import { useCancellation } from './useForecast.ts'

interface ActDialogProps {
  clientId: string
  target: Target
  acts: Acts
  opened: boolean
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Names what is called off, which units come back, and what is left as it is. */
export function CancelDialog({ clientId, target, acts, opened, onClose, onDone }: ActDialogProps) {
  const { t } = useTranslation()
  const say = useAmount('cancel')
  const { name } = target
  const { known, asking, failed } = useCancellation(clientId, target, opened)
  const pending = known && pendingOf(known)
  const confirm = () =>
    acts.cancel.mutate(target.which, { onSuccess: () => onDone?.(), onSettled: () => onClose() })
  return (
    <ConfirmDialog
      opened={opened}
      title={
        name === null
          ? (say('title', pending)[0] ?? t('assignments:acts.cancel.titleAll'))
          : t('assignments:acts.cancel.titleOf', { name })
      }
      consequence={
        known === undefined ? (
          t(failed ? 'assignments:acts.cancel.unknownBack' : 'assignments:acts.cancel.counting')
        ) : (
          <Consequence alone={name !== null} {...known} />
        )
      }
      confirmLabel={t('assignments:acts.cancel.act')}
      busy={acts.cancel.isPending || asking}
      disabled={pending === 0}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

function Consequence({ alone, unstarted, started, over }: Cancellation & { alone: boolean }) {
  const { t } = useTranslation()
  const say = useAmount('cancel')
  if (alone)
    return [
      t('assignments:acts.cancel.consequence'),
      ...say('back', unstarted),
      ...say('noneBack', started),
    ].join(' ')
  return (
    <>
      {t('assignments:acts.cancel.consequence')}
      <Facts of={[...say('back', unstarted), ...say('begun', started), ...say('stays', over)]} />
    </>
  )
}
