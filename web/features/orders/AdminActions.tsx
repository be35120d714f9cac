import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOperator } from '#contract/access.ts'
import { dayIn } from '#contract/clock.ts'
import { formatDate, formatMoney, formatNumber } from '#contract/format.ts'
import { getRefundStatement } from '#contract/order-documents.ts'
import { refundOf } from '#contract/orderAmounts.ts'
import { approveOrder, type Order, refundOrder, settleRefund } from '#contract/orders.ts'
import { useAuth } from '../../app/auth.ts'
import { useAction, useDownload } from '../../app/useAction.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { AcceptDifference } from './AcceptDifference.tsx'
import { DecidePayment } from './DecidePayment.tsx'

/** An admin's actions for an order: approve a transfer, refund. */
export function AdminActions({ order }: { order: Order }) {
  const { t } = useTranslation()
  const [doing, setDoing] = useState<'approve' | 'refund' | 'decide'>()
  const close = () => setDoing(undefined)
  return (
    <>
      {order.paymentMethod === 'eft' && order.paymentStatus === 'pending' ? (
        <Button variant="solid" onClick={() => setDoing('approve')}>
          {t('orders:approve.open')}
        </Button>
      ) : null}
      {order.canRefund ? (
        <Button danger onClick={() => setDoing('refund')}>
          {t('orders:refund.open')}
        </Button>
      ) : null}
      {order.canDecidePayment ? (
        <Button onClick={() => setDoing('decide')}>{t('orders:decide.open')}</Button>
      ) : null}
      {doing === 'decide' ? <DecidePayment order={order} onClose={close} /> : null}
      {doing === 'approve' ? <Approve order={order} onClose={close} /> : null}
      {doing === 'refund' ? <Refund order={order} onClose={close} /> : null}
    </>
  )
}

