import { useTranslation } from 'react-i18next'
import type { BodyIn } from '#contract/kit.ts'
import { decidePayment, type Order } from '#contract/orders.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useForm } from '../../app/useForm.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useOrderAction } from './useOrders.ts'

const outcomes = decidePayment.body.shape.outcome

/** Ends a payment that the provider leaves in doubt, by what its panel says. */
export function DecidePayment({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const deciding = useOrderAction((body: BodyIn<typeof decidePayment>) =>
    api(decidePayment, { params: { orderId: order.id }, body }),
  )
  const missing = (isMissing: boolean) => (isMissing ? t('orders:approve.missing') : undefined)
  const form = useForm<{ outcome: string | null; reason: string }>({
    start: { outcome: null, reason: '' },
    check: ({ outcome, reason }) => ({
      outcome: missing(!outcomes.safeParse(outcome).success),
      reason: missing(reason.trim().length < 3),
    }),
    sending: deciding,
    send: ({ outcome, reason }) =>
      deciding.mutate(
        { outcome: outcomes.parse(outcome), reason },
        {
          onSuccess: () => {
            toast.success(t('orders:decide.done'))
            onClose()
          },
        },
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
      busy={deciding.isPending}
      onClose={onClose}
      form={form}
    >
      {deciding.error ? (
        <Alert type="danger" duration={0}>
          {errorMessage(deciding.error)}
        </Alert>
      ) : null}
      <SelectField
        label={t('orders:decide.outcome')}
        data={outcomes.options.map((value) => ({ value, label: t(`orders:decide.${value}`) }))}
        {...form.control('outcome')}
      />
      <TextField label={t('orders:decide.reason')} maxLength={500} {...form.input('reason')} />
    </ConfirmDialog>
  )
}
