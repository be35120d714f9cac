import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatMoney, formatNumber } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { getProforma } from '#contract/order-documents.ts'
import type { Order } from '#contract/orders.ts'
import { useDownload } from '../../app/useAction.ts'
import { Button } from '../../ui/button/Button.tsx'
import { CopyButton } from '../../ui/button/CopyButton.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import classes from './orders.module.css'

const zone = 'Europe/Istanbul'

export function OrderTransfer({ order, eft }: { order: Order; eft: NonNullable<Order['eft']> }) {
  const { t, i18n } = useTranslation()
  const amount = formatMoney(eft.amount, i18n.language)
  const due = formatDate(lastMoment(eft.dueAt), i18n.language, zone)
  const iban = eft.iban.replace(/(.{4})(?=.)/g, '$1 ')
  const proforma = useDownload(getProforma)
  const rows = [
    { key: 'recipient', shown: eft.recipient, copied: eft.recipient },
    { key: 'iban', shown: iban, copied: eft.iban },
    // The amount without the currency, as a bank's form takes it.
    { key: 'amount', shown: amount, copied: formatNumber(eft.amount / 100, 'tr', 2, 2).replaceAll('.', '') },
    { key: 'reference', shown: eft.reference, copied: eft.reference },
  ] as const
  return (
    <div className={`stack content-start gap-12 ${classes.transferMain}`}>
      <h2>{t('orders:transfer.title')}</h2>
      <p className="meta">{t('orders:transfer.lead')}</p>
      <dl className={classes.copies}>
        {rows.map(({ key, shown, copied }) => (
          <div className="stack align-center gap-12 edged-top" key={key}>
            <dt className="muted">{t(`orders:transfer.${key}`)}</dt>
            <dd className="row split gap-12 semibold num breakable">
              <span>{shown}</span>
              <CopyButton
                value={copied}
                label={t('orders:transfer.copy', { what: t(`orders:transfer.${key}`) })}
              />
            </dd>
          </div>
        ))}
      </dl>
      <Alert type={order.overdue ? 'warning' : 'info'} duration={0}>
        {t(order.overdue ? 'orders:transfer.overdue' : 'orders:transfer.due', { day: due })}
      </Alert>
      <div className="cluster gap-8">
        <Button
          size="sm"
          icon={<IconDownload aria-hidden />}
          loading={proforma.isPending}
          onClick={() => proforma.mutate({ params: { orderId: order.id } })}
        >
          {t('orders:transfer.proforma')}
        </Button>
      </div>
    </div>
  )
}
