import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatMoney } from '#contract/format.ts'
import type { Order } from '#contract/orders.ts'
import classes from './orders.module.css'
import { SalesTerms } from './SalesTerms.tsx'
import { usePriceList } from './useOrders.ts'

export function OrderFacts({ order }: { order: Order }) {
  const { t, i18n } = useTranslation()
  const [reading, setReading] = useState(false)
  const { billing, cardInfo } = order
  const facts = [
    [t('orders:fact.buyer'), billing.title || `${billing.name} ${billing.surname}`],
    [
      t(billing.taxNumber ? 'orders:fact.taxNumber' : 'orders:fact.identityNumber'),
      billing.taxNumber ? `${billing.taxNumber} · ${billing.taxOffice}` : billing.identityNumber,
    ],
    [t('orders:fact.address'), `${billing.address}, ${billing.district} / ${billing.city}`],
    [t('orders:fact.email'), billing.email],
    [t('orders:fact.method'), t(`orders:method.${order.paymentMethod}`)],
    ...(order.transfer
      ? [
          [
            t('orders:fact.received'),
            [
              formatMoney(order.transfer.amount, i18n.language),
              formatDay(order.transfer.date, i18n.language),
              order.transfer.sender,
              order.transfer.accepted,
            ]
              .filter(Boolean)
              .join(' · '),
          ],
        ]
      : []),
    ...(cardInfo
      ? [
          [
            t('orders:fact.card'),
            [
              `•••• ${cardInfo.lastFourDigits}`,
              cardInfo.cardFamily,
              t('orders:fact.installment', { count: cardInfo.installment }),
            ]
              .filter(Boolean)
              .join(' · '),
          ],
        ]
      : []),
  ]
  return (
    <dl className="stack gap-10">
      {facts.map(([label, value]) => (
        <div className="flex split gap-16" key={label}>
          <dt className="muted">{label}</dt>
          <dd className="breakable text-end" dir="auto">
            {value}
          </dd>
        </div>
      ))}
      <div className="flex split gap-16">
        <dt className="muted">{t('orders:fact.terms')}</dt>
        <dd className="breakable text-end">
          <button
            type="button"
            className={`plain-button ink-primary no-padding ${classes.inline}`}
            onClick={() => setReading(true)}
          >
            {t('orders:terms.version', { version: order.termsVersion })}
          </button>
          {reading ? <AcceptedTerms order={order} onClose={() => setReading(false)} /> : null}
        </dd>
      </div>
    </dl>
  )
}

/** The terms that the buyer accepted, to be read again. */
function AcceptedTerms({ order, onClose }: { order: Order; onClose: () => void }) {
  const list = usePriceList(order.client.id)
  return (
    <SalesTerms opened onClose={onClose} version={order.termsVersion} seller={list.data?.seller ?? null} />
  )
}
