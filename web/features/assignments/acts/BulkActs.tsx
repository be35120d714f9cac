import { IconBan, IconBell, IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { FileActs } from './FileActs.tsx'
import { RemindDialog } from './RemindDialog.tsx'
import { extendedOf, pendingOf, type Target } from './target.ts'
import { useActs } from './useActs.ts'

interface BulkActsProps {
  clientId: string
  target: Target
  timeZone: string
  onDone: () => void
}

/** What can be done with the ticked assignments. */
export function BulkActs({ clientId, target, timeZone, onDone }: BulkActsProps) {
  const { t } = useTranslation()
  const acts = useActs(clientId)
  const [asking, setAsking] = useState<'remind' | 'cancel' | 'extend' | null>(null)
  const dialog = { clientId, target, acts, onClose: () => setAsking(null), onDone }
  const nonePending = target.cancellation !== null && pendingOf(target.cancellation) === 0
  const noneExtended = target.extension !== null && extendedOf(target.extension) === 0
  const hasResults = target.completed === null || target.completed.length > 0
  return (
    <>
      {nonePending && noneExtended && hasResults ? null : (
        <>
          <Button
            size="sm"
            icon={<IconBell aria-hidden />}
            disabled={nonePending}
            onClick={() => setAsking('remind')}
          >
            {t('assignments:acts.remind.act')}
          </Button>
          <Button
            size="sm"
            icon={<IconCalendarPlus aria-hidden />}
            disabled={noneExtended}
            onClick={() => setAsking('extend')}
          >
            {t('assignments:acts.extend.act')}
          </Button>
          <Button
            size="sm"
            danger
            icon={<IconBan aria-hidden />}
            disabled={nonePending}
            onClick={() => setAsking('cancel')}
          >
            {t('assignments:acts.cancel.short')}
          </Button>
        </>
      )}
      {hasResults ? <FileActs clientId={clientId} target={target} /> : null}
      <RemindDialog
        clientId={clientId}
        target={target}
        opened={asking === 'remind'}
        busy={acts.remind.isPending}
        onConfirm={() => acts.remind.mutate(target.which, { onSuccess: onDone, onSettled: dialog.onClose })}
        onClose={dialog.onClose}
      />
      <ExtendDialog {...dialog} timeZone={timeZone} opened={asking === 'extend'} />
      <CancelDialog {...dialog} opened={asking === 'cancel'} />
    </>
  )
}