/** Kuruş of an amount as people type it: 6.120,00 and 6120.00 alike. */
function kurusOf(typed: string): number | undefined {
  const plain = typed.replace(/[^\d.,]/g, '')
  const [, whole = '', decimals = ''] = /^(\d{1,3}(?:[.,]\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  return whole === '' ? undefined : Number(whole.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
}

interface Received {
  amount: string
  date: string | null
  sender: string
  /** Why another amount than the order’s is accepted. */
  reason: string
}

function Approve({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [start] = useState<Received>(() => ({
    amount: formatNumber(order.totalAmount / 100, i18n.language, 2, 2),
    date: dayIn(new Date().toISOString(), 'Europe/Istanbul'),
    sender: '',
    reason: '',
  }))
  const differenceOf = (amount: string) => (kurusOf(amount) ?? order.totalAmount) - order.totalAmount
  const approving = useAction(approveOrder, { done: t('orders:approve.done'), inline: true })
  const missing = (isMissing: boolean) => (isMissing ? t('orders:approve.missing') : undefined)
  const form = useForm({
    start,
    schemas: { sender: approveOrder.body.shape.sender, reason: approveOrder.body.shape.acceptDifference },
    names: { acceptDifference: 'reason' },
    check: ({ amount, date, sender, reason }) => ({
      amount: missing(kurusOf(amount) === undefined),
      date: missing(date === null),
      sender: missing(sender.trim() === ''),
      reason: missing(differenceOf(amount) !== 0 && reason.trim() === ''),
    }),
    sending: approving,
    send: ({ amount, date, sender, reason }) => {
      const kurus = kurusOf(amount)
      if (kurus === undefined || date === null) return
      const differs = kurus !== order.totalAmount
      const body = { amount: kurus, date, sender, ...(differs ? { acceptDifference: reason } : {}) }
      approving.mutate({ params: { orderId: order.id }, body }, { onSuccess: onClose })
    },
  })
  const difference = differenceOf(form.values.amount)
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('orders:approve.title', { number: order.number })}
      consequence={t('orders:approve.consequence', { client: order.client.name })}
      confirmLabel={t('orders:approve.open')}
      onClose={onClose}
      form={form}
    >
      <TextField label={t('orders:approve.amount')} inputMode="decimal" {...form.input('amount')} />
      <DateField label={t('orders:approve.date')} {...form.control('date')} />
      <TextField label={t('orders:approve.sender')} {...form.input('sender')} />
      {difference === 0 ? null : <AcceptDifference difference={difference} reason={form.input('reason')} />}
    </ConfirmDialog>
  )
}

function Refund({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const byCard = order.paymentStatus === 'paid'
  const [start] = useState<{ units: Record<string, string>; reason: string }>(() => ({
    units: Object.fromEntries(
      order.lines.map((line) => [line.inventory.id, String(line.quantity - line.refundedQuantity)]),
    ),
    reason: '',
  }))
  const refunding = useAction(refundOrder, {
    done: ({ refunds }) => {
      const state = refunds.at(-1)?.state
      if (state === 'succeeded') return t('orders:refund.done')
      return { fault: t(state === 'failed' ? 'orders:event.refund_failed' : 'orders:refund.unknown') }
    },
    inline: true,
  })
  const form = useForm({
    start,
    schemas: refundOrder.body.shape,
    check: ({ reason }) => ({ reason: reason.trim().length < 3 ? t('orders:approve.missing') : undefined }),
    sending: refunding,
    send: ({ reason }) =>
      refunding.mutate({ params: { orderId: order.id }, body: { reason, lines } }, { onSuccess: onClose }),
  })
  const { units } = form.values
  const lines = order.lines.flatMap((line) => {
    const quantity = Number(units[line.inventory.id])
    return quantity > 0 ? [{ inventoryId: line.inventory.id, quantity }] : []
  })
  // The amount that reaches the card or the account, as the server calculates it.
  const amount = order.lines.reduce((sum, line) => {
    const left = line.quantity - line.refundedQuantity
    const quantity = Math.min(Number(units[line.inventory.id]), left)
    const paid = { quantity: line.quantity, paidKurus: line.receivedAmount }
    return sum + refundOf(paid, line.refundedQuantity, quantity)
  }, 0)
  return (
    <ConfirmDialog
      opened
      title={t('orders:refund.title', { number: order.number })}
      consequence={t(byCard ? 'orders:refund.byCard' : 'orders:refund.byTransfer', {
        amount: formatMoney(amount, i18n.language),
      })}
      confirmLabel={t('orders:refund.open')}
      disabled={lines.length === 0}
      onClose={onClose}
      form={form}
    >
      {order.lines.map(({ inventory, quantity, refundedQuantity }) => (
        <TextField
          key={inventory.id}
          label={t('orders:refund.units', { name: inventory.name })}
          help={t('orders:refund.most', {
            number: formatNumber(quantity - refundedQuantity, i18n.language),
          })}
          optional={order.lines.length > 1}
          inputMode="numeric"
          value={units[inventory.id] ?? ''}
          onChange={(event) =>
            form.set('units', { ...units, [inventory.id]: event.currentTarget.value.replace(/\D/g, '') })
          }
        />
      ))}
      <TextField label={t('orders:refund.reason')} {...form.input('reason')} />
    </ConfirmDialog>
  )
}

type Refunded = Order['refunds'][number]

/** Ends a refund in doubt by what the provider's panel shows. */
function Settle(props: { order: Order; refund: Refunded; givenBack: boolean; onClose: () => void }) {
  const { order, refund, givenBack, onClose } = props
  const { t, i18n } = useTranslation()
  const params = { orderId: order.id, refundId: refund.id }
  const settling = useAction(settleRefund, { done: t('orders:settle.done'), inline: true })
  const form = useForm({
    start: { reason: '' },
    schemas: settleRefund.body.shape,
    check: ({ reason }) => ({ reason: reason.trim().length < 3 ? t('orders:approve.missing') : undefined }),
    sending: settling,
    send: ({ reason }) => settling.mutate({ params, body: { givenBack, reason } }, { onSuccess: onClose }),
  })
  const which = givenBack ? 'givenBack' : 'notGivenBack'
  const amount = formatMoney(refund.returnedAmount, i18n.language)
  return (
    <ConfirmDialog
      opened
      title={t(`orders:settle.${which}.title`, { amount })}
      consequence={t(`orders:settle.${which}.consequence`)}
      confirmLabel={t(`orders:settle.${which}.open`)}
      onClose={onClose}
      form={form}
    >
      <TextField label={t('orders:refund.reason')} {...form.input('reason')} />
    </ConfirmDialog>
  )
}

/** The refunds of an order with their statements; an admin ends those in doubt. */
export function Refunds({ order }: { order: Order }) {
  const { t, i18n } = useTranslation()
  const operator = useAuth(({ user }) => isOperator(user))
  const [settling, setSettling] = useState<{ refund: Refunded; givenBack: boolean }>()
  const file = useDownload(getRefundStatement)
  const rows = order.refunds.map((refund) => (
    <div key={refund.id} className="cluster gap-8">
      <span>
        {[
          t('orders:refund.label'),
          formatMoney(refund.returnedAmount, i18n.language),
          t(`orders:refund.state.${refund.state}`),
          formatDate(refund.createdAt, i18n.language, 'Europe/Istanbul'),
          refund.reason,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {refund.state === 'succeeded' ? (
        <Button
          size="sm"
          icon={<IconDownload aria-hidden />}
          loading={file.isPending && file.variables.params.refundId === refund.id}
          onClick={() => file.mutate({ params: { orderId: order.id, refundId: refund.id } })}
        >
          {t('orders:refund.statement')}
        </Button>
      ) : null}
      {operator && (refund.state === 'unknown' || refund.state === 'requested') ? (
        <>
          <Button size="sm" onClick={() => setSettling({ refund, givenBack: true })}>
            {t('orders:settle.givenBack.open')}
          </Button>
          <Button size="sm" onClick={() => setSettling({ refund, givenBack: false })}>
            {t('orders:settle.notGivenBack.open')}
          </Button>
        </>
      ) : null}
    </div>
  ))
  return (
    <>
      {rows}
      {settling === undefined ? null : (
        <Settle order={order} {...settling} onClose={() => setSettling(undefined)} />
      )}
    </>
  )
}
