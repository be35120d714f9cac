import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#contract/format.ts'
import type { Order } from '#contract/orders.ts'
import classes from './orders.module.css'

const zone = 'Europe/Istanbul'

const bad = new Set([
  'payment_declined',
  'cancelled',
  'expired',
  'amount_mismatch',
  'refunded_in_part',
  'refund_failed',
])
const waits = new Set(['payment_in_doubt', 'payment_held', 'reminded', 'refund_requested'])

export function OrderTimeline({ order }: { order: Order }) {
  const { t, i18n } = useTranslation()
  return (
    <ol className={`stack ${classes.timeline}`} aria-label={t('orders:order.history')}>
      {order.events.map((event) => {
        const tone = bad.has(event.what) ? 'bad' : waits.has(event.what) ? 'wait' : 'done'
        const Icon = tone === 'bad' ? IconX : tone === 'wait' ? IconAlertTriangle : IconCheck
        return (
          <li key={`${event.at} ${event.what}`} data-tone={tone}>
            <Icon className="ink-green" size={20} stroke={2} aria-hidden />
            <b>{t(`orders:event.${event.what}`)}</b>
            {event.reason ? <span>{t(`orders:declined.${event.reason}`)}</span> : null}
            <span className="meta">
              {[formatDateTime(event.at, i18n.language, zone), event.userName].filter(Boolean).join(' · ')}
            </span>
          </li>
        )
      })}
      {order.paymentStatus === 'pending' ? (
        <li data-tone="wait" aria-current="step">
          <IconClock className="ink-green" size={20} stroke={2} aria-hidden />
          <b>{t('orders:event.awaited')}</b>
          <span className="meta">{t(`orders:event.awaited_${order.paymentMethod}`)}</span>
        </li>
      ) : null}
    </ol>
  )
}
