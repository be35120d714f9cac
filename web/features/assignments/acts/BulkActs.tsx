import { IconBan, IconBell, IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import type { Target } from './target.ts'
import { useActs } from './useActs.ts'

interface BulkActsProps {
  clientId: string
  target: Target
  timeZone: string
  onDone: () => void
}

/** What can be done with the ticked assignments. */
export function BulkActs({ clientId, target, timeZone, onDone }: BulkActsProps) {
  const { t, i18n } = useTranslation()
  const acts = useActs(clientId)
  const [asking, setAsking] = useState<'remind' | 'cancel' | 'extend' | null>(null)
  const dialog = { target, acts, onClose: () => setAsking(null), onDone }
  return (
    <>
      <Button
        size="sm"
        icon={<IconBell aria-hidden />}
        disabled={target.count === 0}
        onClick={() => setAsking('remind')}
      >
        {t('assignments:acts.remind.act')}
      </Button>
      <Button size="sm" icon={<IconCalendarPlus aria-hidden />} onClick={() => setAsking('extend')}>
        {t('assignments:acts.extend.act')}
      </Button>
      <Button
        size="sm"
        danger
        icon={<IconBan aria-hidden />}
        disabled={target.count === 0}
        onClick={() => setAsking('cancel')}
      >
        {t('assignments:acts.cancel.short')}
      </Button>
      {/* Mails cannot be called back: what goes out is said first. */}
      <ConfirmDialog
        opened={asking === 'remind'}
        danger={false}
        title={t('assignments:acts.remind.confirmTitle', {
          count: target.count,
          number: formatNumber(target.count, i18n.language),
        })}
        consequence={t('assignments:acts.remind.consequence')}
        confirmLabel={t('assignments:acts.remind.confirm')}
        busy={acts.remind.isPending}
        onConfirm={() => acts.remind.mutate(target.which, { onSuccess: onDone, onSettled: dialog.onClose })}
        onClose={dialog.onClose}
      />
      <ExtendDialog {...dialog} timeZone={timeZone} opened={asking === 'extend'} />
      <CancelDialog {...dialog} clientId={clientId} opened={asking === 'cancel'} />
    </>
  )
}
