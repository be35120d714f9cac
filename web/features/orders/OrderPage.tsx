import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconCreditCard,
  IconDownload,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { isOperator } from '#contract/access.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber, formatPercent } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { getInvoicePdf, getInvoiceXml, getProforma, type Order, payOrder } from '#contract/orders.ts'
import { api, apiFile, saveFile } from '../../app/api.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { useAuth } from '../../app/auth.ts'
import { selectClient } from '../../app/clientSelection.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableError } from '../../ui/TableStates.tsx'
import { toast } from '../../ui/toast.tsx'
import { AdminActions, Refunds } from './AdminActions.tsx'
import { OrderStatusPill } from './OrderStatus.tsx'
import classes from './orders.module.css'
import { writePurchase } from './purchaseDraft.ts'
import { useCancelOrder, useOrder } from './useOrders.ts'

const zone = 'Europe/Istanbul'

/** One order: how to pay it, what happened to it, its files. */
export default function OrderPage() {
  const { t } = useTranslation()
  const { orderId = '' } = useParams()
  const order = useOrder(orderId, { follow: true })
  if (order.data) return <OrderView order={order.data} />
  if (!order.isError) return <Card className={classes.loading ?? ''} aria-busy />
  const missing = order.error instanceof ApiError && order.error.status === 404
  return (
    <>
      <PageHeader title={t('orders:list.title')} />
      <Card>
        <TableError
          title={t(missing ? 'orders:order.notFound' : 'orders:order.failed')}
          message={missing ? t('orders:order.notFoundText') : errorMessage(order.error)}
          requestId={order.error instanceof ApiError ? order.error.requestId : undefined}
          onRetry={() => void order.refetch()}
        />
      </Card>
    </>
  )
}

function OrderView({ order }: { order: Order }) {
  const { t, i18n } = useTranslation()
  const operator = useAuth(({ user }) => isOperator(user))
  const number = (value: number) => formatNumber(value, i18n.language)
  const tests = order.lines
    .map(({ inventory, quantity }) => `${number(quantity)} ${inventory.code}`)
    .join(', ')
  return (
    <>
      <PageHeader
        title={t('orders:order.title', { number: order.number })}
        crumbs={<Link to={paths.orders}>{t('orders:list.title')}</Link>}
        aside={<OrderStatusPill order={order} />}
        lead={[
          t('orders:order.units', { tests }),
          formatMoney(order.totalAmount, i18n.language),
          formatDateTime(order.created, i18n.language, zone),
          order.userName,
        ].join(' · ')}
        actions={<Actions order={order} />}
      />
      <div className={classes.stack}>
        <PaymentNote order={order} />
        {order.eft && order.paymentStatus === 'pending' ? (
          <Card clip className={classes.transfer ?? ''}>
            <Transfer order={order} eft={order.eft} />
            <div className={classes.timelineSide}>
              <Timeline order={order} />
            </div>
          </Card>
        ) : (
          <Card>
            <CardHeader title={t('orders:order.history')} />
            <CardBody>
              <Timeline order={order} />
            </CardBody>
          </Card>
        )}
        <Card>
          <CardHeader title={t('orders:order.lines')} />
          <CardBody>
            <Lines order={order} />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('orders:order.invoiceAndBuyer')} />
          <CardBody className={classes.fields ?? ''}>
            <Files order={order} />
            {operator ? <Refunds order={order} /> : null}
            <Facts order={order} />
          </CardBody>
        </Card>
      </div>
    </>
  )
}

function Actions({ order }: { order: Order }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const operator = useAuth(({ user }) => isOperator(user))
  const [asking, setAsking] = useState(false)
  const cancel = useCancelOrder(order.id)
  const pay = useMutation({
    mutationFn: () => api(payOrder, { params: { orderId: order.id }, body: {} }),
    onSuccess: ({ paymentPageUrl }) => window.location.assign(paymentPageUrl),
    onError: (error) => toast.error(errorMessage(error)),
  })
  const buyAgain = () => {
    selectClient({ value: order.client.id, label: order.client.name })
    writePurchase(
      order.client.id,
      Object.fromEntries(order.lines.map(({ inventory, quantity }) => [inventory.id, quantity])),
    )
    void navigate(paths.purchase)
  }
  return (
    <>
      {order.canPay ? (
        <Button
          variant="solid"
          icon={<IconCreditCard aria-hidden />}
          loading={pay.isPending}
          onClick={() => pay.mutate()}
        >
          {t('orders:order.pay')}
        </Button>
      ) : null}
      {order.paymentStatus === 'pending' ? null : (
        <Button icon={<IconRefresh aria-hidden />} onClick={buyAgain}>
          {t('orders:order.buyAgain')}
        </Button>
      )}
      {order.canCancel ? (
        <Button danger onClick={() => setAsking(true)}>
          {t('orders:order.cancel')}
        </Button>
      ) : null}
      {operator ? <AdminActions order={order} /> : null}
      <ConfirmDialog
        opened={asking}
        title={t('orders:order.cancelTitle', { number: order.number })}
        consequence={t('orders:order.cancelText')}
        confirmLabel={t('orders:order.cancel')}
        busy={cancel.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          cancel.mutate(undefined, {
            onSuccess: () => toast.success(t('orders:order.cancelled')),
            onError: (error) => toast.error(errorMessage(error)),
            onSettled: () => setAsking(false),
          })
        }
      />
    </>
  )
}

