import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { todayIn } from '../../invite/days.ts'
import { GoBack, QuotaShortage } from '../../quota/QuotaShortage.tsx'
import type { Target } from './target.ts'
import type { Acts } from './useActs.ts'

interface ExtendDialogProps {
  target: Target
  acts: Acts
  timeZone: string
  opened: boolean
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Asks for the later day. */
export function ExtendDialog({ target, acts, timeZone, opened, onClose, onDone }: ExtendDialogProps) {
  const { t, i18n } = useTranslation()
  const [day, setDay] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const today = todayIn(timeZone)
  const [short, setShort] = useState(false)
  const wrong = day === null || day < today
  const { name, count } = target
  const confirm = () => {
    setAsked(true)
    if (day === null || wrong) return
    acts.extend.mutate(
      { ...target.which, dueDate: day },
      {
        onSuccess: ({ skipped }) => {
          if (skipped.some(({ reason }) => reason === 'quota_exceeded')) return setShort(true)
          onDone?.()
          close()
        },
        onError: close,
      },
    )
  }
  const close = () => {
    setShort(false)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      danger={false}
      title={
        name === null
          ? t('assignments:acts.extend.title', { count, number: formatNumber(count, i18n.language) })
          : t('assignments:acts.extend.titleOf', { name })
      }
      consequence={t('assignments:acts.extend.consequence')}
      confirmLabel={t('assignments:acts.extend.act')}
      busy={acts.extend.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      {short ? <QuotaShortage refused goBack={(words) => <GoBack words={words} onClick={close} />} /> : null}
      <DateField
        label={t('assignments:acts.extend.day')}
        value={day}
        minDate={today}
        onChange={setDay}
        error={asked && wrong ? t('assignments:acts.extend.pastDay') : undefined}
      />
    </ConfirmDialog>
  )
}
