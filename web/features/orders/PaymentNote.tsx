import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/orders.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { useOtherMethodOffered } from './useOrders.ts'

/** Tells what to do about a card payment that has not gone through. */
export function PaymentNote({ order }: { order: Order }) {
  const { t } = useTranslation()
  const transferOffered = useOtherMethodOffered(order)
  if (order.paymentStatus !== 'pending' || !order.payment) return null
  const { progress, reason } = order.payment
  if (progress === 'failed')
    return (
      <Alert type="danger" duration={0} title={t('orders:declined.title')}>
        {t(`orders:declined.${reason ?? 'general'}`)} {t('orders:declined.next')}
        {transferOffered ? ` ${t('orders:declined.nextTransfer')}` : null}
      </Alert>
    )
  if (progress === 'succeeded') return null
  return (
    <Alert type="info" duration={0} title={t(`orders:progress.${progress}.title`)}>
      {t(`orders:progress.${progress}.text`)}
    </Alert>
  )
}
