import { useTranslation } from 'react-i18next'
import { addTaxRate } from '#contract/tax-rates.ts'
import { todayIn } from '../../../app/days.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { DateField } from '../../../ui/form/DateField.tsx'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { percentOf } from './taxRate.ts'

/** A KDV rate and the day it begins. */
export function TaxRateForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const adding = useAction(addTaxRate, {
    done: t('inventories:tax.added'),
    failed: t('inventories:tax.addFailed'),
    inline: true,
  })
  const form = useForm<{ rate: string; validFrom: string | null }>({
    start: { rate: '', validFrom: null },
    schemas: addTaxRate.body.shape,
    check: ({ rate, validFrom }) => ({
      rate: Number.isNaN(percentOf(rate)) ? t('inventories:tax.rateWrong') : undefined,
      validFrom: validFrom === null ? t('inventories:tax.dayMissing') : undefined,
    }),
    sending: adding,
    send: ({ rate, validFrom }) => {
      if (validFrom === null) return
      adding.mutate({ body: { rate: percentOf(rate), validFrom } }, { onSuccess: onClose })
    },
  })

  return (
    <PanelForm form={form} submit={t('inventories:tax.add')} onCancel={onClose}>
      <TextField
        label={t('inventories:tax.rate')}
        autoComplete="off"
        {...form.input('rate')}
        data-autofocus
      />
      <DateField
        label={t('inventories:tax.from')}
        help={t('inventories:tax.fromHelp')}
        minDate={todayIn('Europe/Istanbul')}
        {...form.control('validFrom')}
      />
    </PanelForm>
  )
}
