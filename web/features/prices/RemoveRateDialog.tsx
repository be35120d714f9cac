import { useTranslation } from 'react-i18next'
import { formatDay, formatPercent } from '#contract/format.ts'
import { removeTaxRate, type TaxRate } from '#contract/tax-rates.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useLastOpened } from '../../app/useLastOpened.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useTaxRateAction } from './useTaxRates.ts'

interface RemoveRateDialogProps {
  /** None: the dialog is closed. */
  rate: TaxRate | undefined
  onClose: () => void
}

/** Removes a rate that no order can have. */
export function RemoveRateDialog({ rate, onClose }: RemoveRateDialogProps) {
  const { t, i18n } = useTranslation()
  const asked = useLastOpened(rate)
  const removing = useTaxRateAction((validFrom: string) => api(removeTaxRate, { params: { validFrom } }))
  const confirm = () => {
    if (rate === undefined) return
    removing.mutate(rate.validFrom, {
      onSuccess: () => toast.success(t('inventories:tax.removed')),
      onError: (error) => toast.error(`${t('inventories:tax.removeFailed')}: ${errorMessage(error)}`),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      opened={rate !== undefined}
      title={t('inventories:tax.removeTitle', {
        rate: asked ? formatPercent(asked.rate, i18n.language, 2) : '',
      })}
      consequence={
        asked?.state === 'upcoming'
          ? t('inventories:tax.removeText', { day: formatDay(asked.validFrom, i18n.language) })
          : t('inventories:tax.removeTextToday')
      }
      confirmLabel={t('inventories:tax.remove')}
      busy={removing.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