/** What to do about a card payment that has not gone through. */
export function PaymentNote({ order }: { order: Order }) {
  const { t } = useTranslation()
  if (order.paymentStatus !== 'pending' || !order.payment) return null
  const { progress, reason } = order.payment
  if (progress === 'failed')
    return (
      <Alert type="danger" duration={0} title={t('orders:declined.title')}>
        {t(`orders:declined.${reason ?? 'general'}`)} {t('orders:declined.next')}
      </Alert>
    )
  if (progress === 'succeeded') return null
  return (
    <Alert type="info" duration={0} title={t(`orders:progress.${progress}.title`)}>
      {t(`orders:progress.${progress}.text`)}
    </Alert>
  )
}

function Transfer({ order, eft }: { order: Order; eft: NonNullable<Order['eft']> }) {
  const { t, i18n } = useTranslation()
  const amount = formatMoney(eft.amount, i18n.language)
  const due = formatDate(lastMoment(eft.dueAt), i18n.language, zone)
  const iban = eft.iban.replace(/(.{4})(?=.)/g, '$1 ')
  const proforma = useMutation({
    mutationFn: () => apiFile(getProforma, { params: { orderId: order.id } }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  const rows = [
    { key: 'recipient', shown: eft.recipient, copied: eft.recipient },
    { key: 'iban', shown: iban, copied: eft.iban },
    // As a bank's form takes it: without the currency.
    { key: 'amount', shown: amount, copied: formatNumber(eft.amount / 100, 'tr', 2, 2).replaceAll('.', '') },
    { key: 'reference', shown: eft.reference, copied: eft.reference },
  ] as const
  return (
    <div className={classes.transferMain}>
      <h2>{t('orders:transfer.title')}</h2>
      <p className="meta">{t('orders:transfer.lead')}</p>
      <dl className={classes.copies}>
        {rows.map(({ key, shown, copied }) => (
          <div key={key}>
            <dt>{t(`orders:transfer.${key}`)}</dt>
            <dd>
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
      <div className={classes.files}>
        <Button
          size="sm"
          icon={<IconDownload aria-hidden />}
          loading={proforma.isPending}
          onClick={() => proforma.mutate()}
        >
          {t('orders:transfer.proforma')}
        </Button>
      </div>
    </div>
  )
}

const bad = new Set(['payment_declined', 'cancelled', 'expired', 'amount_mismatch', 'refund_failed'])
const waits = new Set(['payment_in_doubt', 'payment_held', 'reminded', 'refund_requested'])

function Timeline({ order }: { order: Order }) {
  const { t, i18n } = useTranslation()
  return (
    <ol className={classes.timeline} aria-label={t('orders:order.history')}>
      {order.events.map((event) => {
        const tone = bad.has(event.what) ? 'bad' : waits.has(event.what) ? 'wait' : 'done'
        const Icon = tone === 'bad' ? IconX : tone === 'wait' ? IconAlertTriangle : IconCheck
        return (
          <li key={`${event.at} ${event.what}`} data-tone={tone}>
            <Icon size={20} stroke={2} aria-hidden />
            <b>{t(`orders:event.${event.what}`)}</b>
            <span className="meta">
              {[formatDateTime(event.at, i18n.language, zone), event.userName].filter(Boolean).join(' · ')}
            </span>
          </li>
        )
      })}
      {order.paymentStatus === 'pending' ? (
        <li data-tone="wait" aria-current="step">
          <IconClock size={20} stroke={2} aria-hidden />
          <b>{t('orders:event.awaited')}</b>
          <span className="meta">{t(`orders:event.awaited_${order.paymentMethod}`)}</span>
        </li>
      ) : null}
    </ol>
  )
}

function Lines({ order }: { order: Order }) {
  const { t, i18n } = useTranslation()
  const money = (kurus: number) => formatMoney(kurus, i18n.language)
  const number = (value: number) => formatNumber(value, i18n.language)
  const sums = [
    [t('orders:summary.net'), order.netAmount],
    [t('orders:summary.tax', { rate: formatPercent(order.taxRate, i18n.language, 2) }), order.taxAmount],
    [t('orders:summary.total'), order.totalAmount],
    ...(order.refundedAmount > 0 ? [[t('orders:order.refunded'), -order.refundedAmount] as const] : []),
  ] as const
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('orders:line.test')}</th>
          <th scope="col">{t('orders:line.quantity')}</th>
          <th scope="col">{t('orders:line.price')}</th>
          <th scope="col">{t('orders:line.net')}</th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.inventory.id}>
            <th scope="row">{line.inventory.name}</th>
            <td>{number(line.quantity)}</td>
            <td>{money(line.pricePerUnit)}</td>
            <td>{money(line.netAmount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([label, kurus]) => (
          <tr key={label}>
            <th scope="row" colSpan={3}>
              {label}
            </th>
            <td>{money(kurus)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

function Files({ order }: { order: Order }) {
  const { t } = useTranslation()
  const file = useMutation({
    mutationFn: ({ number, kind }: { number: string; kind: 'pdf' | 'xml' }) =>
      apiFile(kind === 'pdf' ? getInvoicePdf : getInvoiceXml, { params: { orderId: order.id, number } }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  if (order.invoices.count === 0) return <p className="meta">{t('orders:order.noInvoice')}</p>
  return order.invoices.list.map(({ number }) => (
    <div key={number} className={classes.files}>
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

function Facts({ order }: { order: Order }) {
  const { t } = useTranslation()
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
    [t('orders:fact.terms'), order.termsVersion],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
