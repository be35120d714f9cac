import { useTranslation } from 'react-i18next'
import { decidePayment, type Order } from '#contract/orders.ts'
import { useAction } from '../../app/useAction.ts'
import { useForm } from '../../app/useForm.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

const outcomes = decidePayment.body.shape.outcome

/** Ends a payment that the provider leaves in doubt, by what its panel says. */
export function DecidePayment({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const deciding = useAction(decidePayment, { done: t('orders:decide.done'), inline: true })
  const missing = (isMissing: boolean) => (isMissing ? t('orders:approve.missing') : undefined)
  const form = useForm<{ outcome: string | null; reason: string }>({
    start: { outcome: null, reason: '' },
    schemas: decidePayment.body.shape,
    check: ({ outcome, reason }) => ({
      outcome: missing(!outcomes.safeParse(outcome).success),
      reason: missing(reason.trim().length < 3),
    }),
    sending: deciding,
    send: ({ outcome, reason }) =>
      deciding.mutate(
        { params: { orderId: order.id }, body: { outcome: outcomes.parse(outcome), reason } },
        { onSuccess: onClose },
      ),
  })
  return (
    <ConfirmDialog
      opened
      title={t('orders:decide.title', { number: order.number })}
      consequence={[
        t('orders:decide.consequence'),
        order.paymentStatus === 'pending' ? t('orders:decide.payAgain') : '',
      ]
        .join(' ')
        .trim()}
      confirmLabel={t('orders:decide.open')}
      onClose={onClose}
      form={form}
    >
      <SelectField
        label={t('orders:decide.outcome')}
        data={outcomes.options.map((value) => ({ value, label: t(`orders:decide.${value}`) }))}
        {...form.control('outcome')}
      />
      <TextField label={t('orders:decide.reason')} {...form.input('reason')} />
    </ConfirmDialog>
  )
}
