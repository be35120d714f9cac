import { useTranslation } from 'react-i18next'
import { addTaxRate } from '#contract/tax-rates.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { todayIn } from '../../app/days.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import classes from './prices.module.css'
import { percentOf } from './taxRate.ts'
import { useTaxRateAction } from './useTaxRates.ts'

/** A KDV rate and the day it begins. */
export function TaxRateForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const adding = useTaxRateAction((body: { validFrom: string; rate: number }) => api(addTaxRate, { body }))
  const form = useForm<{ rate: string; validFrom: string | null }>({
    start: { rate: '', validFrom: null },
    check: ({ rate, validFrom }) => ({
      rate: Number.isNaN(percentOf(rate)) ? t('inventories:tax.rateWrong') : undefined,
      validFrom: validFrom === null ? t('inventories:tax.dayMissing') : undefined,
    }),
    sending: adding,
    send: ({ rate, validFrom }) => {
      if (validFrom === null) return
      adding.mutate(
        { rate: percentOf(rate), validFrom },
        {
          onSuccess: () => {
            toast.success(t('inventories:tax.added'))
            onClose()
          },
        },
      )
    },
  })

  return (
    <Form form={form} className={classes.form}>
      {adding.error ? (
        <Alert type="danger" duration={0} title={t('inventories:tax.addFailed')}>
          {errorMessage(adding.error)}
        </Alert>
      ) : null}
      <TextField
        label={t('inventories:tax.rate')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        {...form.input('rate')}
        data-autofocus
      />
      <DateField
        label={t('inventories:tax.from')}
        help={t('inventories:tax.fromHelp')}
        minDate={todayIn('Europe/Istanbul')}
        {...form.control('validFrom')}
      />
      <div className={classes.actions}>
        <Button onClick={onClose}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={adding.isPending}>
          {t('inventories:tax.add')}
        </Button>
      </div>
    </Form>
  )
}
