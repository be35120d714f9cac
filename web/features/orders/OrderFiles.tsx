import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getInvoicePdf, getInvoiceXml } from '#contract/order-documents.ts'
import type { Order } from '#contract/orders.ts'
import { apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './orders.module.css'

export function OrderFiles({ order }: { order: Order }) {
  const { t } = useTranslation()
  const file = useMutation({
    mutationFn: ({ number, kind }: { number: string; kind: 'pdf' | 'xml' }) =>
      apiFile(kind === 'pdf' ? getInvoicePdf : getInvoiceXml, { params: { orderId: order.id, number } }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  if (order.paymentStatus === 'cancelled') return null
  if (order.invoices.count === 0) return <p className="meta">{t('orders:order.noInvoice')}</p>
  return order.invoices.list.map(({ number }) => (
    <div key={number} className={classes.files}>
      <p className={`meta ${classes.whole}`}>{t('orders:order.draft')}</p>
      {(['pdf', 'xml'] as const).map((kind) => (
        <Button
          key={kind}
          size="sm"
          icon={<IconDownload aria-hidden />}
          loading={file.isPending && file.variables.kind === kind}
          onClick={() => file.mutate({ number, kind })}
        >
          {t(`orders:order.${kind}`, { number })}
        </Button>
      ))}
    </div>
  ))
}
