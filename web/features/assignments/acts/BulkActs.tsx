import { IconBan, IconBell, IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
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
  const { t } = useTranslation()
  const acts = useActs(clientId)
  const [asking, setAsking] = useState<'cancel' | 'extend' | null>(null)
  const dialog = { target, acts, onClose: () => setAsking(null), onDone }
  return (
    <>
      <Button
        size="sm"
        icon={<IconBell aria-hidden />}
        loading={acts.remind.isPending}
        onClick={() => acts.remind.mutate(target.which, { onSuccess: onDone })}
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
      <ExtendDialog {...dialog} timeZone={timeZone} opened={asking === 'extend'} />
      <CancelDialog {...dialog} opened={asking === 'cancel'} />
    </>
  )
}
