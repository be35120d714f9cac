import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { todayIn } from '../../../app/days.ts'
import { useForm } from '../../../app/useForm.ts'
import { DateField } from '../../../ui/form/DateField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { GoBack, QuotaShortage } from '../../quota/QuotaShortage.tsx'
import { Facts } from './Facts.tsx'
import { type Extension, extendedOf, type Target } from './target.ts'
import { useAmount } from './useAmount.ts'
import type { AssignmentActions } from './useAssignmentActions.ts'
import { type Forecast, useExtension } from './useForecast.ts'

interface ExtendDialogProps {
  clientId: string
  target: Target
  actions: AssignmentActions
  timeZone: string
  opened: boolean
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Asks for the due date, and says which tests get it and what that spends. */
export function ExtendDialog(props: ExtendDialogProps) {
  const { clientId, target, actions, timeZone, opened, onClose, onDone } = props
  const { t } = useTranslation()
  const say = useAmount('extend')
  const forecast = useExtension(clientId, target, opened)
  const today = todayIn(timeZone)
  const [short, setShort] = useState(false)
  const { name } = target
  const extended = forecast.known && extendedOf(forecast.known)
  const form = useForm<{ day: string | null }>({
    start: { day: null },
    check: ({ day }) => ({
      day: day === null || day < today ? t('assignments:actions.extend.pastDay') : undefined,
    }),
    sending: actions.extend,
    send: ({ day }) => {
      if (day === null) return
      actions.extend.mutate(
        { params: { clientId }, body: { ...target.which, dueDate: day } },
        {
          onSuccess: ({ skipped }) => {
            if (skipped.some(({ reason }) => reason === 'quota_exceeded')) return setShort(true)
            onDone?.()
            close()
          },
          onError: close,
        },
      )
    },
  })
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
          ? (say('title', extended)[0] ?? t('assignments:actions.extend.titleAll'))
          : t('assignments:actions.extend.titleOf', { name })
      }
      consequence={<Consequence alone={name !== null} {...forecast} />}
      confirmLabel={t('assignments:actions.extend.action')}
      busy={actions.extend.isPending || forecast.asking}
      disabled={extended === 0}
      form={form}
      onClose={close}
    >
      {short ? <QuotaShortage refused goBack={(words) => <GoBack words={words} onClick={close} />} /> : null}
      <DateField label={t('assignments:actions.extend.day')} minDate={today} {...form.control('day')} />
    </ConfirmDialog>
  )
}

function Consequence({ alone, known, failed }: Forecast<Extension> & { alone: boolean }) {
  const { t } = useTranslation()
  const say = useAmount('extend')
  const rule =
    known && known.pending + known.expired === 0
      ? t('assignments:actions.extend.first')
      : t('assignments:actions.extend.consequence')
  if (known === undefined)
    return `${t(failed ? 'assignments:actions.extend.unknown' : 'assignments:actions.extend.counting')} ${rule}`
  if (alone) return [rule, ...say('reopens', known.expired)].join(' ')
  return (
    <>
      {rule}
      <Facts
        of={[
          ...say('dates', known.undated),
          ...say('moves', known.pending),
          ...say('reopens', known.expired),
          ...say('stays', known.stays),
        ]}
      />
    </>
  )
}
