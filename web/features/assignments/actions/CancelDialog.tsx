import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Facts } from './Facts.tsx'
import { type Cancellation, pendingOf, type Target } from './target.ts'
import { useAmount } from './useAmount.ts'
import type { AssignmentActions } from './useAssignmentActions.ts'
import { useCancellation } from './useForecast.ts'

interface ActionDialogProps {
  clientId: string
  target: Target
  actions: AssignmentActions
  opened: boolean
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Names what is called off, which units come back, and what is left as it is. */
export function CancelDialog({ clientId, target, actions, opened, onClose, onDone }: ActionDialogProps) {
  const { t } = useTranslation()
  const say = useAmount('cancel')
  const { name } = target
  const { known, asking, failed } = useCancellation(clientId, target, opened)
  const pending = known && pendingOf(known)
  const confirm = () =>
    actions.cancel.mutate(
      { params: { clientId }, body: target.which },
      { onSuccess: () => onDone?.(), onSettled: () => onClose() },
    )
  return (
    <ConfirmDialog
      opened={opened}
      title={
        name === null
          ? (say('title', pending)[0] ?? t('assignments:actions.cancel.titleAll'))
          : t('assignments:actions.cancel.titleOf', { name })
      }
      consequence={
        known === undefined ? (
          t(failed ? 'assignments:actions.cancel.unknownBack' : 'assignments:actions.cancel.counting')
        ) : (
          <Consequence alone={name !== null} {...known} />
        )
      }
      confirmLabel={t('assignments:actions.cancel.action')}
      busy={actions.cancel.isPending || asking}
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
      t('assignments:actions.cancel.consequence'),
      ...say('back', unstarted),
      ...say('noneBack', started),
    ].join(' ')
  return (
    <>
      {t('assignments:actions.cancel.consequence')}
      <Facts of={[...say('back', unstarted), ...say('begun', started), ...say('stays', over)]} />
    </>
  )
}
