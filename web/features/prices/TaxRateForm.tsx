import { useTranslation } from 'react-i18next'
import { addTaxRate } from '#contract/tax-rates.ts'
import { todayIn } from '../../app/days.ts'
import { useAction } from '../../app/useAction.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Failure } from '../../ui/feedback/Failure.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import classes from './prices.module.css'
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
    <Form form={form} className={classes.form}>
      <Failure of={form} />
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
