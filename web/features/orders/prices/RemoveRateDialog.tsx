import { useTranslation } from 'react-i18next'
import { formatDay, formatPercent } from '#contract/format.ts'
import { removeTaxRate, type TaxRate } from '#contract/tax-rates.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { useLastOpened } from '../../../app/useLastOpened.ts'

interface RemoveRateDialogProps {
  /** None: the dialog is closed. */
  rate: TaxRate | undefined
  onClose: () => void
}

/** Removes a rate that no order can have. */
export function RemoveRateDialog({ rate, onClose }: RemoveRateDialogProps) {
  const { t, i18n } = useTranslation()
  const asked = useLastOpened(rate)
  return (
    <ConfirmAction
      call={removeTaxRate}
      input={rate && { params: { validFrom: rate.validFrom } }}
      done={t('inventories:tax.removed')}
      failed={t('inventories:tax.removeFailed')}
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
      onClose={onClose}
    />
  )
}
