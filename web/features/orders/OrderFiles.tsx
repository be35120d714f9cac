import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { getInvoicePdf, getInvoiceXml } from '#contract/order-documents.ts'
import type { Order } from '#contract/orders.ts'
import { useDownload } from '../../app/useAction.ts'
import { Button } from '../../ui/button/Button.tsx'
import classes from './orders.module.css'

export function OrderFiles({ order }: { order: Order }) {
  const { t } = useTranslation()
  const files = { pdf: useDownload(getInvoicePdf), xml: useDownload(getInvoiceXml) }
  if (order.paymentStatus === 'cancelled') return null
  if (order.invoices.count === 0) return <p className="meta">{t('orders:order.noInvoice')}</p>
  return order.invoices.list.map(({ number }) => (
    <div key={number} className="cluster gap-8">
      <p className={`meta ${classes.whole}`}>{t('orders:order.draft')}</p>
      {(['pdf', 'xml'] as const).map((kind) => (
        <Button
          key={kind}
          size="sm"
          icon={<IconDownload aria-hidden />}
          loading={files[kind].isPending}
          onClick={() => files[kind].mutate({ params: { orderId: order.id, number } })}
        >
          {t(`orders:order.${kind}`, { number })}
        </Button>
      ))}
    </div>
  ))
}
